import angular from 'angular'

document.addEventListener('DOMContentLoaded', () => {
  angular.module('site', []).run(['$http', ($http) => $http.get('/afterwards')])
  angular.bootstrap(document.body, ['site'])
})

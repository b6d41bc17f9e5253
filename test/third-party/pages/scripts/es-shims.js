require('es5-shim')
require('es5-shim/es5-sham')
require('es6-shim')
require('es6-shim/es6-sham')

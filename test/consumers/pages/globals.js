/* A page of another style, for the script-tag build of that client: a global, a chain of listeners, nothing modern. */
// biome-ignore-all lint: pages are as old as they are
// biome-ignore-all format: pages are as old as they are
var noted = []
function note(name) {
  return function () {
    noted.push(name + ' ' + arguments.length)
  }
}

var ready = []
;['Identity', 'Monetization', 'Payment'].forEach(function (name) {
  document.addEventListener('sch' + name + ':ready', function (event) {
    ready.push(name + ' ' + (event.detail.instance === window['sch' + name]))
  })
})

var identity = new Identity(options)
var monetization = new Monetization(options)
var payment = new Payment(options)
identity
  .on('login', note('login'))
  .on('login', note('login again'))
  .on('notLoggedin', note('notLoggedin'))
  .once('sessionChange', note('sessionChange'))
  .on('logout', note('logout'))
  .on('error', note('error'))
identity.enableVarnishCookie(1800)

var link = document.createElement('a')
link.id = 'log-in'
link.textContent = 'Log in'
link.href = identity.loginUrl('a-state', 'password otp', 'openid profile', '', 'reader@site.no', 'header', '', 60)
document.body.appendChild(link)

function ask() {
  return identity.isLoggedIn().then(function (isLoggedIn) {
    return identity.isLoggedIn().then(function () {
      identity.emit('logout', 'a', 'b').off('logout').emit('logout')
      return isLoggedIn
    })
  })
}

function addresses() {
  return [
    monetization.subscriptionsUrl(),
    monetization.productsUrl(options.redirectUri + '#products'),
    payment.purchaseHistoryUrl(),
    payment.purchaseProductFlowUrl('digital'),
  ]
}

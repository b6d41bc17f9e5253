/** What a page does: first it looks at its natives and listens for errors, and at its end it tells the site what it has seen. */

/** Before the anonymous reader. */
window.witness = {
  errors: [],
  natives: () => ({
    fetch: window.fetch,
    Response: window.Response,
    XMLHttpRequest: window.XMLHttpRequest,
    open: window.XMLHttpRequest?.prototype.open,
    Promise: window.Promise,
    AbortController: window.AbortController,
    BroadcastChannel: window.BroadcastChannel,
    locks: window.navigator.locks,
    addEventListener: window.EventTarget.prototype.addEventListener,
    setTimeout: window.setTimeout,
    onerror: window.onerror,
    pushState: window.history.pushState,
    from: Array.from,
    each: Array.prototype.each,
    toJSON: Array.prototype.toJSON,
    bind: Function.prototype.bind,
    members: Object.getOwnPropertyNames(Object.prototype).join(),
    trustedTypes: window.trustedTypes,
    scripts: document.createElement,
    names: Object.getOwnPropertyNames(window).length,
  }),
}
window.addEventListener('error', (event) => window.witness.errors.push(`error ${event.message}`))
window.addEventListener('unhandledrejection', (event) =>
  window.witness.errors.push(`unhandledrejection ${event.reason}`),
)
for (const level of ['warn', 'error']) {
  const write = console[level]
  console[level] = function (...words) {
    window.witness.errors.push(`console.${level} ${words.join(' ')}`)
    return write.apply(this, words)
  }
}

/** Settles when an image has been asked for, and answered. */
window.imageOf = (address) =>
  new Promise((resolve) => {
    const image = document.createElement('img')
    image.onload = resolve
    image.onerror = resolve
    image.src = address
  })

/** What the page does with the library. */
window.useLibrary = async (options) => {
  const identity = new window.Portico.Identity(options)
  window.witness.identity = identity
  let events = ''
  for (const name of [
    ...['error', 'login', 'logout', 'notLoggedin'],
    ...['sessionChange', 'sessionInit', 'statusChange', 'userChange'],
  ])
    identity.on(name, () => {
      events += ` ${name}`
    })
  await identity.isLoggedIn()
  const ofFirst = events.trim()
  return { userId: await identity.getUserId(), events: ofFirst }
}

/** What a developer does with it besides, in the development build with devtools. */
window.useDevtools = async (options) => {
  const used = await window.useLibrary(options)
  const { identity } = window.witness
  // Misspelt: whoever notices compares letters.
  identity.on('sesionInit', () => {})
  let findings = ''
  for (const { id, seen } of await window.Portico.diagnose(identity)) findings += `${id} (${seen})\n`
  const report = await identity.devtoolsReport()
  await identity.openDevtools()
  const panel = document.querySelector('portico-devtools').shadowRoot
  let views = ''
  for (const name of ['Findings', 'Timeline', 'Session', 'Plugins']) {
    panel.getElementById(name).click()
    views += panel.getElementById('view').textContent
  }
  return { ...used, findings, report, views }
}

/** Tells the site what has been seen so far. */
window.tell = async (page, { userId = '', events = '', findings = '', report = '', views = '' } = {}) => {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve))
  // Whatever an anonymous reader does with what has just come has been done when something else has gone to the site and back.
  await window.imageOf('/afterwards')
  await new Promise((resolve) => window.setTimeout(resolve, 0))
  const { before, natives, errors } = window.witness
  const now = natives()
  let replaced = ''
  for (const name of Object.keys(before)) if (before[name] !== now[name]) replaced += ` ${name}`
  const told = {
    userId,
    events,
    findings,
    report,
    views,
    errors: errors.join('\n'),
    replaced: replaced.trim(),
  }
  let query = ''
  for (const name of Object.keys(told)) query += `&${name}=${encodeURIComponent(told[name])}`
  await window.imageOf(`/told/${page}?${query.slice(1)}`)
}

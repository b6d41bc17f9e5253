/**
 * The site behind Varnish: articles that readers share, and a page for everybody who has a session. It knows nobody by
 * SP_ID, which any script of the page can read and anybody can send: the reader's name is put in by the library, in the
 * browser. `PORT=8000 ORIGIN=http://pages.site.localhost:8080 EMULATOR=http://account.localhost:8800 node site.mjs`
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { fileURLToPath } from 'node:url'

const { PORT = '8000', ORIGIN = 'http://pages.site.localhost:8080', FRESH_SECONDS = '60' } = process.env
const EMULATOR = new URL(process.env.EMULATOR ?? 'http://account.localhost:8800')
const LIBRARY = readFileSync(fileURLToPath(import.meta.resolve('portico/script-tag')))

/** A value inside a script of a page. */
const json = (value) => JSON.stringify(value).replaceAll('<', '\\u003c')

const emulatorHost = (host) => Object.assign(new URL(EMULATOR), { hostname: host }).origin

const OPTIONS = {
  clientId: 'harbour-post',
  sessionDomain: emulatorHost('id.site.localhost'),
  redirectUri: `${ORIGIN}/`,
  env: {
    name: 'EMULATOR',
    accountUrl: EMULATOR.origin,
    widgetUrl: `${EMULATOR.origin}/authn/`,
    globalSessionUrl: EMULATOR.origin,
    sdrnNamespace: 'localhost',
  },
}

/** What the page does in the browser. The cookie goes with the next page; this one says the name by itself. */
const SCRIPT = `
  const identity = new Portico.Identity(${json(OPTIONS)})
  const show = (text) => { document.getElementById('reader').textContent = text }
  identity.enableCacheCookie()
  identity.hasSession().then(({ displayName }) => show(displayName), () => show('Nobody is logged in'))
  document.getElementById('log-in')?.addEventListener('click', () => identity.clearCachedUserSession())
  document.getElementById('log-out')?.addEventListener('click', async () => {
    // While SP_ID is still there to say whose copies are to go.
    await fetch('/log-out', { method: 'POST' }).catch(() => {})
    identity.logout(${json(`${ORIGIN}/`)})
  })
`

const spId = ({ headers: { cookie = '' } }) => /(?:^|; )(SP_ID=[^;]+)/.exec(cookie)?.[1]

/** A page that tells which copy it is, and for whom it was made. */
function page(path, session) {
  const copy = session && createHash('sha256').update(session).digest('hex').slice(0, 8)
  const button = session
    ? '<button id="log-out">Log out</button>'
    : `<a id="log-in" href="${emulatorHost('www.site.localhost')}/">Log in</a>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">
<title>Harbour news</title><h1>${path}</h1>
<p>Copy <b id="copy">${randomUUID()}</b>, made for <b id="made-for">${copy ? `session ${copy}` : 'everybody'}</b></p>
<p id="reader"></p>${button}
<script src="/assets/portico.js"></script><script>${SCRIPT}</script></html>`
}

/** Has Varnish forget the copies of a session. */
function forget(session) {
  const { hostname: host, port } = new URL(ORIGIN)
  const options = { host: '127.0.0.1', port, method: 'PURGE', path: '/', headers: { host, cookie: session } }
  return new Promise((resolve, reject) => {
    request(options, (answer) => answer.resume().on('end', () => resolve(answer.statusCode === 200)))
      .on('error', reject)
      .end()
  })
}

createServer(async (request, response) => {
  const answer = (status, body, headers) => response.writeHead(status, headers).end(body)
  const [path] = request.url.split('?')
  if (path === '/health') return answer(200, 'well')
  if (path === '/assets/portico.js')
    return answer(200, LIBRARY, { 'content-type': 'text/javascript', 'cache-control': 'max-age=3600' })
  if (path === '/log-out' && request.method === 'POST') {
    const session = spId(request)
    const isForgotten = !session || (await forget(session).catch(() => false))
    return answer(isForgotten ? 204 : 502)
  }
  if (path === '/' || /^\/article\/[a-z0-9-]+$/.test(path))
    return answer(200, page(path, spId(request)), {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': `s-maxage=${FRESH_SECONDS}`,
    })
  return answer(404, 'There is no such page.')
}).listen(Number(PORT), '127.0.0.1', function () {
  console.log(`The site runs on port ${this.address().port}; readers come by ${ORIGIN}`)
})

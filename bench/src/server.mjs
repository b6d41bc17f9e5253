/**
 * A publisher's site and the services it calls, on one port of loopback, told apart by host: pages and
 * scripts on www.site.localhost, the session service on id.site.localhost (another origin of the same site,
 * so its cookies are first-party), the account service on account.localhost. Scripts are served with brotli.
 */
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'

/** How scripts are compressed on their way to the page. */
export const compress = (text) => brotliCompressSync(text)

const HOUR_MS = 3_600_000

/** A connected reader's session, with every member that the account-sdk-browser and ours look at. */
const SESSION = JSON.stringify({
  result: true,
  userStatus: 'connected',
  baseDomain: 'site.localhost',
  id: '0123456789abcdef01234567',
  userId: 4711,
  uuid: 'f3f1c1f0-3d2b-4a67-9a0e-2f0f3a9f1d55',
  sp_id: 'b8c9f3a2-6a2f-4d0e-9d0c-5f6f1c2d3e4f',
  expiresIn: HOUR_MS,
  serverTime: 1_700_000_000,
  sig: `${'q'.repeat(43)}.${'e'.repeat(420)}`,
  displayName: 'Ingrid',
  givenName: 'Ingrid',
  familyName: 'Berg',
  gender: 'female',
  photo: 'http://www.site.localhost/ingrid.jpg',
  tracking: true,
  clientAgreementAccepted: true,
  defaultAgreementAccepted: true,
  pairId: 'b2a23caae8ead566099b43b2b33f0cd344f66d50a62034ccbe8bbaa435fd760e',
  sdrn: 'sdrn:site.localhost:user:4711',
})

const NO_SESSION = JSON.stringify({
  error: { code: 400, type: 'NoSession', description: 'No session cookie' },
})

// A page with this clock sees steps of 5 µs; any other, of 100 µs.
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

/**
 * Starts the server on a free port.
 *
 * `calls` lists every request to a service as `host path`; `anonymous` is what the session service answers
 * by.
 */
export async function startServer() {
  const files = new Map()
  const state = { anonymous: false, calls: [], scripts: [] }

  const answerSession = (response, origin) => {
    response.writeHead(state.anonymous ? 400 : 200, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'access-control-allow-origin': origin ?? '*',
      'access-control-allow-credentials': 'true',
    })
    response.end(state.anonymous ? NO_SESSION : SESSION)
  }

  const answerFile = (response, url, file, encodings = '') => {
    if (!file) return response.writeHead(404).end()
    if (file.brotli && !/\bbr\b/.test(encodings)) return response.writeHead(406).end()
    if (file.brotli) state.scripts.push(url)
    response.writeHead(200, file.headers).end(file.body)
  }

  const server = createServer(({ url, headers }, response) => {
    const host = headers.host.split(':')[0]
    const path = url.split('?')[0]
    if (host === 'www.site.localhost')
      return answerFile(response, url, files.get(path), headers['accept-encoding'])
    state.calls.push(`${host} ${path}`)
    if (host === 'id.site.localhost') return answerSession(response, headers.origin)
    response.writeHead(404).end()
  })
  server.keepAliveTimeout = 120_000
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  const origin = (host) => `http://${host}:${port}`

  return Object.assign(state, {
    session: SESSION,
    origin: origin('www.site.localhost'),
    /** What a client is constructed with. */
    site: {
      clientId: '0123456789abcdef',
      redirectUri: `${origin('www.site.localhost')}/callback`,
      sessionDomain: origin('id.site.localhost'),
      accountUrl: origin('account.localhost'),
    },
    /** Serves a page; `isolated` gives it the finer clock. */
    page(path, html, { isolated = false } = {}) {
      const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
      files.set(path, { body: html, headers: isolated ? { ...type, ...ISOLATED } : type })
    },
    /**
     * Serves a script, with brotli, to be kept for a year; a query makes it a new one to the browser's cache.
     */
    script(path, text) {
      const headers = {
        'content-type': 'text/javascript; charset=utf-8',
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
      }
      files.set(path, { body: compress(text), headers, brotli: true })
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  })
}

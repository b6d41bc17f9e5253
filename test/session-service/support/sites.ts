/** The pages of the publishers' sites: the library as it is built, and nothing else. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { build } from 'esbuild'
import { relayPage } from 'portico/relay'
import type { Certificate } from './certificate.ts'

/** What a site's page is told. */
export interface PageOptions {
  readonly clientId: string
  readonly sessionDomain: string
  readonly env: unknown
}

export interface Sites {
  readonly port: number
  /** What the pages of a host are told. */
  use(hosts: Record<string, PageOptions>): void
  close(): void
}

const SCRIPT = `
  import { Identity } from 'portico'
  import { createIdentity } from 'portico/core'
  import { fetchTransport, login, loginPopup, sessionList } from 'portico/plugins'
  const options = { ...window.siteOptions, redirectUri: location.origin + '/callback', window }
  window.identity = new Identity(options)
  window.withPopup = createIdentity({ ...options, redirectUri: location.origin + '/popup-done' }, [fetchTransport(), login(), loginPopup()])
  window.withSessions = createIdentity(options, [fetchTransport(), sessionList()])
  document.querySelector('button').onclick = async () => {
    window.outcome = (await window.withPopup.loginPopup({ state: crypto.randomUUID() })).outcome
  }
  window.identity.isLoggedIn()
`

export async function startSites(certificate: Certificate): Promise<Sites> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['module'],
  })
  const script = outputFiles[0]?.text ?? ''
  let hosts: Record<string, PageOptions> = {}

  const answer: RequestListener = (request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const path = new URL(request.url ?? '/', 'https://www.news.test').pathname
    const options = hosts[host]
    if (path === '/page.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    if (path === '/favicon.ico' || !options) return response.writeHead(404).end()
    response.setHeader('content-type', 'text/html')
    if (path === '/popup-done') return response.end(relayPage({ clientId: options.clientId, next: '/' }))
    response.end(
      `<!doctype html><title>Site</title><button>Log in</button><script>window.siteOptions = ${JSON.stringify(options)}</script><script type="module" src="/page.js"></script>`,
    )
  }
  const tls = { key: readFileSync(certificate.key), cert: readFileSync(certificate.cert) }
  const server = createServer(tls, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    use(known) {
      hosts = known
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

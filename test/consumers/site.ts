/**
 * A publisher's site: serves a project's files as they are, and plays the session service, on one port of loopback. The
 * page says on its body who the reader is, and what the library calls a wrong option.
 */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { ADA } from '../support/fixtures.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
}

export const TYPO = 'htps://id.site.example'

/** The page's module; `from` is what it imports. */
export const pageModule = (from = 'portico'): string => `
  import { Identity } from '${from}'
  const sessionDomain = new URLSearchParams(location.search).get('session') ?? location.origin
  const options = { clientId: 'c', redirectUri: location.origin + '/callback', sessionDomain }
  try {
    new Identity({ ...options, sessionDomain: '${TYPO}' })
  } catch (error) {
    document.body.dataset.message = error.message
  }
  new Identity(options).getUserId().then((id) => { document.body.dataset.user = id })
`

/** A page with this in its body. */
export const html = (body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><body>${body}</body></html>`

export interface Site {
  readonly origin: string
  close(): void
}

/** Starts the site on a free port. */
export async function startSite(folder: string): Promise<Site> {
  const server = createServer(async ({ url = '/', headers }, response) => {
    const { pathname } = new URL(url, 'http://site.example')
    if (pathname === '/v2/session') {
      response.setHeader('access-control-allow-origin', headers.origin ?? '*')
      response.setHeader('access-control-allow-credentials', 'true')
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify(ADA))
    }
    const text = await readFile(join(folder, pathname)).catch(() => undefined)
    response.writeHead(text ? 200 : 404, { 'content-type': TYPES[extname(pathname)] ?? 'text/plain' })
    return response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

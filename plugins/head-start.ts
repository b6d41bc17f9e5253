/**
 * Sooner than the library itself: a few bytes in the page's head start the session call while the library is on its
 * way, and the library takes that response for its own when it would have made the very same call.
 * Hooks: fetch:before, session:cleared. Storage: the session cache's entry, read only, and the tab's number. One
 * global, `porticoHead`, taken away when it is used. Methods: none.
 */
import { type BrowserWindow, type KernelOptions, resolveOptions } from '../core/options.ts'
import type { Plugin } from '../core/plugin.ts'
import { storagePrefix, TAB_ID_KEY } from '../core/storage.ts'
import { clientParameters, createUrlBuilder, sessionPath } from '../core/urls.ts'

/** What the script leaves on the window: the address, when it was called, the response on its way, and its end. */
type Head = [url: string, startedAt: number, response: Promise<Response>, controller: AbortController]

// Older, and the page was kept waiting by something else: who knows what has happened since.
const FRESH_MS = 10_000

/**
 * The script for the page's head. Calls nothing while a cached session is valid. Make it on the server, once for each
 * client: it holds nothing about a reader.
 *
 * @throws {SDKError} `option-invalid`, as the constructor would
 * @example const tag = `<script nonce="${nonce}">${headStartScript({ clientId, sessionDomain, redirectUri, env: PRO })}</script>`
 */
export function headStartScript(options: Omit<KernelOptions, 'window' | 'log'>): string {
  const client = resolveOptions({ ...options, window: { location: {} } as BrowserWindow })
  const parameters = clientParameters(client, client.redirectUri, '-')
  const url = createUrlBuilder(() => {})('session', client.sessionDomain, sessionPath(client), parameters)
  // `<` is the one character that could end the script element early.
  const quote = (text: string) => JSON.stringify(text).replaceAll('<', '\\x3C')
  const [address, key, tab] = [url.slice(0, -1), `${storagePrefix(client)}session`, TAB_ID_KEY].map(quote)
  return (
    `try{let s=sessionStorage,n=Date.now(),c=new AbortController,k=${tab},f,` +
    `u=${address}+(s[k]=+s[k]||n%99999+1);` +
    `JSON.parse(s[${key}]||0).expiresAt>n||(porticoHead=[u,n,f=fetch(u,{credentials:"include",signal:c.signal}),c],` +
    'f.catch(()=>0))}catch{}'
  )
}

/**
 * Adopts the response that {@link headStartScript} has asked for: once, as the first attempt of the call, and only if it
 * is fresh and the address is the library's own to the letter.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache(), headStart()])
 */
export function headStart(): Plugin {
  return {
    name: 'head-start',
    setup(kernel) {
      const globals = kernel.window as { porticoHead?: Head }

      kernel.hook('fetch:before', (request) => {
        // Its own alone: an element of the page may have the name as its id.
        const head = Object.hasOwn(globals, 'porticoHead') && globals.porticoHead
        if (!head || head[0] !== request.url) return
        const [, startedAt, response, controller] = head
        delete globals.porticoHead
        if (Date.now() - startedAt > FRESH_MS) return
        request.response = response
        request.signal.addEventListener('abort', () => controller?.abort())
      })
      // Whoever clears the session wants to know what is true from now on.
      kernel.hook('session:cleared', () => void delete globals.porticoHead)
    },
  }
}

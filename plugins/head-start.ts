/**
 * Sooner than the library itself: a few bytes in the page's head start the session call while the library is on its
 * way, and the library takes that answer for its own when it would have made the very same call.
 * Hooks: session:fetch, session:dropped. Storage: the session cache's entry, read only, and the tab's number. One
 * global, `porticoHead`, taken away at the first look. Methods: none.
 */
import { Hooks } from '../core/hooks.ts'
import { type BrowserWindow, type IdentityOptions, resolveOptions } from '../core/options.ts'
import type { Plugin } from '../core/plugin.ts'
import { sessionParameters, sessionPath } from '../core/session-url.ts'
import { storageKey } from '../core/storage.ts'
import { TAB_ID_KEY } from '../core/tab-id.ts'
import { parseBody } from '../core/transport.ts'
import { createUrlBuilder } from '../core/urls.ts'

/** What the script leaves on the window: the address, when it was called, and the answer on its way. */
type Head = [url: string, startedAt: number, answer: Promise<[status: number, text: string] | 0>]

// Older, and the page was kept waiting by something else: who knows what has happened since.
const FRESH_MS = 10_000
const TIMEOUT_MS = 8000

/**
 * The script for the page's head. Calls nothing while a cached session is valid. Make it on the server, once for each
 * client: it holds nothing about a reader.
 *
 * @throws {SDKError} `option-invalid`, as the constructor would
 * @example const tag = `<script nonce="${nonce}">${headStartScript({ clientId, sessionDomain, redirectUri, env: PRO })}</script>`
 */
export function headStartScript(options: Omit<IdentityOptions, 'window' | 'log'>): string {
  const client = resolveOptions({ ...options, window: { location: {} } as BrowserWindow })
  const { sessionDomain } = client
  const url = createUrlBuilder(new Hooks())(
    'session',
    sessionDomain,
    sessionPath(client),
    sessionParameters(client, '-'),
  )
  // `<` is the one character that could end the script element early.
  const quote = (text: string) => JSON.stringify(text).replaceAll('<', '\\x3C')
  const [address, key, tab] = [url.slice(0, -1), storageKey('session', client), TAB_ID_KEY].map(quote)
  return (
    `try{let s=sessionStorage,n=Date.now(),u=${address}+(s[${tab}]||=Math.random()*1e5|0);` +
    `JSON.parse(s[${key}]||"{}").expiresAt>n||(porticoHead=[u,n,` +
    'fetch(u,{credentials:"include"}).then(async r=>[r.status,await r.text()]).catch(()=>0)])}catch{}'
  )
}

/**
 * Adopts the answer that {@link headStartScript} has asked for: once, and only if it is fresh and the address is the
 * library's own to the letter. Otherwise, and when it failed, the library asks itself.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache(), headStart()])
 */
export function headStart(): Plugin {
  return {
    name: 'head-start',
    setup(kernel) {
      const { window } = kernel
      const globals = window as { porticoHead?: Head }

      const take = () => {
        const head = globals.porticoHead
        delete globals.porticoHead
        return head
      }

      kernel.hook('session:fetch', async (asked) => {
        const head = take()
        if (!Array.isArray(head)) return
        const [url, startedAt, answer] = head
        if (url !== asked.url || !(Date.now() - startedAt < FRESH_MS)) return
        let timer: number | undefined
        const late = new Promise<0>((resolve) => {
          timer = window.setTimeout(resolve, TIMEOUT_MS, 0)
        })
        // The global is the page's: what stands there need not be ours.
        const got = await Promise.race([answer, late]).catch(() => 0)
        window.clearTimeout(timer)
        // A failure, a broken service included, is worth a second try, which is the transport's.
        if (Array.isArray(got) && got[0] < 500) asked.answer = { status: got[0], body: parseBody(got[1]) }
      })
      // Whoever drops the session wants to know what is true from now on.
      kernel.hook('session:dropped', () => void take())
    },
  }
}

/** The full identity on a page, and what the attacks of this folder have in common. */
import type { AnyPlugin, IdentityEvents, KernelOptions } from '../../core/index.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { createFullIdentity, type FullIdentity, type FullOptions } from '../../presets/full.ts'
import { preloadScript } from '../../server/preload-script.ts'
import { optionsFor } from '../support/fixtures.ts'
import type { Page } from '../support/page.ts'
import { EVENTS as OF_SESSIONS } from '../support/session-model.ts'

const PREFIX = 'portico.https://account.example https://id.site.example client-1.'
export const SESSION_KEY: string = `${PREFIX}session`
export const REFRESH_KEY: string = `${PREFIX}refresh`
export const TAB_ID_KEY = 'portico.tab'

export const EVENTS: readonly (keyof IdentityEvents)[] = [
  ...OF_SESSIONS,
  'simplifiedLoginOpened',
  'simplifiedLoginCancelled',
]

export function fullOn(
  page: Page,
  more: Partial<FullOptions> = {},
  transport: AnyPlugin = fetchTransport({ retries: 0 }),
): FullIdentity {
  return createFullIdentity({ ...optionsFor(page), ...more }, transport)
}

const inAMinute = () => Date.now() + 60_000

/** Writes an entry as the library would, for an attacker who can. */
export function plant(page: Page, key: string, value: unknown, expiresAt: unknown = inAMinute()): void {
  page.window.sessionStorage.setItem(key, JSON.stringify({ value, expiresAt }))
}

/** Everything the page holds: to be searched for what must not be there. */
export function traces(page: Page): string {
  const { sessionStorage, localStorage, document } = page.window
  return JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])
}

/** Puts a function of the page where the widget's script would leave its own. */
export function offerWidget(page: Page, open: (params: never, ...callbacks: never[]) => unknown): void {
  // What the page's own scripts make is of the page's realm.
  Object.assign(page.window, { Function, openSimplifiedLoginWidget: open })
}

/** Keeps what is written to the page's cookie `SP_ID`, as a browser would. */
export function cookieWrites(page: Page): string[] {
  const writes: string[] = []
  let jar = ''
  Object.defineProperty(page.window.document, 'cookie', {
    get: () => jar,
    set: (cookie: string) => {
      // Findings try another one.
      if (!cookie.startsWith('SP_ID=')) return
      writes.push(cookie)
      const [pair = '', ...attributes] = cookie.split('; ')
      // It takes 4096 bytes at most, and a domain of the page's own; a time that is over removes.
      if (
        pair.length > 4096 ||
        attributes.some((attribute) => /^domain=(?!.*site\.example$)/.test(attribute))
      )
        return
      jar = attributes.some((attribute) => attribute.startsWith('expires=Thu, 01 Jan 1970')) ? '' : pair
    },
  })
  return writes
}

/** Runs the script of the page's head, as the page does before the library comes. */
export function runHeadStart(page: Page, more: Partial<KernelOptions> = {}): void {
  const { window: _, ...options } = optionsFor(page, more)
  // The script's names are those of its window; the clock is the test's.
  const scope = new Proxy(Object.assign(page.window, { AbortController, Date, Math }), {
    has: (window, name) => name === 'porticoHead' || name in window,
    get: (window, name) => (name === Symbol.unscopables ? undefined : Reflect.get(window, name, window)),
  })
  new Function('scope', `with (scope) { ${preloadScript(options)} }`)(scope)
}

/** Addresses that run code, or that mean another place on another page: refused wherever an address is taken. */
export const BAD_URLS: string[] = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/callback',
  'evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://www.site.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://www.site.example/0',
  'file:///etc/passwd',
  'ht\ntps://evil.example/',
]

/** Addresses on which no other can be built, besides those. As return addresses they are parameters, and do no harm. */
export const NO_BASE_URLS: string[] = [
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https:\\\\evil.example',
  'filesystem:https://www.site.example/0',
  'view-source:https://www.site.example/',
  'ftp://www.site.example/',
  'https://user:pass@www.site.example/',
  'https://www.site.example@evil.example/',
  'https://www.site.example:443@evil.example/',
  'https://www.site.example\\@evil.example/',
  'https://www.site.example\\.evil.example/',
  'https://www.site.example\t.evil.example/',
  'https://www.site.example/\r\nLocation: https://evil.example/',
  'https://*.site.example/',
  'https://*/',
  'https://www.site.example/?to=evil',
  'https://www.site.example/#fragment',
  'https://',
  'https://a b.example/',
]

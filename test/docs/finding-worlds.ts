/**
 * What browsers and services make of the examples of the findings: each example is about one of the two, and the rest of the world is
 * in order. The page is at https://www.site.com, its session service at https://id.site.com.
 */
import { readFileSync } from 'node:fs'
import { setImmediate as settled } from 'node:timers/promises'
import { answers } from 'portico/testing'
import { vi } from 'vitest'
import type { Page } from '../support/page.ts'
import { scriptsOf } from './scripts.ts'

/** One of the two examples of a finding. */
export interface Example {
  readonly language: string
  readonly code: string
  readonly isRight: boolean
}

/** What a request gets: an answer, or none. */
type Reply = { status: number; headers?: Record<string, string>; body?: string } | undefined

export interface World {
  /** The page's address. @default https://www.site.com/article */
  readonly url?: string
  /** Prepares the browser before the page's scripts run. */
  readonly prepare?: (page: Page, example: Example) => void
  /** What a service answers in place of the usual. `pass` is the usual answer. */
  readonly reply?: (url: URL, example: Example, pass: () => Reply, page: Page) => Reply | Promise<Reply>
  /** What the page does where the example is no script of it. @default it has an identity */
  readonly script?: string
  /** What happens when the scripts have run. */
  readonly after?: (page: Page, example: Example) => void | Promise<void>
  /** Whether the finding is there in both examples, since nothing is wrong. */
  readonly stays?: boolean
  /** Another finding, which is the cause of this one, and which the right example has had before. */
  readonly cause?: string
}

const OURS = {
  'access-control-allow-origin': 'https://www.site.com',
  'access-control-allow-credentials': 'true',
}
const json = (status: number, body: unknown, headers: object = OURS): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const NOBODY: Reply = json(400, answers.nobody().body)

const connected = () => answers.connected({ baseDomain: 'site.com' }).body

/** What the services answer where everything is in order. */
function usual(url: URL): Reply {
  const { hostname, pathname, searchParams, origin } = url
  if (hostname === 'login.schibsted.com') return { status: 200 }
  if (hostname === 'session-service.login.schibsted.com')
    return json(200, { identifier: 'uuid-ada', display_text: 'ada@site.com', client_name: 'Site' })
  if (hostname === 'www.site.com')
    return pathname === '/login-state' ? json(200, { state: 'made by the server' }) : { status: 404 }
  // The session service of another publisher, which allows the pages of that one.
  if (hostname === 'id.other.com')
    return json(400, {}, { 'access-control-allow-origin': 'https://www.other.com' })
  if (origin === 'http://id.site.localhost:8800')
    return json(200, connected(), {
      ...OURS,
      'access-control-allow-origin': 'http://www.site.localhost:3000',
    })
  if (origin !== 'https://id.site.com') return undefined
  if (pathname !== '/v2/session') return json(404, {})
  return searchParams.get('client_sdrn')?.endsWith(':your-client-id')
    ? json(200, connected())
    : json(404, { error: { code: 404, type: 'ClientException' } })
}

/** An answer as an example writes it. */
function written(code: string): Reply {
  const [head = '', ...body] = code.split('\n\n')
  const [first = '', ...lines] = head.trim().split('\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(': ')[0]?.toLowerCase() ?? '', line.slice(line.indexOf(': ') + 2)]),
  )
  return { status: Number(first.split(' ')[1]), headers, body: body.join('\n\n').trim() }
}
const headersOf = (code: string) => written(code)?.headers ?? {}

/** The session service answers as the example says. */
const answersAsWritten: World = {
  reply: ({ origin }, { code }, pass) => (origin === 'https://id.site.com' ? written(code) : pass()),
}

/** Requests that an example names get no answer. */
const answersNone: World = {
  reply: (url, example, pass, page) =>
    example.isRight
      ? answersAsWritten.reply?.(url, example, pass, page)
      : example.code.includes(`Host: ${url.hostname}\n`)
        ? undefined
        : pass(),
}

/** A request of the page, as a browser makes it. */
async function request(
  page: Page,
  world: World,
  example: Example,
  input: RequestInfo | URL,
  init: RequestInit = {},
) {
  const { origin, href, protocol } = page.window.location
  const url = new URL(`${input}`, href)
  const broken = new TypeError('Failed to fetch')
  if (protocol === 'https:' && url.protocol === 'http:') throw broken
  if (!allows(page, 'connect-src', url)) throw broken
  const pass = () => usual(url)
  const reply = await (world.reply ? world.reply(url, example, pass, page) : pass())
  if (!reply) throw broken
  const { status, headers = {}, body } = reply
  const response = new Response(body || null, { status, headers })
  if (url.origin === origin) return response
  if (init.mode === 'no-cors') return Object.defineProperty(new Response(), 'type', { value: 'opaque' })
  const isAllowed =
    headers['access-control-allow-origin'] === origin &&
    headers['access-control-allow-credentials'] === 'true'
  if (!isAllowed) throw broken
  return response
}

/** The policies of pages, by directive. */
const policies: WeakMap<Page, Map<string, string[]>> = new WeakMap()

/** Whether the policy of a page lets it use an address. If not, the browser says so. */
function allows(page: Page, directive: string, url: URL): boolean {
  const policy = policies.get(page)
  const sources = policy?.get(directive) ?? policy?.get('default-src')
  const origins = sources?.map((source) => (source === "'self'" ? page.window.location.origin : source))
  const isAllowed = !origins || origins.includes(url.origin)
  if (!isAllowed) violate(page, { effectiveDirective: directive, blockedURI: url.href })
  return isAllowed
}

function violate(page: Page, members: object): void {
  const originalPolicy = [...(policies.get(page) ?? [])].map((rule) => rule.flat().join(' ')).join('; ')
  const event = new page.window.Event('securitypolicyviolation')
  page.window.dispatchEvent(Object.assign(event, { originalPolicy, disposition: 'enforce', ...members }))
}

/** The browser heeds the policy that an example writes, for requests, scripts, frames and Trusted Types. */
function withPolicy(page: Page, { code }: Example): void {
  const rules = code
    .replace(/^Content-Security-Policy: /, '')
    .trim()
    .split('; ')
  policies.set(page, new Map(rules.map((rule) => [rule.split(' ')[0] ?? '', rule.split(' ').slice(1)])))
  const { document } = page.window
  document.head.append = (script) => {
    const { src, onload, onerror } = script as HTMLScriptElement
    const isLoaded = allows(page, 'script-src', new URL(src))
    if (isLoaded) Object.assign(page.window, { openSimplifiedLoginWidget: () => undefined })
    ;(isLoaded ? onload : (onerror as () => void))?.call(script as never, undefined as never)
  }
  const named = policies.get(page)?.get('trusted-types')
  const createPolicy = (name: string, made: object) => {
    if (named?.includes(name)) return made
    violate(page, {
      effectiveDirective: 'trusted-types',
      blockedURI: 'trusted-types-policy',
      sample: `${name}|`,
    })
    throw new TypeError('Refused')
  }
  if (named) Object.assign(page.window, { trustedTypes: { createPolicy } })
}

const WIDGET = "await identity.showSimplifiedLoginWidget({ state: 's' }).catch(() => undefined)"
const CONSENTS = 'https://consent.site.com/platform.js'

/** The element that an example has. */
function elementOf({ window }: Page, { code }: Example): Element | null {
  const holder = window.document.createElement('div')
  holder.innerHTML = code
  return holder.firstElementChild
}

/** Shows a page in a frame of another site. */
function inFrameOfAnother(window: Page['window']): void {
  Object.defineProperty(window, 'top', { value: {}, configurable: true })
  Object.defineProperty(window.location, 'ancestorOrigins', { value: ['https://www.other.com'] })
}

/** Runs what stands in a piece of HTML: its own scripts, and those that it loads, as far as they exist. */
function runHtml({ window }: Page, { code }: Example): void {
  new Function('window', scriptsOf(code))(window)
  if (!code.includes(`src="${CONSENTS}"`)) return
  const platform = (command: string, _: number, callback: (data: object, success: boolean) => void) => {
    if (command === 'ping') callback({ cmpLoaded: true, cmpStatus: 'loaded' }, true)
    if (command === 'addEventListener')
      callback({ eventStatus: 'tcloaded', gdprApplies: true, tcString: 'a string' }, true)
  }
  Object.assign(window, { __tcfapi: platform })
}

/** The part of the cookie store that a diagnosis reads. */
interface CookieReader {
  get(name: string): Promise<{ expires: number } | null>
}

const deny = (): never => {
  throw new DOMException('Denied', 'SecurityError')
}

/** Whether a browser keeps a cookie that this host sets. */
function keepsCookie(host: string, code: string): boolean {
  const domain = /;\s*domain=([^;\s]+)/i.exec(headersOf(code)['set-cookie'] ?? '')?.[1]
  return !domain || host === domain || host.endsWith(`.${domain}`)
}

/** How the world differs from the usual one, for the findings of which that is so. */
export const WORLDS: Record<string, World> = {
  'scheme-mismatch': { url: 'http://www.site.localhost:3000/' },
  'no-answer': answersNone,
  'network-down': answersNone,
  'origin-refused': answersAsWritten,
  'service-failing': answersAsWritten,
  'service-busy': answersAsWritten,
  'answer-malformed': answersAsWritten,
  'clock-off': {
    ...answersAsWritten,
    prepare: (_, { code }) =>
      void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(headersOf(code).date ?? '') }),
  },
  'service-slow': {
    reply: async (_, __, pass) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      return pass()
    },
  },
  'session-paused': {
    reply: ({ origin }, { isRight }, pass, page) => {
      const isFirst = origin === 'https://id.site.com' && page.requests.length === 1
      return isFirst || !isRight ? json(503, {}) : pass()
    },
    cause: 'service-failing',
  },
  'refresh-loop': {
    reply: ({ hostname }, { code }, pass, { navigations }) => {
      const isKept = navigations.length > 0 && keepsCookie(hostname, code)
      return isKept ? pass() : json(200, { redirectURL: '/visit' })
    },
  },
  'head-snippet-unused': {
    // The page's server has put it into the head: it runs before the page asks.
    script: `
      const { script: head } = await import('./example')
      ;(0, eval)(head)
      Object.assign(window, { porticoHead })
      delete globalThis.porticoHead`,
  },
  'session-lost-after-login': {
    url: 'https://www.site.com/',
    prepare: ({ window }) => {
      window.sessionStorage.setItem('portico.devtools.login', `${Date.now() - 20_000}`)
      Object.defineProperty(window.document, 'referrer', { value: 'https://login.schibsted.com/' })
    },
    reply: (_, { code }, pass) =>
      headersOf(code).location?.startsWith('https://id.site.com/session-login?') ? pass() : NOBODY,
  },
  'csp-connect': { prepare: withPolicy },
  'csp-script': { prepare: withPolicy, script: WIDGET },
  'csp-frame': {
    prepare: withPolicy,
    after: (page) => void allows(page, 'frame-src', new URL('https://login.schibsted.com/')),
  },
  'trusted-types': { prepare: withPolicy, script: WIDGET },
  'storage-denied': {
    prepare(page, example) {
      const isSandboxed =
        elementOf(page, example)?.getAttribute('sandbox')?.includes('allow-same-origin') === false
      if (isSandboxed)
        for (const name of ['sessionStorage', 'localStorage'])
          Object.defineProperty(page.window, name, {
            value: new Proxy({}, { get: deny }),
            configurable: true,
          })
    },
  },
  'page-embedded': {
    prepare(page, example) {
      if (elementOf(page, example)?.tagName === 'IFRAME') inFrameOfAnother(page.window)
    },
  },
  'storage-access-missing': {
    prepare({ window }) {
      let hasAccess = false
      inFrameOfAnother(window)
      Object.assign(window.document, {
        hasStorageAccess: async () => hasAccess,
        requestStorageAccess: async () => {
          hasAccess = true
        },
      })
    },
    async after({ window }) {
      window.document.querySelector('button')?.click()
      await settled()
    },
    // It stays in the frame.
    cause: 'page-embedded',
  },
  'in-app-browser': {
    prepare({ window }) {
      const value =
        'Mozilla/5.0 (Linux; Android 16; wv) AppleWebKit/537.36 Version/4.0 Chrome/150.0.0.0 Mobile Safari/537.36'
      Object.defineProperty(window.navigator, 'userAgent', { value, configurable: true })
    },
    stays: true,
  },
  'third-party-cookies-blocked': {
    reply: ({ pathname }, _, pass) =>
      pathname === '/user-context' ? json(401, { error: { code: 401 } }) : pass(),
    stays: true,
  },
  'cache-cookie-shortened': {
    // As browsers do, whatever a script has set.
    prepare({ window }) {
      const { cookieStore } = window as unknown as { cookieStore: CookieReader }
      const get = cookieStore.get.bind(cookieStore)
      const expires = (cookie: { expires: number }) => Math.min(cookie.expires, Date.now() + 400 * 86_400_000)
      const shortened = async (name: string) => {
        const cookie = await get(name)
        return cookie && { expires: expires(cookie) }
      }
      Object.defineProperty(window, 'cookieStore', { value: { get: shortened } })
    },
  },
  'popup-blocked': {
    async after({ window }) {
      let isClick = true
      window.open = () => (isClick ? ({ closed: false, close() {}, focus() {} } as Window) : null)
      window.document.querySelector('button')?.click()
      isClick = false
      await new Promise((resolve) => setTimeout(resolve, 20))
    },
  },
  'popup-login-unseen': {
    prepare({ window }) {
      Object.defineProperty(window, 'top', { value: {}, configurable: true })
      Object.defineProperty(window.location, 'ancestorOrigins', { value: ['https://www.other.com'] })
    },
    reply: (url, _, pass) => (url.pathname.endsWith('/session') ? NOBODY : pass()),
    after({ window }) {
      window.open = () => ({ closed: false, close() {} }) as Window
      window.document.querySelector('button')?.click()
    },
    cause: 'page-embedded',
  },
  'consent-platform-late': { prepare: runHtml },
  'consent-state-unusable': { prepare: runHtml },
  'back-forward-cache-blocked': {
    prepare({ window }) {
      const listen = window.addEventListener.bind(window)
      const reasons: object[] = []
      const hear = (type: string, ...more: [EventListener]) => {
        if (type === 'unload') reasons.push({ reason: 'unload-listener' })
        listen(type, ...more)
      }
      Object.assign(window, { addEventListener: hear })
      const getEntriesByType = () => [{ notRestoredReasons: { reasons } }]
      Object.defineProperty(window, 'performance', { value: { getEntriesByType }, configurable: true })
    },
  },
}

/** Gives the page a browser's fetch, which reads as the browser's own, and all that the world has for the example. */
export function prepareWorld(page: Page, world: World, example: Example): void {
  const fetch = ((input: RequestInfo | URL, init?: RequestInit) => {
    page.requests.push(new URL(`${input}`, page.window.location.href))
    return request(page, world, example, input, init)
  }).bind(null)
  Object.defineProperty(page.window, 'fetch', { value: fetch, configurable: true, writable: true })
  vi.stubGlobal('fetch', fetch)
  world.prepare?.(page, example)
}

/** The library for a script tag, of whichever version its file is named after. */
export const scriptTag = (file: string): string => {
  const version = /portico-(\d+\.\d+\.\d+)/.exec(file)?.[1]
  return readFileSync('dist/portico.devtools.js', 'utf8').replaceAll('"0.1.0"', `"${version}"`)
}

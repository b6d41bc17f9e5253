/** A browser with the tabs of a soak: real pages, the soak's clock, and the session calls that each of them makes. */
import type { BrowserContext, Page, Request } from 'playwright-core'
import { relayPage } from 'portico/relay'
import { headStartScript } from 'portico/server'
import { forgetAll, openBrowser } from '../e2e/support/browser.ts'
import { bundle } from '../e2e/support/own-page.ts'
import type { InPage } from './in-page.ts'
import { PATHS, type Path, type Site } from './model.ts'
import { optionsFor, type Service, startService } from './service.ts'
import { WORKS } from './troubles.ts'

const FIRST = "import { begin } from './test/soak/in-page-first.ts'; begin()"
const ELSEWHERE =
  '<!doctype html><html lang="en"><title>Elsewhere</title><link rel="icon" href="data:,"></html>'
export const SCRIPT = "import { start } from './test/soak/in-page.ts'; start()"

const QUIET_MS = 1000
const HEARD_MS = 15

type Name = {
  [Key in keyof InPage]: InPage[Key] extends (...given: never[]) => unknown ? Key : never
}[keyof InPage]

/** One tab. */
export class Tab {
  readonly page: Page
  readonly path: Path
  /** Session calls that it has made since the last look. */
  requests = 0

  constructor(page: Page, path: Path) {
    this.page = page
    this.path = path
  }

  /** Has its page do something. */
  do<Key extends Name>(
    name: Key,
    ...given: Parameters<InPage[Key]>
  ): Promise<Awaited<ReturnType<InPage[Key]>>> {
    type Run = (...args: unknown[]) => Awaited<ReturnType<InPage[Key]>>
    const run = ([key, args]: readonly [Name, unknown[]]) =>
      (window as unknown as { soak: Record<Name, Run> }).soak[key](...args) as Awaited<
        ReturnType<InPage[Key]>
      >
    return this.page.evaluate(run, [name, given] as const)
  }

  /** Waits until its page takes commands. */
  async isReady(): Promise<void> {
    await this.page.waitForFunction(() => 'soak' in window)
  }

  /** Does what makes it show another page, and waits until that takes commands. */
  async goes(act: () => Promise<unknown>, isThere: (url: URL) => boolean): Promise<void> {
    const there = this.page.waitForURL(isThere, { waitUntil: 'load' })
    // The page may be gone before it has answered.
    await Promise.all([there, act().catch(() => {})])
    await this.isReady()
  }
}

export class Browser {
  readonly service: Service
  readonly tabs: Tab[] = []
  readonly context: BrowserContext
  /** What pages threw, since the last look. */
  readonly thrown: string[] = []
  site: Site = { isDeclared: false, revalidates: false }
  #ahead: { ms: number }
  #pending = new Set<Request>()

  constructor(context: BrowserContext, service: Service, ahead: { ms: number }) {
    this.context = context
    this.service = service
    this.#ahead = ahead
    const isCall = (request: Request) => request.url().includes('/v2/session?') && request.method() === 'GET'
    context.on('request', (request) => {
      if (!isCall(request)) return
      this.#pending.add(request)
      const page = request.frame().page()
      const tab = this.tabs.find((it) => it.page === page)
      if (tab) tab.requests++
    })
    const ends = (request: Request) => void this.#pending.delete(request)
    context.on('requestfinished', ends)
    context.on('requestfailed', ends)
    context.on('page', (page) => {
      page.on('pageerror', (error) => void this.thrown.push(`${error}`))
      // Of a request that a page has left behind, the driver does not always tell the end.
      page.on('framenavigated', () => {
        for (const request of this.#pending)
          if (request.frame().page() === page) this.#pending.delete(request)
      })
    })
  }

  now = (): number => Date.now() + this.#ahead.ms

  /** Opens a tab. */
  async open(path: Path): Promise<Tab> {
    const tab = new Tab(await this.context.newPage(), path)
    this.tabs.push(tab)
    await tab.page.goto(this.service.url(path))
    await tab.isReady()
    return tab
  }

  async close(tab: Tab): Promise<void> {
    this.tabs.splice(this.tabs.indexOf(tab), 1)
    await tab.page.close()
  }

  /** Time goes by, in all tabs. */
  async jump(ms: number): Promise<void> {
    // What is on its way would be given up.
    await this.isQuiet()
    this.#ahead.ms += ms
    await Promise.all(this.tabs.map((tab) => tab.do('jump', this.#ahead.ms)))
    // The driver hears a moment later of what pages ask.
    await new Promise((resolve) => setTimeout(resolve, HEARD_MS))
    await this.isQuiet()
  }

  /** Waits for what a page promises. Where nothing comes of it, `act`s as a reader would. */
  async patient<T>(promise: Promise<T>, ms: number, act: () => Promise<unknown>): Promise<T> {
    const timer = setInterval(() => void act().catch(() => {}), ms)
    try {
      return await promise
    } finally {
      clearInterval(timer)
    }
  }

  /** Waits until no session call is on its way. */
  async isQuiet(): Promise<void> {
    const lives = (request: Request) => this.tabs.some(({ page }) => page === request.frame().page())
    const deadline = performance.now() + QUIET_MS
    while ([...this.#pending].some(lives) && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 5))
    this.#pending.clear()
  }

  /** A reader of a domain logs in or out on another host: no page of this site is told but by cookies. */
  async changesElsewhere(name: string | undefined): Promise<void> {
    const { id, presence } = name ? this.service.begin(name) : { id: '', presence: '' }
    const expires = name ? -1 : 1
    await this.context.addCookies([
      {
        name: 'session-id',
        value: id,
        url: this.service.sessionUrl,
        expires,
        httpOnly: true,
        sameSite: 'Lax',
      },
      { name: 'soak-reader', value: presence, domain: '.soak.localhost', path: '/', expires },
    ])
  }

  /** Begins anew: no tab, no cookie, nothing kept, and everything works. */
  async reset(site: Site): Promise<void> {
    await Promise.all(this.tabs.splice(0).map(({ page }) => page.close()))
    for (const page of this.context.pages().slice(1)) await page.close()
    await forgetAll(this.context)
    await this.context.setOffline(false)
    Object.assign(this.service, { trouble: WORKS, wantsVisit: false })
    this.site = site
    this.#pending.clear()
    this.service.surprises()
    this.thrown.length = 0
  }

  async end(): Promise<void> {
    await this.context.close()
    await this.service.close()
  }
}

/** Opens a browser on the pages of a soak. @param script what they are bundled from */
export async function openSoak(script: string): Promise<Browser> {
  const ahead = { ms: 0 }
  const [first, page] = await Promise.all([bundle(FIRST), bundle(script)])
  const html = (path: string): string => {
    const options = optionsFor(service.port, path, browser.site)
    const head = path === '/head' ? headStartScript(options as never) : ''
    const settings = `window.options = ${JSON.stringify(options)}; window.ahead = ${ahead.ms}`
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Soak</title><link rel="icon" href="data:,">
<script>${settings}</script><script>${first}</script><script>${head}</script><script src="/page.js"></script></html>`
  }
  const service = await startService({
    page: (path) =>
      path === '/elsewhere' ? ELSEWHERE : PATHS.includes(path as Path) ? html(path) : undefined,
    script: page,
    relay: relayPage({ clientId: 'soak', next: '/' }),
    ahead: () => ahead.ms,
  })
  const browser = new Browser(await openBrowser(), service, ahead)
  return browser
}

/** A browser with the tabs of a soak: real pages, the soak's clock, and the session calls that each of them makes. */
import type { BrowserContext, Page, Request } from 'playwright-core'
import { relayPage } from 'portico/relay'
import { preloadScript } from 'portico/server'
import { forgetAll, openBrowser } from '../e2e/support/browser.ts'
import { bundle } from '../e2e/support/own-page.ts'
import type { InPage } from './in-page.ts'
import { PATHS, type Path, type Site } from './model.ts'
import { Service } from './service.ts'
import { WORKS } from './troubles.ts'

const FIRST = "import { begin } from './test/soak/in-page-first.ts'; begin()"
export const SCRIPT = "import { start } from './test/soak/in-page.ts'; start()"
const HEAD =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Soak</title><link rel="icon" href="data:,">'

const QUIET_MS = 1000
const HEARD_MS = 15

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

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
  do<Key extends keyof InPage>(
    name: Key,
    ...given: Parameters<InPage[Key]>
  ): Promise<Awaited<ReturnType<InPage[Key]>>> {
    return this.page.evaluate(([key, args]) => Reflect.get(window, 'soak')[key](...args), [
      name,
      given,
    ] as const)
  }

  /** Waits until its page takes commands. */
  async isReady(): Promise<void> {
    await this.page.waitForFunction(() => 'soak' in window)
  }

  /** Does what makes it leave, and waits until its page is back, at an address with this end, and takes commands. */
  async leaves(act: () => Promise<unknown>, end: string): Promise<void> {
    const isBack = ({ pathname, search }: URL) => pathname === this.path && search.endsWith(end)
    const back = this.page.waitForURL(isBack, { waitUntil: 'load' })
    // The page may be gone before it has answered.
    await Promise.all([back, act().catch(() => {})])
    await this.isReady()
  }
}

export class Browser {
  readonly service: Service = new Service((path) => this.#file(path))
  readonly tabs: Tab[] = []
  readonly context: BrowserContext
  /** What pages threw, since the last look. */
  readonly thrown: string[] = []
  readonly #scripts: readonly [first: string, page: string]
  #site: Site = { isDeclared: false, revalidates: false }
  #aheadMs = 0
  #pending = new Set<Request>()

  constructor(context: BrowserContext, scripts: readonly [first: string, page: string]) {
    this.context = context
    this.#scripts = scripts
    context.on('request', (request) => {
      if (!request.url().includes('/v2/session?') || request.method() !== 'GET') return
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

  now = (): number => Date.now() + this.#aheadMs

  /** A file of the site. */
  #file(path: string): string | undefined {
    const [first, script] = this.#scripts
    if (path === '/page.js') return script
    if (path === '/relay') return relayPage({ clientId: 'soak', next: '/' })
    if (path === '/elsewhere') return HEAD
    if (!PATHS.includes(path as Path)) return
    const options = this.service.optionsFor(path, this.#site)
    const settings = `window.options = ${JSON.stringify(options)}; window.ahead = ${this.#aheadMs}`
    const head = path === '/head' ? preloadScript(options as never) : ''
    return `${HEAD}<script>${settings}</script><script>${first}</script><script>${head}</script><script src="/page.js"></script>`
  }

  /** Opens a tab. */
  async open(path: Path): Promise<void> {
    const tab = new Tab(await this.context.newPage(), path)
    this.tabs.push(tab)
    await tab.page.goto(this.service.url(path))
    await tab.isReady()
  }

  async close(tab: Tab): Promise<void> {
    this.tabs.splice(this.tabs.indexOf(tab), 1)
    await tab.page.close()
  }

  /** Time goes by, in all tabs. */
  async jump(ms: number): Promise<void> {
    // What is on its way would be given up.
    await this.isQuiet()
    this.#aheadMs += ms
    await Promise.all(this.tabs.map((tab) => tab.do('jump', this.#aheadMs)))
    // The driver hears a moment later of what pages ask.
    await pause(HEARD_MS)
    await this.isQuiet()
  }

  /** Waits until no session call is on its way. */
  async isQuiet(): Promise<void> {
    const lives = (request: Request) => this.tabs.some(({ page }) => page === request.frame().page())
    const deadline = performance.now() + QUIET_MS
    while ([...this.#pending].some(lives) && performance.now() < deadline) await pause(5)
    this.#pending.clear()
  }

  /** A reader logs in or out on another host of the domain: no page of this site is told but by cookies. */
  async changesElsewhere(name: string | null): Promise<void> {
    if (name) this.service.next = name
    const back = encodeURIComponent(this.service.url('/elsewhere'))
    const page = await this.context.newPage()
    await page.goto(
      this.service.url(`/${name ? 'session-start' : 'logout'}?redirect_uri=${back}`, 'sessions'),
    )
    await page.close()
  }

  /** Begins anew: no tab, no cookie, nothing kept, and everything works. */
  async reset(site: Site): Promise<void> {
    this.tabs.length = 0
    for (const page of this.context.pages().slice(1)) await page.close()
    await forgetAll(this.context)
    await this.context.setOffline(false)
    this.service.trouble = WORKS
    this.#site = site
    this.#pending.clear()
    this.surprises()
  }

  /** What nobody expected, since the last look. */
  surprises(): string[] {
    return [...this.service.surprises.splice(0), ...this.thrown.splice(0)]
  }

  async end(): Promise<void> {
    await this.context.close()
    this.service.close()
  }
}

/** Opens a browser on the pages of a soak. @param script what they are bundled from */
export async function openSoak(script: string): Promise<Browser> {
  const browser = new Browser(await openBrowser(), await Promise.all([bundle(FIRST), bundle(script)]))
  await browser.service.start()
  return browser
}

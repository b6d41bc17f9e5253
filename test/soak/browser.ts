/** The browser of a reader in a soak: nothing is kept there at first. Its tabs are real pages, by the soak's clock. */
import type { BrowserContext, Browser as Chromium, Page } from 'playwright-core'
import { relayPage } from 'portico/relay'
import { preloadScript } from 'portico/server'
import type { InPage } from './in-page.ts'
import type { Site } from './model.ts'
import { Service } from './service.ts'
import { PATHS, type Path } from './tab-model.ts'

const HEAD =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Soak</title><link rel="icon" href="data:,">'

/** What each page runs before its head asks, and at its end. */
export type Scripts = readonly [first: string, page: string]

/** One tab. */
export class Tab {
  readonly page: Page
  readonly path: Path

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

  /** Bytes of its page's heap, without garbage. */
  async heap(): Promise<number> {
    const devtools = await this.page.context().newCDPSession(this.page)
    for (let times = 0; times < 3; times++) await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    await devtools.detach()
    return usedSize
  }
}

export class Browser {
  readonly service: Service = new Service((path) => this.#file(path))
  readonly tabs: Tab[] = []
  readonly context: BrowserContext
  /** What pages threw, since the last look. */
  readonly #thrown: string[] = []
  readonly #scripts: Scripts
  readonly #site: Site
  #aheadMs = 0

  private constructor(context: BrowserContext, scripts: Scripts, site: Site) {
    this.context = context
    this.#scripts = scripts
    this.#site = site
    context.setDefaultTimeout(30_000)
    context.on('weberror', (error) => void this.#thrown.push(`${error.error()}`))
  }

  static async open(chromium: Chromium, scripts: Scripts, site: Site): Promise<Browser> {
    const browser = new Browser(await chromium.newContext(), scripts, site)
    await browser.service.start()
    return browser
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

  /** Has all tabs do the same. */
  async all<Key extends keyof InPage>(name: Key, ...given: Parameters<InPage[Key]>): Promise<void> {
    await Promise.all(this.tabs.map((tab) => tab.do(name, ...given)))
  }

  /** Time goes by, in all tabs. What is on its way comes first: it would be given up. */
  async jump(ms: number): Promise<void> {
    await this.all('isQuiet')
    this.#aheadMs += ms
    await this.all('jump', this.#aheadMs)
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

  /** What nobody expected, since the last look. */
  surprises(): string[] {
    return [...this.service.surprises.splice(0), ...this.#thrown.splice(0)]
  }

  async end(): Promise<void> {
    await this.context.close()
    this.service.close()
  }
}

/** The browser of a reader in a soak: nothing is kept there at first. Its tabs are real pages, by the soak's clock. */
import type { BrowserContext, Browser as Chromium, Page } from 'playwright-core'
import { preloadScript } from 'portico/server'
import type { InPage } from './in-page.ts'
import type { Site } from './model.ts'
import { Service } from './service.ts'

export const PATHS = ['/', '/head', '/hidden', '/denied'] as const
export type Path = (typeof PATHS)[number]

/** One tab of a reader: a real page, and what it owes its reader by what it has been told and has heard. */
export class Tab {
  readonly page: Page
  readonly path: Path
  readonly name: string
  isHidden = false
  /** What was true before counts no more: the tab has heard that the reader has changed. */
  notBefore = 0
  /** Until then it makes no request: what it has been told still holds. */
  holdsUntil = 0
  /** Until then it spares the service. */
  sparesUntil = 0
  /** When it was told last who reads. */
  toldAt = 0
  /** It has heard that the reader has changed, and may ask by itself. */
  hasNews = false

  constructor(page: Page, path: Path, number: number) {
    this.page = page
    this.path = path
    this.name = `tab ${number} (${path})`
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

  /** Does what makes it leave, and waits until its page is back, at an address with this end, and takes commands. */
  async leaves(act: () => Promise<unknown>, end: string): Promise<void> {
    const isBack = ({ pathname, search }: URL) => pathname === this.path && search.endsWith(end)
    const back = this.page.waitForURL(isBack, { waitUntil: 'load' })
    // The page may be gone before it has answered.
    await Promise.all([back, act().catch(() => {})])
    await this.loads()
  }

  async hide(isHidden: boolean): Promise<void> {
    this.isHidden = isHidden
    await this.do('hide', isHidden)
  }

  /** It shares nothing with other tabs, and nothing but its page keeps what it is told. */
  get isAlone(): boolean {
    return this.path === '/denied'
  }

  /** Another page is shown in this tab, and takes commands. */
  async loads(): Promise<void> {
    await this.page.waitForFunction(() => 'soak' in window)
    this.isHidden = this.path === '/hidden'
    this.constructs()
  }

  /** Another identity is made. What only the page's memory has had is gone. */
  constructs(): void {
    if (this.isAlone) this.holdsUntil = this.sparesUntil = 0
  }

  /** The reader has changed then, and it cannot but hear of that. */
  hears(moment: number): void {
    this.notBefore = moment
    this.hasNews = true
    this.holdsUntil = 0
  }
}

const SYNC_MS = 5000
const HEAD =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Soak</title><link rel="icon" href="data:,">'

export class Browser {
  readonly service: Service = new Service((path) => this.#file(path))
  readonly tabs: Tab[] = []
  readonly context: BrowserContext
  readonly site: Site
  /** What nobody expected, since the last look. */
  readonly surprises: string[] = []
  readonly #script: string
  #aheadMs = 0

  private constructor(context: BrowserContext, script: string, site: Site) {
    this.context = context
    this.#script = script
    this.site = site
    context.setDefaultTimeout(30_000)
    context.on('weberror', (error) => void this.surprises.push(`${error.error()}`))
  }

  static async open(chromium: Chromium, script: string, site: Site): Promise<Browser> {
    const browser = new Browser(await chromium.newContext(), script, site)
    await browser.service.start()
    return browser
  }

  now(): number {
    return Date.now() + this.#aheadMs
  }

  /** A file of the site. */
  #file(path: string): string {
    if (path === '/page.js') return this.#script
    if (path === '/elsewhere') return HEAD
    if (!PATHS.includes(path as Path)) this.surprises.push(`a request that nobody expected: ${path}`)
    const options = this.service.optionsFor(path, this.site)
    const settings = `options = ${JSON.stringify(options)}; ahead = ${this.#aheadMs}`
    const head = path === '/head' ? preloadScript(options as never) : ''
    return `${HEAD}<script>${settings}</script><script src="/page.js"></script><script>${head}</script><script>start()</script>`
  }

  /** Opens a tab. */
  async open(path: Path): Promise<Tab> {
    const tab = new Tab(await this.context.newPage(), path, this.tabs.length)
    this.tabs.push(tab)
    await tab.page.goto(this.service.url(path))
    await tab.loads()
    return tab
  }

  async close(tab: Tab): Promise<void> {
    this.tabs.splice(this.tabs.indexOf(tab), 1)
    await tab.page.close()
  }

  /** Has all tabs do the same. */
  async all<Key extends keyof InPage>(name: Key, ...given: Parameters<InPage[Key]>): Promise<void> {
    await Promise.all(this.tabs.map((tab) => tab.do(name, ...given)))
  }

  /** Waits until all tabs read the same in local storage. What one writes reaches the process of another a little later. */
  async isInSync(): Promise<void> {
    for (const until = performance.now() + SYNC_MS; performance.now() < until; ) {
      const known = await Promise.all(this.tabs.map((tab) => tab.do('shared')))
      if (new Set(known.filter((text) => text !== undefined)).size < 2) return
    }
    throw new Error('The tabs read different things in local storage')
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
    const query = new URLSearchParams({ redirect_uri: this.service.url('/elsewhere') })
    const page = await this.context.newPage()
    await page.goto(this.service.url(`/${name ? 'oauth/authorize' : 'logout'}?${query}`, 'sessions'))
    await page.close()
  }

  async end(): Promise<void> {
    await this.context.close()
    this.service.close()
  }
}

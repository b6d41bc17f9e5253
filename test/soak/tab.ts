/** One real tab, and beside it what the model knows of it. */
import type { BrowserContext, Page } from 'playwright-core'
import type { Command, Meeting, Report } from './in-page.ts'
import { PageModel, type TabModel } from './tab-model.ts'

type Shown = { born: string; persisted: boolean; isLoginReturn: boolean }
type SoakWindow = {
  soak: {
    born: string
    isLoginReturn: boolean
    run(command: Command): Promise<Report>
    meet(meeting: Meeting): Promise<string>
    setTime(now: number, chance: number, hasReply?: boolean): void
  }
}

const waiting = new WeakMap<Page, (shown: Shown) => void>()

/** Lets the pages of a browser say when they are shown. */
export async function listen(browser: BrowserContext): Promise<void> {
  await browser.exposeBinding('soakShown', ({ page }, shown: Shown) => waiting.get(page)?.(shown))
}

export class Tab {
  readonly name: string
  readonly page: Page
  readonly model: TabModel
  /** Its page lives as long as the soak: visits of the services are answered 204. */
  readonly stays: boolean
  /** The page that was left last, if "back" leads to it. */
  left: PageModel | undefined
  #pages: PageModel[] = []

  constructor(name: string, page: Page, model: TabModel, stays = false) {
    this.name = name
    this.page = page
    this.model = model
    this.stays = stays
  }

  run(command: Command): Promise<Report> {
    return this.page.evaluate((given) => (window as unknown as SoakWindow).soak.run(given), command)
  }

  meet(meeting: Meeting): Promise<string> {
    return this.page.evaluate((given) => (window as unknown as SoakWindow).soak.meet(given), meeting)
  }

  /** Tells the page what time it is, what it is to draw, and whether another tab replies to what it asks next. */
  setTime(now: number, chance: number, hasReply?: boolean): Promise<void> {
    const time = [now, chance, hasReply] as const
    return this.page.evaluate((given) => (window as unknown as SoakWindow).soak.setTime(...given), time)
  }

  /** Settles when this tab shows a page, a new one or one that was left. Ask before you cause it. */
  shown(): Promise<Shown> {
    return new Promise((resolve) =>
      waiting.set(this.page, (shown) => {
        // News of the page that is still there is old news.
        if (shown.persisted || shown.born !== this.model.page.born) resolve(shown)
      }),
    )
  }

  /** Takes note of the page that this tab was opened with by another one. */
  async wasOpened(path: string): Promise<void> {
    await this.page.waitForFunction(() => 'soak' in window)
    const [born, isLoginReturn] = await this.page.evaluate(() => {
      const { soak } = window as unknown as SoakWindow
      return [soak.born, soak.isLoginReturn] as const
    })
    this.model.page = new PageModel(born, path, isLoginReturn)
  }

  /** Does what makes the page leave, and follows it to where it leads. */
  async leaves(act: () => Promise<Report>): Promise<Report> {
    if (this.stays) {
      const answered = this.page.waitForResponse(
        (response) => response.status() === 204 && response.request().isNavigationRequest(),
      )
      const [report] = await Promise.all([act(), answered])
      return report
    }
    const shown = this.shown()
    const [report, page] = await Promise.all([act(), shown])
    this.left = this.model.page
    // The services send the browser back to where it came from.
    this.model.page = this.#pageOf(page, this.left.path)
    return report
  }

  /** Goes to a page by `act`, perhaps through the history; true when it was restored as it had been left. */
  async goes(path: string, act: () => Promise<unknown>): Promise<boolean> {
    const shown = this.shown()
    await act()
    const page = await shown
    this.model.page = this.#pageOf(page, path)
    return page.persisted
  }

  /** A page that was restored is the one that had been left, at the same address; any other is new. */
  #pageOf({ born, persisted, isLoginReturn }: Shown, path: string): PageModel {
    const known = this.#pages.find((page) => page.born === born)
    if (persisted !== !!known || (known && known.path !== path))
      throw new Error(`${this.name} shows page ${born} for ${path}, persisted: ${persisted}`)
    if (known) return known
    const page = new PageModel(born, path, isLoginReturn)
    this.#pages = [...this.#pages.slice(-9), this.model.page, page]
    return page
  }
}

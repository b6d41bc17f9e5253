/** One real tab, and beside it what the model knows of it. */
import type { BrowserContext, Page } from 'playwright-core'
import type { Command, Report } from './in-page.ts'
import { PageModel, type TabModel } from './model.ts'

type Shown = { born: string; persisted: boolean }
type SoakWindow = { soak: { run(now: number, command: Command): Promise<Report> } }

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

  run(now: number, command: Command): Promise<Report> {
    return this.page.evaluate(([at, given]) => (window as unknown as SoakWindow).soak.run(at, given), [
      now,
      command,
    ] as const)
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
    this.model.page = this.#pageOf(page)
    return report
  }

  /** Goes through the history by `act`; true when the page was restored as it had been left. */
  async goes(act: () => Promise<unknown>): Promise<boolean> {
    const shown = this.shown()
    await act()
    const page = await shown
    this.model.page = this.#pageOf(page)
    return page.persisted
  }

  /** Loads a page. */
  async loads(act: () => Promise<unknown>): Promise<void> {
    const shown = this.shown()
    await act()
    this.model.page = this.#pageOf(await shown)
  }

  /** A page that was restored is the one that had been left; any other is new. */
  #pageOf({ born, persisted }: Shown): PageModel {
    const known = this.#pages.find((page) => page.born === born)
    if (persisted !== !!known) throw new Error(`${this.name} shows page ${born}, persisted: ${persisted}`)
    if (known) return known
    const page = new PageModel(born)
    this.#pages = [...this.#pages.slice(-9), this.model.page, page]
    return page
  }
}

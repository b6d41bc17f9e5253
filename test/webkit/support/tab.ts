/** What a reader does and sees in one tab or window of WebKit. Each act turns to the window that it is for. */
import { By, Key, type WebDriver, type WebElement } from 'selenium-webdriver'

const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 50

/** A tab, or a popup. */
export class Tab {
  readonly #driver: WebDriver
  readonly #handle: string

  constructor(driver: WebDriver, handle: string) {
    this.#driver = driver
    this.#handle = handle
  }

  async #turnTo(): Promise<WebDriver> {
    await this.#driver.switchTo().window(this.#handle)
    return this.#driver
  }

  async goto(url: string): Promise<void> {
    await (await this.#turnTo()).get(url)
  }

  async reload(): Promise<void> {
    await (await this.#turnTo()).navigate().refresh()
  }

  async back(): Promise<void> {
    await (await this.#turnTo()).navigate().back()
  }

  /** Goes several pages back at once. */
  async backBy(pages: number): Promise<void> {
    await (await this.#turnTo()).executeScript((steps: number) => history.go(-steps), pages)
  }

  async url(): Promise<string> {
    return (await this.#turnTo()).getCurrentUrl()
  }

  /** Runs a function in the page; what it promises is waited for. */
  async run<T, A extends unknown[]>(act: (...args: A) => T, ...args: A): Promise<Awaited<T>> {
    const driver = await this.#turnTo()
    const answer: { value: Awaited<T> } | { error: string } = await driver.executeAsyncScript(
      `const [args, done] = arguments
       Promise.resolve().then(() => (${act})(...args)).then((value) => done({ value }), (error) => done({ error: String(error) }))`,
      args,
    )
    if ('error' in answer) throw new Error(answer.error)
    return answer.value
  }

  /** Waits until the page, or the one that it becomes, says true. */
  async until<A extends unknown[]>(what: string, look: (...args: A) => unknown, ...args: A): Promise<void> {
    let seen: unknown
    const looked = async () => {
      try {
        // Nothing that is to be waited for: a page that is being left would never answer.
        seen = await (await this.#turnTo()).executeScript(look, ...args)
        return seen === true
      } catch (error) {
        // Between two pages there is none to ask.
        seen = error
        return false
      }
    }
    await this.#driver.wait(looked, PATIENCE_MS, undefined, LOOK_EVERY_MS).catch(async () => {
      throw new Error(`Waited in vain for ${what} at ${await this.url()}; last seen: ${seen}`)
    })
  }

  /** Waits until an element shows exactly this text. */
  sees(id: string, text: string): Promise<void> {
    return this.until(
      `“${text}” in ${id}`,
      (name, wanted) => {
        const found = document.querySelector<HTMLElement>(`[data-testid="${name}"]`)
        return (found?.textContent === wanted && found.checkVisibility()) || `“${found?.textContent}”`
      },
      id,
      text,
    )
  }

  /** An element by its test id, also inside an open shadow root, as soon as it can be seen. */
  async element(id: string): Promise<WebElement> {
    const driver = await this.#turnTo()
    const find = async () => {
      const found = await driver.executeScript<WebElement | null>((name: string) => {
        const selector = `[data-testid="${name}"]`
        const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
        const elements = [document, ...roots].map((root) => root.querySelector<HTMLElement>(selector))
        // What is about to fade in has no text yet.
        return elements.find((element) => element?.checkVisibility({ opacityProperty: true })) ?? null
      }, id)
      return found ?? undefined
    }
    const found = await driver.wait(() => find().catch(() => undefined), PATIENCE_MS, id, LOOK_EVERY_MS)
    if (found === undefined) throw new Error(`no ${id}`)
    return found
  }

  async click(id: string): Promise<void> {
    await (await this.element(id)).click()
  }

  async type(id: string, text: string): Promise<void> {
    await (await this.element(id)).sendKeys(text)
  }

  /** Presses a key on whatever has the focus. */
  async press(key: 'ENTER' | 'ESCAPE' | 'TAB'): Promise<void> {
    await (await this.#turnTo()).actions().sendKeys(Key[key]).perform()
  }

  async text(id: string): Promise<string> {
    return (await this.element(id)).getText()
  }

  /** Whether an element is on the page and can be seen. */
  async shows(id: string): Promise<boolean> {
    const found = await (await this.#turnTo()).findElements(By.css(`[data-testid="${id}"]`))
    return found[0]?.isDisplayed() ?? false
  }

  /** The names of the events on the demo page, in order. */
  events(): Promise<string[]> {
    return this.run(() => (window as unknown as { demoEvents: string[] }).demoEvents)
  }

  /** Calls a method of the demo page's instance; a rejection becomes the reason of the error, as `!reason`. */
  call(method: string, ...args: unknown[]): Promise<unknown> {
    return this.run(
      async (name, given) => {
        const { demoIdentity } = window as unknown as {
          demoIdentity: Record<string, (...a: unknown[]) => unknown>
        }
        try {
          return await demoIdentity[name]?.(...given)
        } catch (error) {
          return `!${(error as { reason: string }).reason}`
        }
      },
      method,
      args,
    )
  }

  /** The cookies that this page's host is sent, those hidden from scripts too. */
  async cookies(): Promise<
    { name: string; value: string; domain?: string; secure?: boolean; sameSite?: string }[]
  > {
    return (await this.#turnTo()).manage().getCookies()
  }

  /** The popup that something opens. */
  async popup(act: () => Promise<void>): Promise<Tab> {
    const driver = await this.#turnTo()
    const before = await driver.getAllWindowHandles()
    await act()
    const opened = async () => (await driver.getAllWindowHandles()).find((handle) => !before.includes(handle))
    const handle = await driver.wait(opened, PATIENCE_MS, 'a popup', LOOK_EVERY_MS)
    return new Tab(driver, handle as string)
  }

  /** Waits until the window is gone. */
  async closed(): Promise<void> {
    const gone = async () => !(await this.isOpen())
    await this.#driver.wait(gone, PATIENCE_MS, 'the window to close', LOOK_EVERY_MS)
  }

  async isOpen(): Promise<boolean> {
    return (await this.#driver.getAllWindowHandles()).includes(this.#handle)
  }
}

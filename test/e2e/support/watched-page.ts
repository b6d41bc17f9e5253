/** A page that records what the console said, each greeting that was shown, and how many identities were made. */
import type { Page } from 'playwright-core'

export interface WatchedPage {
  readonly page: Page
  /** Warnings and errors of the console, and errors that nobody caught, since the page was made. */
  readonly complaints: readonly string[]
  /** All that the greeting has said in the document that is shown, in order. */
  greetings(): Promise<string[]>
  /** All that the library was said to say in the document that is shown, in order. */
  statuses(): Promise<string[]>
  /** How many identities the document that is shown has made. */
  identities(): Promise<number>
}

interface Kept {
  kept: { greetings: string[]; statuses: string[]; identities: number }
}

/** Runs in the page, before its own scripts. */
function keep(): void {
  const kept: Kept['kept'] = { greetings: [], statuses: [], identities: 0 }
  Object.assign(window, { kept })
  document.addEventListener('schIdentity:ready', () => {
    kept.identities += 1
  })
  const keepText = (texts: string[], id: string) => {
    const element = document.getElementById(id)
    if (!element) return
    const content = document.createRange()
    content.selectNodeContents(element)
    // Until an element is laid out, its `innerText` has its hidden parts, too.
    if (!content.getClientRects().length) return
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not shown
    const text = element.innerText
    if (text && text !== texts.at(-1)) texts.push(text)
  }
  const look = () => {
    keepText(kept.greetings, 'reader')
    keepText(kept.statuses, 'library')
  }
  const all = { subtree: true, childList: true, characterData: true, attributes: true }
  new MutationObserver(look).observe(document, all)
}

/** What the browser itself writes about an answer that is no 2xx, such as "there is no session", or that did not come. */
const isOfNetwork = (text: string) => /^(Failed to load resource|Cross-Origin Request Blocked)/.test(text)

export async function watch(page: Page): Promise<WatchedPage> {
  const complaints: string[] = []
  const keepComplaint = (text: string) => {
    if (!isOfNetwork(text)) complaints.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'warning' || message.type() === 'error') keepComplaint(message.text())
  })
  // Firefox reports failed requests here, too.
  page.on('pageerror', (error) => keepComplaint(`${error}`))
  await page.addInitScript(keep)
  return {
    page,
    complaints,
    greetings: () => page.evaluate(() => (window as unknown as Kept).kept.greetings),
    statuses: () => page.evaluate(() => (window as unknown as Kept).kept.statuses),
    identities: () => page.evaluate(() => (window as unknown as Kept).kept.identities),
  }
}

/** The rules of a soak: pages beside the model, after each step. */
import type { Browser, Path, Tab } from './browser.ts'
import type { Model } from './model.ts'
import { count, type Tally } from './report.ts'
import { WORKS } from './troubles.ts'

/** Pages, and what they are compared with. */
export interface Soak {
  readonly browser: Browser
  readonly model: Model
  readonly tally: Tally
}

/** In one of the tabs. */
export type InTab = Soak & { readonly tab: Tab }

/** Events of session calls, and of `logout()`. */
const ORDER =
  /^(?:(?:login (?:userChange )?sessionChange (?:sessionInit )?|logout (?:sessionChange )?|notLoggedin )(?:statusChange )?)*$/
const HOUR_MS = 3_600_000
const GIVEN_UP_MS = 9000
const PATIENCE_MS = 5000
const UNSEEN_MS = 1000
const LOOK_MS = 20
/** News reach another process soon; after the last jump they may take longer, on a busy machine. */
const SOON_MS = 100
const AT_LAST_MS = 5000
const JUMP_MS = 5000
/** Pages hear of a change at once. Where a reader changes often, they look every five seconds, and the worst of them within five minutes. */
const MOST_JUMPS = 61

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens a tab, and asks there. */
export async function open(soak: Soak, path: Path): Promise<void> {
  await ask({ ...soak, tab: await soak.browser.open(path) })
}

/** Clears the session, as a page may. */
export async function clear({ model, tab }: InTab): Promise<void> {
  await tab.do('clear')
  model.clears(tab)
}

/** Has a page ask. One that nobody sees may wait until somebody looks; any other gives up what takes too long. */
async function answersOf(browser: Browser, tab: Tab, times: number) {
  const hurry = () => (tab.isHidden ? tab.hide(false) : browser.jump(GIVEN_UP_MS))
  const timer = setInterval(() => void hurry().catch(() => {}), tab.isHidden ? UNSEEN_MS : PATIENCE_MS)
  return tab.do('ask', times).finally(() => clearInterval(timer))
}

/** Asks so many times, and compares what is answered, and how many requests that takes, with what may be. */
export async function ask(it: InTab, times = 1): Promise<void> {
  // A page may learn of the reader by itself just before.
  await it.browser.all('isQuiet')
  await it.browser.isInSync()
  await askNow(it, times)
}

/** The same at once. @returns how many requests it took */
export async function askNow({ browser, model, tally, tab }: InTab, times = 1): Promise<number> {
  const askedAt = browser.now()
  const most = model.requestsOf(tab)
  const { answers, requests, ofHead } = await answersOf(browser, tab, times)
  const right = model.mayAnswer(tab)
  const word = answers[0] as string
  const hasFailed = word.startsWith('!')
  count(tally, 'answers', word)
  count(tally, 'requests, by answer', word, requests)
  if (new Set(answers).size > 1) throw new Error(`${tab.name} answers one question by ${answers.join(', ')}`)
  if (requests > most) throw new Error(`${tab.name} makes ${requests} requests for one question, not ${most}`)
  if (hasFailed ? !model.mayFail : !right.includes(word))
    throw new Error(`${tab.name} answers "${word}": ${right.join(' or ')} is right`)
  if (hasFailed) model.hasFailed(tab, requests, askedAt)
  else model.wasTold(tab, word, requests + ofHead, askedAt)
  return requests
}

/** What is wrong with what a page shows; nothing where all is well. */
async function wrongIn(tab: Tab, model: Model, tally: Tally): Promise<string | undefined> {
  const { name } = tab
  if (model.mayBeBehind(tab)) return
  const { shown, told, heard, kept } = await tab.do('look')
  count(tally, 'looks at what a page shows', shown)
  const right = model.mayShow(tab)
  const isRight = `${right.join(' or ')} is right`
  if (!right.includes(shown)) return `${name} shows "${shown}": ${isRight}`
  if (told !== shown) return `${name} has told "${told}" by events, and shows "${shown}"`
  if (!ORDER.test(heard)) return `${name} has told events out of order: ${heard}`
  const gone = kept.find((id) => !right.some((word) => word.startsWith(`${id} `)))
  if (gone) return `${name} keeps a session of ${gone}: ${isRight}`
}

/** Each page that its reader may look at shows who reads: soon, or as soon as it may look again. */
export async function settle(soak: Soak): Promise<void> {
  const { browser, model, tally } = soak
  let since = performance.now()
  for (let jumped = 0, looks = 0; ; looks++) {
    const found = await Promise.all(model.tabs.map((tab) => wrongIn(tab, model, looks ? {} : tally)))
    const wrong = found.find((it) => it !== undefined)
    if (!wrong) break
    const isLate = performance.now() - since > (jumped === MOST_JUMPS ? AT_LAST_MS : SOON_MS)
    if (isLate && jumped === MOST_JUMPS) throw new Error(wrong)
    if (isLate) {
      jumped++
      await browser.jump(JUMP_MS)
      since = performance.now()
    }
    await pause(LOOK_MS)
  }
  const surprises = browser.surprises.splice(0)
  if (surprises.length) throw new Error(surprises.join('\n'))
}

/** At the end everything works, and hours go by: each page is told who reads, and shows it. */
export async function heal(soak: Soak): Promise<void> {
  const { browser, model } = soak
  model.trouble = WORKS
  for (let hours = 0; hours < 3; hours++) await browser.jump(HOUR_MS)
  for (const tab of browser.tabs) {
    // Only a word that nobody reads, by a presence cookie that is not there, holds for so long.
    tab.holdsUntil = tab.sparesUntil = 0
    await ask({ ...soak, tab })
  }
  await settle(soak)
}

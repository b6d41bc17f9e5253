/** The rules of a soak: pages beside the model, after each step. */
import type { Browser, Tab } from './browser.ts'
import type { Model } from './model.ts'
import { READERS, wordOf } from './readers.ts'
import { count, type Tally } from './report.ts'
import { type Path, TabModel } from './tab-model.ts'
import { WORKS } from './troubles.ts'

/** Pages differ from what a reader may see. */
export class Disagreement extends Error {}

/** Pages, and what they are compared with. */
export interface Soak {
  readonly browser: Browser
  readonly model: Model
  readonly tally: Tally
}

/** One of the tabs. */
export interface InTab extends Soak {
  readonly tab: Tab
  readonly of: TabModel
  readonly name: string
}

/** Events of session calls, and of `logout()`. */
const ORDER =
  /^(?:(?:login (?:userChange )?sessionChange (?:sessionInit )?|logout (?:sessionChange )?|notLoggedin )(?:statusChange )?)*$/
const HOUR_MS = 3_600_000
const SP_IDS = Object.fromEntries(Object.values(READERS).map((reader) => [wordOf(reader), reader.sp_id]))
const GIVEN_UP_MS = 9000
const PATIENCE_MS = 5000
const UNSEEN_MS = 1000
const LOOK_MS = 20
/** News reach another process soon; after the last jump they may take longer, on a busy machine. */
const SOON_MS = 100
const AT_LAST_MS = 5000
const JUMP_MS = 5000
/** Where a reader changes often, pages look every five seconds, and the worst of them within five minutes. */
const RESTLESS_JUMPS = 61

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export function inTab(soak: Soak, index: number): InTab {
  const of = soak.model.tabs[index] as TabModel
  return { ...soak, tab: soak.browser.tabs[index] as Tab, of, name: `tab ${index} (${of.path})` }
}

const allTabs = (soak: Soak): InTab[] => soak.model.tabs.map((_, index) => inTab(soak, index))

/** Opens a tab, and asks there. */
export async function open(soak: Soak, path: Path): Promise<void> {
  await soak.browser.open(path)
  const of = new TabModel(path)
  of.isFull = soak.model.tabs.some(({ isFull }) => isFull)
  await ask(inTab(soak, soak.model.tabs.push(of) - 1))
}

/** Clears the session, as a page may. */
export async function clear({ model, tab, of }: InTab): Promise<void> {
  await tab.do('clear')
  model.clears(of)
}

/** Has a page ask. One that nobody sees may wait until somebody looks; any other gives up what takes too long. */
async function answersOf({ browser, tab, of }: InTab, times: number | 'by two instances') {
  const hurry = async () => {
    if (!of.isHidden) return browser.jump(GIVEN_UP_MS)
    of.isHidden = false
    await tab.do('hide', false)
  }
  const timer = setInterval(() => void hurry().catch(() => {}), of.isHidden ? UNSEEN_MS : PATIENCE_MS)
  return tab.do('ask', times).finally(() => clearInterval(timer))
}

/** Asks so many times, and compares what is answered, and how many requests that takes, with what may be. */
export const ask = (it: InTab, times: number | 'by two instances' = 1): Promise<void> =>
  askAtOnce(it, [it], times)

/** The same in several tabs at once. */
export async function askAtOnce(
  { browser, model, tally }: Soak,
  tabs: readonly InTab[],
  times: number | 'by two instances' = 1,
): Promise<void> {
  // A page may learn of the reader by itself just before.
  await browser.all('isQuiet')
  const askedAt = browser.now()
  const ranges = tabs.map(({ of }) => model.requestsOf(of, times === 'by two instances'))
  const mostOfAll = Math.max(...ranges.map(([, most]) => most))
  const found = await Promise.all(tabs.map((it) => answersOf(it, times)))
  const rights = tabs.map(({ of }) => model.mayAnswer(of))
  for (const [index, { of, name }] of tabs.entries()) {
    const { answers, requests } = found[index] as (typeof found)[number]
    const right = rights[index] as string[]
    const [least, most] = ranges[index] as (typeof ranges)[number]
    const word = answers[0] as string
    count(tally.answers, word)
    count(tally.requests, name, requests)
    if (times !== 'by two instances' && new Set(answers).size > 1)
      throw new Disagreement(`${name} answers one question by ${answers.join(', ')}`)
    // Who asks beside another may hear from it that the reader has changed, and ask once more.
    const mostHere = tabs.length > 1 ? 2 * mostOfAll : most
    if (requests < (tabs.length > 1 ? 0 : least) || requests > mostHere)
      throw new Disagreement(
        `${name} makes ${requests} requests for one question: ${least} to ${mostHere} are right`,
      )
    const wrong = answers.find((each) => (each.startsWith('!') ? !model.mayFail : !right.includes(each)))
    if (wrong) throw new Disagreement(`${name} answers "${wrong}": ${right.join(' or ')} is right`)
    if (word.startsWith('!')) model.hasFailed(of, requests, askedAt)
    else model.wasTold(of, word, requests, askedAt)
  }
  const requests = found.reduce((sum, each) => sum + each.requests, 0)
  const takeTurns = tabs.length > 1 && tabs.every(({ of }) => of.isHidden && !of.isAlone)
  if (takeTurns && !model.mayFail && requests > mostOfAll)
    throw new Disagreement(`${tabs.length} tabs that nobody sees make ${requests} requests at once`)
}

/** What is wrong with what a page shows; nothing where all is well. */
async function wrongIn({ tab, model, of, name }: InTab, tally: Tally['shown']): Promise<string | undefined> {
  if (!of.hasAsked || model.mayBeBehind(of)) return
  const { shown, told, heard, kept } = await tab.do('look')
  count(tally, shown)
  const right = model.mayShow(of)
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
  const jumps = model.isRestless ? RESTLESS_JUMPS : 2
  let since = performance.now()
  for (let jumped = 0, looks = 0; ; looks++) {
    const found = await Promise.all(allTabs(soak).map((it) => wrongIn(it, looks ? {} : tally.shown)))
    const wrong = found.find((it) => it !== undefined)
    if (!wrong) break
    const isLate = performance.now() - since > (jumped === jumps ? AT_LAST_MS : SOON_MS)
    if (isLate && jumped === jumps) throw new Disagreement(wrong)
    if (isLate) {
      jumped++
      await browser.jump(JUMP_MS)
      since = performance.now()
    }
    await pause(LOOK_MS)
  }
  const surprises = browser.surprises()
  if (surprises.length) throw new Disagreement(surprises.join('\n'))
}

/** At the end everything works, and hours go by: each page is told who reads, and shows it. */
export async function heal(soak: Soak): Promise<void> {
  const { browser, model } = soak
  browser.service.trouble = WORKS
  model.setTrouble(WORKS)
  for (let hours = 0; hours < 3; hours++) await browser.jump(HOUR_MS)
  for (const it of allTabs(soak)) {
    // Only a word that nobody reads, by a presence cookie that is not there, holds for so long.
    it.of.holdsUntil = it.of.sparesUntil = 0
    await ask(it)
  }
  await settle(soak)
  const cookies = await browser.context.cookies(browser.service.url('/'))
  const spId = cookies.find(({ name }) => name === 'SP_ID')?.value
  if (spId !== SP_IDS[model.reader]) throw new Disagreement(`SP_ID is ${spId} where "${model.reader}" reads`)
}

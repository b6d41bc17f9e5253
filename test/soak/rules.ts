/** The rules of a soak: pages beside the model, after each step. */
import type { Browser, Tab } from './browser.ts'
import { type Model, type Path, TabModel } from './model.ts'
import { READERS, wordOf } from './readers.ts'
import { WORKS } from './troubles.ts'

/** Pages differ from what a reader may see. */
export class Disagreement extends Error {}

/** How often what happened. */
export type Counts = Record<string, number>

export interface Tally {
  readonly steps: Counts
  readonly troubles: Counts
  readonly answers: Counts
  readonly shown: Counts
  requests: number
}

export const newTally = (): Tally => ({ steps: {}, troubles: {}, answers: {}, shown: {}, requests: 0 })

export const count = (counts: Counts, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

const HOUR_MS = 3_600_000
const SP_IDS = Object.fromEntries(Object.values(READERS).map((reader) => [wordOf(reader), reader.sp_id]))
const GIVEN_UP_MS = 9000
const PATIENCE_MS = 5000
const UNSEEN_MS = 1000
const LOOK_MS = 20
/** News reach another process by then, on a busy machine too. */
const AT_ONCE_MS = 1500
const JUMP_MS = 5000
/** Where a reader changes often, pages look every five seconds, and the worst of them within five minutes. */
const RESTLESS_JUMPS = 61

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What pages of a soak are compared by. */
export interface Soak {
  readonly browser: Browser
  readonly tally: Tally
}

/** Opens a tab, and asks there. */
export async function open(soak: Soak, model: Model, path: Path): Promise<void> {
  await soak.browser.open(path)
  model.tabs.push(new TabModel(path))
  await ask(soak, model, model.tabs.length - 1)
}

/** Asks in a tab, and compares what it is answered, and how many requests that takes, with what may be. */
export async function ask(
  { browser, tally }: Soak,
  model: Model,
  index: number,
  { times = 1, more = 0 }: { times?: number; more?: number } = {},
): Promise<void> {
  const [tab, of] = at(browser, model, index)
  // A page may learn of the reader by itself just before.
  await browser.isQuiet()
  const askedAt = browser.now()
  const [least, most] = model.requestsOf(of)
  tab.requests = 0
  const answers = await browser.patient(
    tab.do('ask', times),
    of.isHidden ? UNSEEN_MS : PATIENCE_MS,
    async () => {
      // A page that nobody sees may wait until somebody looks; any other gives up what takes too long.
      if (!of.isHidden) return browser.jump(GIVEN_UP_MS)
      of.isHidden = false
      await tab.do('hide', false)
    },
  )
  await browser.isQuiet()
  const word = answers[0] as string
  count(tally.answers, word)
  tally.requests += tab.requests
  const name = `tab ${index} (${of.path})`
  if (new Set(answers).size > 1)
    throw new Disagreement(`${name} answers one question by ${answers.join(', ')}`)
  if (tab.requests < least || tab.requests > most + more)
    throw new Disagreement(
      `${name} makes ${tab.requests} requests for one question: ${least} to ${most + more} are right`,
    )
  const isFailure = word.startsWith('!')
  const right = model.mayAnswer(of)
  if (isFailure ? !model.mayFail : !right.includes(word))
    throw new Disagreement(`${name} answers "${word}": ${right.join(' or ')} is right`)
  if (isFailure) model.hasFailed(of, tab.requests, askedAt)
  else model.wasTold(of, word, tab.requests, askedAt)
}

export function at(browser: Browser, model: Model, index: number): [Tab, TabModel] {
  return [browser.tabs[index] as Tab, model.tabs[index] as TabModel]
}

/** What is wrong with what a page shows; nothing where all is well. */
async function wrongIn(tab: Tab, model: Model, of: TabModel, tally?: Tally): Promise<string | undefined> {
  if (!of.hasAsked || model.mayBeBehind(of)) return undefined
  const { shown, status, told, kept } = await tab.do('look')
  if (tally) count(tally.shown, status)
  const right = model.mayShow(of)
  if (!right.includes(shown)) return `shows "${shown}" (${status}): ${right.join(' or ')} is right`
  if (status !== 'loading' && told !== shown) return `has told "${told}" by events, and shows "${shown}"`
  // Where a cookie tells, what is kept counts no more by that alone.
  const gone = !model.isDeclared && kept.find((id) => !right.some((word) => word.startsWith(`${id} `)))
  if (gone) return `keeps a session of ${gone}: ${right.join(' or ')} is right`
}

/** Each page that its reader may look at shows who reads: at once, or as soon as it may look again. */
export async function settle({ browser, tally }: Soak, model: Model): Promise<void> {
  const jumps = model.isRestless ? RESTLESS_JUMPS : 2
  let since = performance.now()
  for (let jumped = 0, looks = 0; ; looks++) {
    await browser.isQuiet()
    const found = await Promise.all(
      browser.tabs.map((tab, index) =>
        wrongIn(tab, model, model.tabs[index] as TabModel, looks ? undefined : tally),
      ),
    )
    const index = found.findIndex((wrong) => wrong !== undefined)
    if (index < 0) break
    const isLate = performance.now() - since > (jumped === 0 || jumped === jumps ? AT_ONCE_MS : 3 * LOOK_MS)
    if (isLate && jumped === jumps)
      throw new Disagreement(`tab ${index} (${model.tabs[index]?.path}) ${found[index]}`)
    if (isLate) {
      jumped++
      await browser.jump(JUMP_MS)
      since = performance.now()
    }
    await pause(LOOK_MS)
  }
  const surprises = [...browser.service.surprises(), ...browser.thrown.splice(0)]
  if (surprises.length) throw new Disagreement(surprises.join('\n'))
}

/** At the end everything works, and hours go by: each page is told who reads, and shows it. */
export async function heal(soak: Soak, model: Model): Promise<void> {
  const { browser } = soak
  browser.service.trouble = WORKS
  model.setTrouble(WORKS)
  for (let hours = 0; hours < 3; hours++) await browser.jump(HOUR_MS)
  for (const [index, of] of model.tabs.entries()) {
    // Only a word that nobody reads, by a presence cookie that is not there, holds for so long.
    of.holdsUntil = of.sparesUntil = 0
    await ask(soak, model, index)
  }
  await settle(soak, model)
  const cookies = await browser.context.cookies(browser.service.url('/'))
  const spId = cookies.find(({ name }) => name === 'SP_ID')?.value
  const right = SP_IDS[model.reader]
  if (model.tabs.length && spId !== right)
    throw new Disagreement(`SP_ID is ${spId} where "${model.reader}" reads`)
}

/** Questions of pages, each compared with what the model makes of it, and where they lead. */
import { METHODS, type Method } from './answers.ts'
import type { Exchange } from './exchange.ts'
import { asksToLeave, type Fault, SINGLE, STAYING, TROUBLE, WORKS } from './faults.ts'
import type { Command, Report } from './in-page.ts'
import type { Asked, Put } from './model.ts'
import type { Run } from './run.ts'
import type { Tab } from './tab.ts'
import { InstanceModel, type PageModel } from './tab-model.ts'

interface AskOptions {
  methods?: readonly Method[]
  fault?: Fault
  /** An event at which a listener clears the cache. */
  clearAt?: string
}

/** Where the browser goes for a new cookie. */
export const REFRESH = '/session-refresh'

const LOGOUT_MS = 10_001
// No tab goes by what another one has told.
const FRESH_MS = 10_000
// What is kept or paused is over then.
const HOUR_MS = 3_600_001

/** A page asks, once or several times at once. */
export async function ask(run: Run, tab: Tab, { methods, fault, clearAt }: AskOptions = {}): Promise<void> {
  const { model, random } = run
  const { page } = tab.model
  const { instance } = page
  const asked = methods ?? [random.pick(METHODS)]
  // After what a head was answered in vain there is one attempt left, so it is to be a good one.
  const given = model.takesHead(tab.model, instance) ? WORKS : (fault ?? run.anyFault())
  const exchange = run.expect(given, model.wouldFetch(tab.model, instance))
  const expected = model.asks(tab.model, instance, given)
  if (clearAt && expected.heard.some((event) => event.startsWith(`${clearAt} `)))
    model.clears(tab.model, instance)
  const act = () =>
    run.command(
      tab,
      { do: 'ask', methods: asked, hasty: !!given.hasty && !!exchange, clearAt },
      expected.hasReply,
    )
  const report = expected.leaves ? await run.shows(tab.model, () => tab.leaves(act)) : await act()
  const answers = run.answers(asked, expected)
  const visits = expected.leaves ? [REFRESH] : []
  await run.check(tab, spokenFor(tab, page, report), { ...expected, answers, visits }, exchange)
  if (expected.leaves) await arrive(run, tab)
}

/** A page that was left has spoken for itself; the tab is at the next one by now. */
export const spokenFor = (tab: Tab, page: PageModel, report: Report): Report =>
  report.born === page.born && page !== tab.model.page
    ? { ...report, born: tab.model.page.born, status: undefined }
    : report

/** After a departure: looks at the page that it led to, and sometimes goes back to the one that was left. */
export async function arrive(run: Run, tab: Tab): Promise<void> {
  if (tab.stays) return
  await run.look(tab)
  if (!tab.left || !run.random.chance(0.2)) return
  await goBack(run, tab)
  if (run.random.chance(0.5)) await visit(run, tab)
  await ask(run, tab)
}

/** Goes back to the page that was left last. */
export async function goBack(run: Run, tab: Tab): Promise<void> {
  const { path = '' } = tab.left ?? {}
  tab.left = undefined
  await travel(run, tab, 'back', path)
}

/** Goes one page back or forward, and looks at it. */
export async function travel(
  run: Run,
  tab: Tab,
  where: 'back' | 'forward',
  path: string,
  heads?: readonly Fault[],
): Promise<void> {
  run.note(`${tab.name}: ${where}`)
  const go = () =>
    where === 'back' ? tab.page.goBack({ waitUntil: 'commit' }) : tab.page.goForward({ waitUntil: 'commit' })
  // Which of the two is the browser's to decide.
  const exchange = run.service.expect(WORKS)
  const restored = await run.shows(tab.model, () => tab.goes(path, go), { heads })
  const expected = restored ? run.model.returns(tab.model) : undefined
  run.count('tabs', restored ? 'went back or forward, page restored' : 'went back or forward, page loaded')
  if (expected) run.count('tabs', 'restored, and asked who reads by now')
  await run.look(tab, expected, exchange)
}

/** A second instance on the same page asks, and is gone. */
export async function visit(run: Run, tab: Tab): Promise<void> {
  const { model } = run
  const visitor = new InstanceModel()
  model.constructs(tab.model, visitor)
  const head = model.takesHead(tab.model, visitor) ? tab.model.page.head : undefined
  // A page that is left for a refresh would take the visitor with it before it is disposed.
  if (head && asksToLeave(head.fault)) return ask(run, tab)
  const method = run.random.pick(METHODS)
  const drawn = run.anyFault()
  const fault = head || asksToLeave(drawn) ? WORKS : drawn
  const exchange = run.expect(fault, model.wouldFetch(tab.model, visitor))
  const expected = model.asks(tab.model, visitor, fault)
  const hasty = !!fault.hasty && !!exchange
  const report = await run.command(tab, { do: 'visit', method, hasty }, expected.hasReply)
  await run.check(tab, report, { ...expected, answers: run.answers([method], expected) }, exchange)
}

/** Does what the model is to take note of, and nothing is told, called or asked. */
export async function quietly(run: Run, tab: Tab, command: Command): Promise<void> {
  run.service.expectNone()
  await run.check(tab, await run.command(tab, command), {})
}

export async function clear(run: Run, tab: Tab): Promise<void> {
  run.model.clears(tab.model, tab.model.page.instance)
  await quietly(run, tab, { do: 'clear' })
}

/**
 * Whether the next question may be held back: it reaches the service, and its answer does not take a cookie away, which
 * would matter to the questions after it.
 */
export const reaches = ({ model }: Run, { model: tab }: Tab): boolean =>
  model.cookie !== 'ended' && model.wouldFetch(tab, tab.page.instance) && !model.isJoined(tab)

/** Clears the cache, and says whether the next question may be held back. */
export async function isReady(run: Run, tab: Tab): Promise<boolean> {
  await clear(run, tab)
  return reaches(run, tab)
}

/** A question on its way. */
export interface Started {
  readonly ticket: string
  readonly exchange: Exchange
  readonly put: Put
  readonly instance: InstanceModel
}

/** Puts a question whose answer the service holds back, unless it is not to. */
export async function start(run: Run, tab: Tab, ticket: string, fault: Fault, hold = true): Promise<Started> {
  const { model, service } = run
  run.note(`the service${hold ? ', late' : ''}: ${fault.name}`)
  run.count('faults', fault.name)
  const exchange = service.expect(fault, hold)
  const { instance } = tab.model.page
  const put = model.starts(tab.model, instance, fault)
  const before = await run.command(tab, { do: 'start', ticket })
  await exchange.arrived
  // What is answered at once may be over by now.
  const report = await run.command(tab, { do: hold ? 'await listening' : 'look' })
  report.heard.unshift(...before.heard)
  report.posted += before.posted
  await run.check(tab, report, { requests: [1, 1] }, exchange)
  return { ticket, exchange, put, instance }
}

/** The answer comes. `meanwhile` is told what it leads to, before the pages are looked at. */
export async function settle(
  run: Run,
  tab: Tab,
  started: Started,
  current: boolean,
  meanwhile: () => void = () => {},
): Promise<void> {
  const { ticket, exchange, put, instance } = started
  const expected = run.model.resolve(tab.model, instance, put, current)
  meanwhile()
  await run.tellTime()
  // One that is stale is asked for once more.
  const again = run.service.expect(WORKS)
  exchange.release()
  const report = await run.command(tab, { do: 'settle', ticket }, expected.hasReply)
  const requests = exchange.requests + again.requests
  return run.check(tab, report, { ...expected, answers: run.answers(['hasSession'], expected) }, { requests })
}

/** The answer comes to one that was disposed meanwhile: whoever asked knows, and nothing else happens. */
export async function settleDisposed(run: Run, tab: Tab, { ticket, exchange }: Started): Promise<void> {
  const report = await run.command(tab, { do: 'settle', ticket })
  await run.check(tab, report, { answers: ['!disposed'], requests: [1, 1] }, exchange)
}

/** An answer is overtaken: the session is dropped while it is on its way, and asked for anew. */
export async function overtake(
  run: Run,
  tab: Tab,
  ends: ((run: Run, tab: Tab) => Promise<void>)[],
): Promise<void> {
  const { random, model } = run
  if (!(await isReady(run, tab))) return ask(run, tab)
  const before = await start(run, tab, 'before', random.weighted(SINGLE))
  await random.pick(ends)(run, tab)
  // A logout that has not left its page yet answers for the service.
  if (model.shared.agreement.isLeaving(model.now)) model.now += LOGOUT_MS
  await run.catchUp()
  const after = await start(run, tab, 'after', random.weighted(STAYING))
  if (random.chance(0.5)) {
    await settle(run, tab, before, false)
    await settle(run, tab, after, true)
  } else {
    await settle(run, tab, after, true)
    await settle(run, tab, before, false)
  }
}

/** Two tabs ask in the same moment, each for itself or one for the other. */
export async function askInTwoTabs(run: Run, tab: Tab): Promise<void> {
  const { model, random, service } = run
  const other = random.pick(run.tabs.filter((it) => it !== tab))
  const tabs = [tab, other]
  if (random.chance(0.5)) model.now += HOUR_MS
  const requests = model.requestsAtOnce(tab.model, other.model)
  if (!requests) {
    for (const it of tabs) await ask(run, it, { fault: WORKS })
    return
  }
  run.count('tabs', 'asked at once with another')
  const asks = tabs.map((it) => {
    const asked = model.asks(it.model, it.model.page.instance, WORKS)
    return { it, asked, answers: run.answers(['hasSession'], asked) }
  })
  for (let call = 0; call < requests; call++) run.count('faults', WORKS.name)
  const exchange = service.expect(WORKS)
  const command = (it: Tab) => run.command(it, { do: 'ask', methods: ['hasSession'], hasty: false })
  const reports = await Promise.all(tabs.map(command))
  // Each has spoken when it was done itself; the cookie is looked at when both are.
  const { spId } = await run.command(tab, { do: 'look' })
  for (const [index, { it, asked, answers }] of asks.entries()) {
    const report = { ...(reports[index] as Report), spId }
    // On a busy machine the second one may be told of the answer before it asks.
    const expected = { ...asked, answers, requests: [1, requests] as const, asksAtOnce: false }
    await run.check(it, report, expected, exchange)
  }
  // Either of them may have asked for both: what each has heard is no matter any more.
  model.now += FRESH_MS
}

/** The browser loses the network, and has it again: all pages hear of it, and one asks. */
export async function comeOnline(run: Run, tab: Tab): Promise<void> {
  const { model, browser } = run
  if (run.random.chance(0.6)) await missTrouble(run, tab)
  await run.tellTime()
  await browser.setOffline(true)
  await browser.setOffline(false)
  for (const it of [...run.tabs]) {
    model.comesOnline(it.model)
    await quietly(run, it, { do: 'come online' })
  }
  await ask(run, tab)
}

/** The service is in trouble, and another tab does not know. */
async function missTrouble(run: Run, tab: Tab): Promise<void> {
  await clear(run, tab)
  await ask(run, tab, { fault: TROUBLE })
  const other = run.random.pick(run.tabs.filter((it) => it !== tab))
  if (other.model.denied) return
  other.model.empty(false)
  await quietly(run, other, { do: 'wipe' })
}

/** The reader looks at something else, or comes back to the page. */
export async function turn(run: Run, tab: Tab): Promise<void> {
  const { model, service } = run
  const { page } = tab.model
  const exchange = service.expect(WORKS)
  const expected = model.turns(tab.model)
  if (expected?.requests[1] && !page.isHidden) run.count('tabs', 'asked once it was seen')
  run.count('tabs', page.isHidden ? 'hidden' : 'shown')
  const report = await run.command(tab, { do: page.isHidden ? 'hide' : 'show' }, expected?.hasReply)
  await run.check(tab, report, expected ?? {}, exchange)
}

/** A page fails while it is hidden, and is shown: in the pause that its failure has begun, or after it. */
export async function failUnseen(run: Run, tab: Tab): Promise<void> {
  const { model, random } = run
  if (!tab.model.page.isHidden) await turn(run, tab)
  await clear(run, tab)
  await ask(run, tab, { fault: TROUBLE })
  if (random.chance(0.7)) model.now += HOUR_MS
  await turn(run, tab)
}

/** While an answer is on its way to a tab in the background, another one asks there, and waits for its turn, or until it is shown. */
export async function waitInBackground(run: Run, tab: Tab): Promise<void> {
  const { model, random, service } = run
  model.now += HOUR_MS
  const others = run.tabs.filter((it) => it !== tab && !it.model.alone)
  const waiting = random.pick(others.length ? others : [tab])
  for (const it of [waiting, tab]) if (!it.model.page.isHidden) await turn(run, it)
  const isReadyToAsk = waiting !== tab && !tab.model.alone && (await isReady(run, tab))
  const { cookie } = model
  // What is not to be kept is not shared: the other one would ask as well.
  const isShared = typeof cookie !== 'object' || cookie.lifetimeMs !== 0
  if (!isReadyToAsk || !isShared || !model.waitsForTurn(waiting.model)) return ask(run, waiting)
  const started = await start(run, tab, 'asks', random.pick([WORKS, WORKS, TROUBLE]))
  const ticket = 'waits'
  model.beginsToWait(waiting.model)
  const before = await run.command(waiting, { do: 'start', ticket })
  const queued = await run.command(waiting, { do: 'await turn' })
  queued.posted += before.posted
  await run.check(waiting, queued, {})

  let asked: Asked | undefined
  const isTold = random.chance(0.6)
  if (isTold) await settle(run, tab, started, true, () => (asked = model.hasItsTurn(waiting.model)))
  run.count('tabs', asked ? 'waited for its turn' : 'shown while it waited for its turn')
  const heard: string[] = []
  const exchange = service.expect(WORKS)
  if (!asked) {
    asked = model.isShownWaiting(waiting.model)
    heard.push(...(await run.command(waiting, { do: 'show' })).heard)
  }
  const report = await run.command(waiting, { do: 'settle', ticket })
  report.heard.unshift(...heard)
  await run.check(waiting, report, { ...asked, answers: run.answers(['hasSession'], asked) }, exchange)
  if (!isTold) await settle(run, tab, started, true)
}

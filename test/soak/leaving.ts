/** Steps that make a tab leave its page, or another reader of its: logins, logouts, and answers that come after them. */
import type { Model, TabModel } from './model.ts'
import { READERS, wordOf } from './readers.ts'
import { ask, at, Disagreement } from './rules.ts'
import type { InTab } from './step.ts'

let last = 0

/** The tabs that hear of a login before its page is told of it: a cookie tells them. */
const hearing = (model: Model, of: TabModel): TabModel[] => (model.isDeclared ? model.tabs : [of])

/** Logs in by way of the account service, and asks. */
export async function logIn(step: InTab, name: string): Promise<void> {
  const { soak, model, index, tab, of } = step
  const { service } = soak.browser
  service.next = name
  const state = `state-${++last}`
  const moment = soak.browser.now()
  await tab.goes(
    () => tab.do('login', state),
    (url) => url.searchParams.get('state') === state,
  )
  model.changes(name, hearing(model, of), moment)
  of.loads()
  await ask(soak, model, index)
}

/** The same by a popup, which the page waits for. */
export async function logInByPopup({ soak, model, tab, of, index }: InTab, name: string): Promise<void> {
  const { service, context } = soak.browser
  service.next = name
  const moment = soak.browser.now()
  const closed = context.waitForEvent('page').then(async (popup) => {
    if (!popup.isClosed()) await popup.waitForEvent('close')
  })
  const [outcome] = await Promise.all([tab.do('loginPopup', service.url('/relay')), closed])
  const isConnected = READERS[name]?.result === true
  model.changes(name, hearing(model, of), moment)
  if (!model.mayFail && outcome !== (isConnected ? 'connected' : 'cancelled'))
    throw new Disagreement(`a login of ${wordOf(READERS[name] ?? null)} by a popup ends as ${outcome}`)
  await ask(soak, model, index)
}

export async function logOut({ soak, model, index, tab, of }: InTab): Promise<void> {
  const back = soak.browser.service.url(`${of.path}?out=${++last}`)
  const moment = soak.browser.now()
  await tab.goes(
    () => tab.do('logout', back),
    (url) => url.href === back,
  )
  model.changes(undefined, model.around(of), moment)
  of.loads()
  const { kept } = await tab.do('look')
  if (kept.length) throw new Disagreement(`tab ${index} keeps a session of ${kept} after a logout`)
  await ask(soak, model, index)
}

/** Begins to ask, has the session dropped before the answer comes, and looks what becomes of that answer. */
export async function beginThen(step: InTab, what: string): Promise<void> {
  const { soak, model, index, tab, of } = step
  const { browser } = soak
  const { service } = browser
  await tab.do('clear')
  model.clears(of)
  const before = model.mayAnswer(of)
  const arrived = service.arrival()
  const release = service.hold()
  try {
    await tab.do('begin')
    const isAsking = await Promise.race([arrived.then(() => true), tab.do('taken').then(() => false)])
    const other = model.tabs.findIndex((it) => it !== of)
    if (what === 'clear' || other < 0) {
      await tab.do('clear')
      model.clears(of)
    } else await changeBy(step, other, what)
    release()
    const word = await tab.do('taken')
    // Who has cleared the session itself is told what was true when it asked.
    const right =
      what === 'clear' || other < 0 || of.isAlone ? [...before, ...model.mayAnswer(of)] : model.mayAnswer(of)
    if (!right.includes(word))
      throw new Disagreement(
        `tab ${index} was asked before "${what}", and answers "${word}": ${right.join(' or ')} is right`,
      )
    await browser.isQuiet()
    of.hasAsked = true
    if (!isAsking) return
  } finally {
    release()
  }
  await ask(soak, model, index)
}

/** Another tab logs in or out; it asks later. */
async function changeBy({ soak, model }: InTab, index: number, what: string): Promise<void> {
  const [tab, of] = at(soak.browser, model, index)
  const { service } = soak.browser
  service.next = 'Grace'
  const moment = soak.browser.now()
  const mark = `state-${++last}`
  const back = service.url(`${of.path}?out=${mark}`)
  if (what === 'log in') {
    await tab.goes(
      () => tab.do('login', mark),
      (url) => url.searchParams.get('state') === mark,
    )
    model.changes('Grace', hearing(model, of), moment)
  } else {
    await tab.goes(
      () => tab.do('logout', back),
      (url) => url.href === back,
    )
    model.changes(undefined, model.around(of), moment)
  }
  of.loads()
}

/** Steps that make a tab leave its page, or another reader of its: logins, logouts, and answers that come after them. */
import type { Model } from './model.ts'
import { READERS, wordOf } from './readers.ts'
import { ask, clear, Disagreement, type InTab, inTab } from './rules.ts'
import type { TabModel } from './tab-model.ts'

const CALLS = '**/v2/session?**'
let last = 0

/** The tabs that hear of a login before its page is told of it: a cookie tells them. */
const hearing = (model: Model, of: TabModel): TabModel[] => (model.site.isDeclared ? model.tabs : [of])

/** Leaves to log in or out, and comes back. */
async function leave({ browser, model, tab, of }: InTab, name: string | null): Promise<void> {
  const moment = browser.now()
  const mark = `=state-${++last}`
  if (name) {
    browser.service.next = name
    await tab.leaves(() => tab.do('login', mark.slice(1)), mark)
    model.changes(name, hearing(model, of), moment)
  } else {
    await tab.leaves(() => tab.do('logout', browser.service.url(`${of.path}?out${mark}`)), mark)
    model.changes(null, model.around(of), moment)
  }
  of.loads()
}

/** Logs in by way of the account service, and asks. */
export async function logIn(it: InTab, name: string): Promise<void> {
  await leave(it, name)
  await ask(it)
}

/** The same by a popup, which the page waits for. */
export async function logInByPopup(it: InTab, name: string): Promise<void> {
  const { browser, model, tab, of } = it
  const moment = browser.now()
  browser.service.next = name
  const closed = browser.context.waitForEvent('page').then(async (popup) => {
    if (!popup.isClosed()) await popup.waitForEvent('close')
  })
  const [outcome] = await Promise.all([tab.do('loginPopup', browser.service.url('/relay')), closed])
  const reader = READERS[name]
  model.changes(name, hearing(model, of), moment)
  if (!model.mayFail && outcome !== (reader?.result ? 'connected' : 'cancelled'))
    throw new Disagreement(`a login of ${wordOf(reader ?? null)} by a popup ends as ${outcome}`)
  await ask(it)
}

export async function logOut(it: InTab): Promise<void> {
  await leave(it, null)
  const { kept } = await it.tab.do('look')
  if (kept.length) throw new Disagreement(`${it.name} keeps a session of ${kept} after a logout`)
  await ask(it)
}

/**
 * The service wants a visit before it answers, where a browser lets nothing else write its cookie. The page leaves for it once. It stays where
 * the visit did not help, or where it could not tell.
 */
export async function visit(it: InTab, helps: boolean): Promise<void> {
  const { browser, tab, of, name } = it
  await clear(it)
  const { visits } = browser.service
  const mark = `=visit-${++last}`
  const leaves = !of.keepsNothing
  const origin = new URL(tab.page.url()).origin
  const cors = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
  const wish = { json: { redirectURL: `/visit?mark${mark}` }, headers: cors }
  await tab.page.route(CALLS, (route) => route.fulfill(wish), leaves && helps ? { times: 1 } : {})
  if (leaves) await tab.leaves(() => tab.do('ask', 1), mark)
  if (leaves) of.loads()
  if (!helps || !leaves) {
    const { answers } = await tab.do('ask', 1)
    if (answers[0] !== '!refresh-failed')
      throw new Disagreement(`${name} answers ${answers} after a visit in vain`)
  }
  await tab.page.unroute(CALLS)
  await ask(it)
  const made = browser.service.visits - visits
  if (made !== Number(leaves))
    throw new Disagreement(`${name} visits the service ${made} times for a new cookie`)
}

/** Begins to ask, has the session dropped before the answer comes, and looks what becomes of that answer. */
export async function beginThen(it: InTab, what: 'clear' | 'log in' | 'log out'): Promise<void> {
  const { browser, model, tab, of, name } = it
  await clear(it)
  const before = model.mayAnswer(of)
  const other = model.tabs.findIndex((each) => each !== of)
  const isByItself = what === 'clear' || other < 0
  const { arrived, release } = browser.service.hold()
  try {
    const asked = tab.do('ask', 1)
    const isAsking = await Promise.race([arrived.then(() => true), asked.then(() => false)])
    // The other tab asks later.
    if (isByItself) await clear(it)
    else await leave(inTab(it, other), what === 'log in' ? 'Grace' : null)
    release()
    const word = (await asked).answers[0] as string
    // Who has cleared the session itself is told what was true when it asked.
    const right = [...(isByItself || of.isAlone ? before : []), ...model.mayAnswer(of)]
    if (!right.includes(word))
      throw new Disagreement(
        `${name} was asked before "${what}", and answers "${word}": ${right.join(' or ')} is right`,
      )
    of.hasAsked = true
    if (!isAsking) return
  } finally {
    release()
  }
  await ask(it)
}

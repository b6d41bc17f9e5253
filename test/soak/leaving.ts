/** What makes a tab show another page, or another tab: login, logout, the history, windows. */
import { arrive, ask, clear, spokenFor, travel } from './asking.ts'
import { asksToLeave, STAYING, WORKS } from './faults.ts'
import { READERS } from './readers.ts'
import type { Run } from './run.ts'
import type { Tab } from './tab.ts'
import { TabModel } from './tab-model.ts'

// What a session says of its lifetime; nothing stands for 300 s, and one of none is never kept.
const LIFETIMES_MS = [undefined, undefined, 60_000, 3_600_000, 0]

/** Says to the account service who logs in next. */
export function drawReader(run: Run): void {
  const [name, reader] = run.random.pick(Object.entries(READERS))
  run.service.next = { reader, lifetimeMs: run.random.pick(LIFETIMES_MS) }
  run.service.expectNone()
  run.count('logins', name)
}

/** A reader logs in, by way of the account service: the cookie is another one for every tab. */
export async function logIn(run: Run, tab: Tab): Promise<void> {
  const { model, random, service } = run
  drawReader(run)
  const { page } = tab.model
  model.logsIn(tab.model, page.instance, false)
  const state = `state-${random.fraction()}`
  const effect = () => void (model.cookie = { ...service.next })
  const report = await run.shows(
    tab.model,
    () => tab.leaves(() => run.command(tab, { do: 'login', state })),
    {
      effect,
    },
  )
  await run.check(tab, spokenFor(tab, page, report), { answers: ['null'], visits: ['/session-start'] })
  await arrive(run, tab)
}

/** Readers come and go in a moment: the other pages hear of it at once, and then less and less often. */
export async function logInOften(run: Run, tab: Tab): Promise<void> {
  for (let left = run.random.between(2, 4); left; left--) {
    await logIn(run, tab)
    await ask(run, tab, { fault: WORKS })
  }
}

export async function logOut(run: Run, tab: Tab): Promise<void> {
  const { model } = run
  run.service.expectNone()
  const { page } = tab.model
  const heard = model.logsOut(tab.model, page.instance)
  const effect = () => void (model.cookie = 'none')
  const report = await run.shows(tab.model, () => tab.leaves(() => run.command(tab, { do: 'logout' })), {
    effect,
  })
  await run.check(tab, spokenFor(tab, page, report), { heard, visits: ['/logout'] })
  await arrive(run, tab)
}

/** A window that a page opens, with a copy of what its storage holds, or, without an opener, none of it. */
function copyOf({ model }: Tab, opener = true): TabModel {
  const copy = new TabModel(model.page.path)
  if (!opener) return copy
  copy.full = model.full
  copy.kept = new Map([...model.kept].map(([name, entry]) => [name, { ...entry }]))
  return copy
}

/** The window that `act` opens on the address of a page, and what `act` gives. */
function opens<T>(
  run: Run,
  { model: { page } }: Tab,
  model: TabModel,
  act: () => Promise<T>,
  effect?: () => void,
): Promise<[Tab, T]> {
  const open = async (): Promise<[Tab, T]> => {
    const [opened, done] = await Promise.all([run.browser.waitForEvent('page'), act()])
    const window = run.adopt(model, opened)
    await window.wasOpened(page.path)
    return [window, done]
  }
  return run.shows(model, open, { effect })
}

/** A reader logs in by a popup, which ends on the page that it was opened from; that page stays where it is. */
export async function logInByPopup(run: Run, tab: Tab): Promise<void> {
  const { model, random, service } = run
  drawReader(run)
  model.logsIn(tab.model, tab.model.page.instance, true)
  const state = `state-${random.fraction()}`
  const login = { do: 'login', state, popup: true } as const
  const effect = () => void (model.cookie = { ...service.next })
  const [popup, report] = await opens(run, tab, copyOf(tab), () => run.command(tab, login), effect)
  await run.check(tab, report, { answers: ['a window'], visits: ['/session-start'] })
  await run.look(popup)
  run.count('tabs', 'opened as a login popup')
  if (random.chance(0.5)) await ask(run, popup)
  await close(run, popup)
  await ask(run, tab)
}

/** Opens a page from a page. */
export async function duplicate(run: Run, tab: Tab): Promise<void> {
  const opener = run.random.chance(0.7)
  run.note(`${tab.name}: opens a tab ${opener ? 'with a copy of the storage' : 'of its own'}`)
  const features = opener ? '' : 'noopener'
  const act = () => tab.page.evaluate((given) => void window.open(location.href, '_blank', given), features)
  const [copy] = await opens(run, tab, copyOf(tab, opener), act)
  run.count('tabs', opener ? 'duplicated' : 'opened by a page, without an opener')
  await run.look(copy)
  await ask(run, copy)
}

export async function reload(run: Run, tab: Tab): Promise<void> {
  run.note(`${tab.name}: reload`)
  await run.shows(tab.model, () => tab.goes(tab.model.page.path, () => tab.page.reload()))
  run.count('tabs', 'reloaded')
  await run.look(tab)
}

/** Another page of the site, and back, and perhaps forward and back again; each asks. */
export async function wander(run: Run, tab: Tab): Promise<void> {
  const { random, service } = run
  const { head, path } = tab.model.page
  // Where the page is left for a refresh, "back" leads elsewhere.
  const heads = STAYING
  const staying = () => ({ fault: random.weighted(STAYING) })
  if (head && asksToLeave(head.fault)) await clear(run, tab)
  const second = tab.model.alone ? path : '/second'
  run.note(`${tab.name}: to the second page`)
  await run.shows(tab.model, () => tab.goes(second, () => tab.page.goto(service.url(`${second}?2`))), {
    heads,
  })
  tab.left = undefined
  await run.look(tab)
  await ask(run, tab, staying())
  await travel(run, tab, 'back', path, heads)
  await ask(run, tab, staying())
  if (!random.chance(0.5)) return
  await travel(run, tab, 'forward', second, heads)
  await ask(run, tab, staying())
  await travel(run, tab, 'back', path, heads)
}

export async function close(run: Run, tab: Tab): Promise<void> {
  run.note(`${tab.name}: closed`)
  await tab.page.close()
  run.drop(tab)
  run.count('tabs', 'closed')
}

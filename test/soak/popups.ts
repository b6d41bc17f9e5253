/** Logins by a popup whose outcome the page waits for. */
import { clear } from './asking.ts'
import { WORKS } from './faults.ts'
import { drawReader } from './leaving.ts'
import type { Asked, Outcome } from './model.ts'
import type { Run } from './run.ts'
import type { Tab } from './tab.ts'

/** A reader logs in by a popup, which ends on the page of the relay; the page asks the service how it ended. */
export async function waitForPopup(run: Run, tab: Tab): Promise<void> {
  const { model, random, service, browser } = run
  drawReader(run)
  const { instance } = tab.model.page
  await clear(run, tab)
  model.logsIn(tab.model, instance, true)
  const exchange = service.expect(WORKS)
  const state = `state-${random.fraction()}`
  model.cookie = { ...service.next }
  const closed = browser.waitForEvent('page').then(async (popup) => {
    if (!popup.isClosed()) await popup.waitForEvent('close')
  })
  const ticket = 'popup'
  const redirectUri = service.url('/relay')
  const before = await run.command(tab, { do: 'login popup', ticket, state, redirectUri })
  await closed
  const report = await run.command(tab, { do: 'settle', ticket })
  report.heard.unshift(...before.heard)
  report.unasked.unshift(...before.unasked)
  // Once when the page of the relay calls; where that is no login yet, once more when the popup is closed.
  const asked: Asked[] = []
  let outcome = ''
  while (outcome !== 'connected' && asked.length < 2) {
    model.clears(tab.model, instance)
    const next = model.asks(tab.model, instance, WORKS)
    asked.push(next)
    outcome = ended(next.outcome)
  }
  run.count('tabs', `login popup: ${outcome}`)
  const times = asked.reduce((sum, { requests }) => sum + requests[0], 0)
  await run.check(
    tab,
    report,
    {
      answers: [outcome],
      heard: asked.flatMap(({ heard }) => heard),
      unasked: asked.flatMap((it) => [it.outcome, ...it.unasked]),
      // On a busy machine the page may see its reader before the popup's message comes. Then it asks once more, and learns nothing new.
      requests: [times, times + 1],
      visits: ['/session-start'],
    },
    exchange,
  )
}

/** How a login ended, by what the service says. */
function ended(said: Outcome): string {
  if ('session' in said) return said.session.result && said.session.userId ? 'connected' : 'cancelled'
  return said.reason === 'session-missing' ? 'cancelled' : 'unknown'
}

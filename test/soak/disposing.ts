/** Ends of instances, wherever they are at that moment. */
import { arrive, ask, goBack, isReady, quietly, REFRESH, settleDisposed, spokenFor, start } from './asking.ts'
import { type Fault, REDIRECT, STAYING, WORKS } from './faults.ts'
import type { Run } from './run.ts'
import type { Tab } from './tab.ts'

/** Faults that are told as they are without the plugin that follows redirects. */
const tells = ({ meaning }: Fault) => !(typeof meaning === 'object' && 'redirect' in meaning)

/** Ends the instance of a page; whoever still holds it is told so. */
async function dispose(run: Run, tab: Tab): Promise<void> {
  run.model.disposes(tab.model)
  await quietly(run, tab, { do: 'dispose' })
  await run.check(tab, await run.command(tab, { do: 'ask the disposed' }), { answers: ['!disposed'] })
}

/** Ends the instance of a page and makes another one. */
export async function construct(run: Run, tab: Tab): Promise<void> {
  await dispose(run, tab)
  await constructAgain(run, tab)
}

async function constructAgain(run: Run, tab: Tab): Promise<void> {
  run.model.constructs(tab.model, tab.model.page.instance)
  await quietly(run, tab, { do: 'construct' })
}

/** An instance is disposed while an answer is on its way: whoever asked is told so, and nothing else happens. */
export async function disposeInFlight(run: Run, tab: Tab): Promise<void> {
  const { random } = run
  if (!(await isReady(run, tab))) return ask(run, tab)
  const started = await start(
    run,
    tab,
    'disposed',
    random.pick([WORKS, WORKS, REDIRECT, ...STAYING.filter(tells)]),
  )
  await construct(run, tab)
  started.exchange.release()
  await settleDisposed(run, tab, started)
}

/** Whether a redirect would be followed: none was tried, it can be kept that one was, and no tab is on its way to the logout page. */
const mayLeave = ({ model }: Run, { model: tab }: Tab) => {
  const { instance } = tab.page
  const isBusy = tab.denied || tab.full || tab.get(instance, 'refresh', model.now)
  return !isBusy && !model.shared.agreementFor(tab, instance).isLeaving(model.now)
}

/** An instance is disposed while the page's own function is awaited, before it is left: the page stays. */
export async function disposeBeforeDeparture(run: Run, tab: Tab): Promise<void> {
  if (!(await isReady(run, tab)) || !mayLeave(run, tab)) return ask(run, tab)
  await quietly(run, tab, { do: 'hold departures' })
  const started = await start(run, tab, 'disposed', REDIRECT, false)
  await run.check(
    tab,
    await run.command(tab, { do: 'await departure' }),
    { requests: [1, 1] },
    started.exchange,
  )
  await construct(run, tab)
  await run.check(tab, await run.command(tab, { do: 'depart' }), {})
  await settleDisposed(run, tab, started)
}

/** An instance is disposed while the page is on its way: the page goes, and who asks is told that it does. */
export async function disposeInDeparture(run: Run, tab: Tab): Promise<void> {
  const { model, random } = run
  if (!(await isReady(run, tab)) || !mayLeave(run, tab)) return ask(run, tab)
  const { page } = tab.model
  const exchange = run.expect(REDIRECT, true)
  const expected = model.asks(tab.model, page.instance, REDIRECT)
  const answers = [...run.answers(['hasSession'], expected), '!disposed']
  model.disposes(tab.model)
  const constructs = tab.stays || random.chance(0.5)
  if (constructs) {
    model.constructs(tab.model, page.instance)
    const next = model.asks(tab.model, page.instance, WORKS)
    answers.push(...run.answers(['hasSession'], next))
  }
  const command = () => run.command(tab, { do: 'ask and dispose', constructs })
  const report = await run.shows(tab.model, () => tab.leaves(command))
  await run.check(tab, spokenFor(tab, page, report), { ...expected, answers, visits: [REFRESH] }, exchange)
  if (constructs) return arrive(run, tab)
  await run.look(tab)
  await goBack(run, tab)
  // Restored, the page has no instance; what it left for is over all the same.
  if (tab.model.page === page) await constructAgain(run, tab)
  await ask(run, tab)
}

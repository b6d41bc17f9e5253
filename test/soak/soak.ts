/**
 * A soak: random cycles in a real browser, each compared with the reference model, and what is left in the memory of the
 * pages that live through all of them.
 */

import { relayPage } from 'portico/relay'
import { headStartScript } from 'portico/server'
import { openBrowser } from '../e2e/support/browser.ts'
import { bundle } from '../e2e/support/own-page.ts'
import { EVENTS } from '../support/session-model.ts'
import { ask, clear } from './asking.ts'
import { FAULTS, REDIRECT } from './faults.ts'
import { type Meter, openMeter, type Series, verdict } from './heap.ts'
import { logIn } from './leaving.ts'
import { HEAD, WorldModel } from './model.ts'
import { waitForPopup } from './popups.ts'
import { createRandom } from './random.ts'
import { READERS } from './readers.ts'
import { Disagreement, Run, type Tally } from './run.ts'
import { optionsFor, SITE_HOST, startService } from './service.ts'
import { STEPS } from './steps.ts'
import { listen } from './tab.ts'

export interface Options {
  seed: number
  cycles: number
  /** What the pages' script is bundled from. @default the pages as they are */
  script?: string
  /** Called now and then. */
  progress?(cycle: number): void
}

export interface Result {
  seed: number
  cycles: number
  tally: Tally
  series: Series[]
  milliseconds: number
  chromium: string
  /** Why it failed; empty when all is well. */
  failures: string[]
}

/** Fewer cycles say nothing of the heap: what is compiled and cached is more than what could be left. */
const LONG = 5000
// A look costs as much as ten cycles.
const SAMPLES = 40
const CYCLES_A_LOOK = 25
// What pages draw: how long they wait, and how long pauses are, at least and at most. Long waits take the soak long, too.
const CHANCES = [0, 0, 0, 0.01, 0.02, 0.05, 0.1, 0.5, 0.99]
// Time starts ahead of the browser's own, so that no cookie expires before the soak says so.
const AHEAD_MS = 3_600_000

/** A page; the one that is named so begins the session call in its head. */
const page = (port: number, path: string) => {
  const options = optionsFor(port)
  const redirectUri = `http://${SITE_HOST}:${port}${path}`
  const head = path === HEAD ? headStartScript({ ...options, redirectUri } as never) : ''
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Soak</title><link rel="icon" href="data:,">
<script>window.settings = ${JSON.stringify({ options })}</script><script src="/first.js"></script>
<script>${head}</script><script src="/page.js"></script></html>`
}

const FIRST = "import { first } from './test/soak/in-page-first.ts'; window.soakFirst = first"
const SCRIPT = "import { start } from './test/soak/in-page.ts'; start()"

export async function soak({ seed, cycles, script = SCRIPT, progress }: Options): Promise<Result> {
  const since = Date.now()
  const model = new WorldModel(since + AHEAD_MS)
  const now = () => ({ now: model.now, chance: model.chance })
  const opening = await bundle(FIRST)
  const service = await startService({
    page,
    first: () => `Object.assign(settings, ${JSON.stringify(now())});${opening}`,
    now,
    relay: relayPage({ clientId: 'soak', next: '/' }),
    script: await bundle(script),
  })
  const browser = await openBrowser()
  const run = new Run(browser, service, createRandom(seed), model)
  const failures: string[] = []
  const meters: Meter[] = []
  let cycle = 0
  try {
    await listen(browser)
    meters.push(
      await openMeter(await run.openTab('/', true), 'one page, one instance'),
      await openMeter(await run.openTab('/', true), 'one page, many instances'),
    )
    // What is made once, such as the listener of a page that is being left, is there before anything is measured.
    for (const tab of run.tabs) await waitForPopup(run, tab)
    for (const tab of run.tabs) {
      await logIn(run, tab)
      await clear(run, tab)
      await ask(run, tab, { fault: REDIRECT })
    }
    model.now += AHEAD_MS
    const every = Math.max(CYCLES_A_LOOK, Math.floor(cycles / SAMPLES))
    for (; cycle < cycles; cycle++) {
      if (cycle % every === 0) for (const meter of meters) await meter.take(cycle)
      if (cycle % 500 === 0) progress?.(cycle)
      await takeStep(run, cycle)
    }
    for (const meter of meters) await meter.take(cycle)
    failures.push(...meters.flatMap(({ series }) => verdict(series, cycles >= LONG)))
    if (cycles >= LONG) failures.push(...missing(run.tally))
  } catch (error) {
    const what = error instanceof Disagreement ? error.message : (error as Error).stack
    failures.push(`${what}\nThe last of what was done, in cycle ${cycle}:\n  ${run.trace(30).join('\n  ')}`)
  }
  const chromium = browser.browser()?.version() ?? 'of unknown version'
  await browser.close()
  await service.close()
  const { tally } = run
  const series = meters.map((meter) => meter.series)
  return { seed, cycles: cycle, tally, series, milliseconds: Date.now() - since, chromium, failures }
}

/** What a long soak is to have seen, and has not. */
function missing(tally: Tally): string[] {
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
  const wanted = {
    steps: names(STEPS),
    faults: names(FAULTS),
    heads: ['none', REDIRECT.name],
    logins: Object.keys(READERS),
    tabs: ['opened as a login popup', 'went back or forward, page restored', 'asked once it was seen'],
    events: EVENTS,
  }
  return Object.entries(wanted).flatMap(([what, list]) =>
    list
      .filter((name) => !tally[what as keyof typeof wanted][name])
      .map((name) => `never seen: ${what}, ${name}`),
  )
}

/** One cycle: in a tab by chance, what suits it, by chance. */
async function takeStep(run: Run, cycle: number): Promise<void> {
  const { random, model } = run
  model.now += random.between(0, 4000)
  model.chance = random.pick(CHANCES)
  const tab = random.pick(run.tabs)
  const step = random.weighted(STEPS.filter(({ suits }) => suits?.(tab, run) ?? true))
  run.note(`cycle ${cycle}: ${step.name}`)
  run.count('steps', step.name)
  await step.run(run, tab)
}

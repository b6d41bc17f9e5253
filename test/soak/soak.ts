/** A soak: random steps in real tabs, each compared with what a reader may see. What fails is made as short as it can be. */
import fc from 'fast-check'
import type { Browser as Chromium } from 'playwright-core'
import { openBrowser } from '../e2e/support/browser.ts'
import { bundle } from '../e2e/support/own-page.ts'
import { Browser, PATHS } from './browser.ts'
import { Model } from './model.ts'
import { newTally, type Tally } from './report.ts'
import { heal, open } from './rules.ts'
import { STEPS } from './steps.ts'

export interface Options {
  readonly seed: number
  /** How many readers, each with a browser that is new to them. */
  readonly readers: number
  /** What the pages' script is bundled from. @default the pages as they are */
  readonly script?: string
}

export interface Result {
  readonly tally: Tally
  /** Why it failed, and in how few steps; nothing when all is well. */
  readonly failure?: string
}

const SCRIPT = "import { begin } from './test/soak/in-page.ts'; begin()"
const SITE = fc.record({ isDeclared: fc.boolean(), revalidates: fc.boolean() })
const MOST_STEPS = 40
const DAY_TAKES_MS = 300_000

export async function soak({ seed, readers, script = SCRIPT }: Options): Promise<Result> {
  const tally = newTally()
  const bundled = await bundle(script)
  const opened = await openBrowser()
  const chromium = opened.browser() as Chromium
  const commands = fc.commands([STEPS], { maxCommands: MOST_STEPS, size: 'max', disableReplayLog: true })
  try {
    const property = fc.asyncProperty(
      SITE,
      fc.constantFrom(...PATHS),
      commands,
      async (site, path, steps) => {
        const browser = await Browser.open(chromium, bundled, site)
        try {
          const model = new Model(browser)
          const real = { browser, model, tally }
          await open(real, path)
          await fc.asyncModelRun(() => ({ model, real }), steps)
          await heal(real)
        } finally {
          await browser.end()
        }
      },
    )
    const details = await fc.check(property, { seed, numRuns: readers, timeout: DAY_TAKES_MS })
    if (!details.failed) return { tally }
    const [site, path, steps] = details.counterexample ?? []
    return { tally, failure: `${details.errorInstance}\n${JSON.stringify(site)} ${path}\n${steps}` }
  } finally {
    await opened.close()
  }
}

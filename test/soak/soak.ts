/** A soak: random steps in real tabs, each compared with what a reader may see. What fails is made as short as it can be. */
import fc from 'fast-check'
import { openSoak, SCRIPT } from './browser.ts'
import { Model, PATHS } from './model.ts'
import { newTally, type Tally } from './report.ts'
import { heal, open } from './rules.ts'
import { STEPS } from './steps.ts'

export interface Options {
  readonly seed: number
  /** How many readers, each with a browser that is new to them. */
  readonly readers: number
  /** What a failure has said of where it lies: fast-check's `path` and `replayPath`. */
  readonly path?: string | undefined
  readonly replay?: string | undefined
  /** What the pages' script is bundled from. @default the pages as they are */
  readonly script?: string
  /** What was counted until now: it goes on. */
  readonly tally?: Tally
}

export interface Result {
  readonly tally: Tally
  readonly chromium: string
  /** Why it failed, in how few steps, and how to see it again; nothing when all is well. */
  readonly failure?: { readonly message: string; readonly replay: string }
}

const SITE = fc.record({ isDeclared: fc.boolean(), revalidates: fc.boolean() })
const TABS = fc.array(fc.constantFrom(...PATHS, '/' as const, '/head' as const), {
  minLength: 1,
  maxLength: 3,
})
const MOST_STEPS = 40

export async function soak(options: Options): Promise<Result> {
  const { seed, readers, path, replay, script = SCRIPT, tally = newTally() } = options
  const browser = await openSoak(script)
  const commands = fc.commands([STEPS], { maxCommands: MOST_STEPS, size: 'max', replayPath: replay })
  try {
    const property = fc.asyncProperty(SITE, TABS, commands, async (site, paths, steps) => {
      await browser.reset(site)
      const model = new Model(browser.now, site)
      const real = { browser, model, tally }
      for (const each of paths) await open(real, each)
      await fc.asyncModelRun(() => ({ model, real }), steps)
      await heal(real)
    })
    const details = await fc.check(property, { seed, path, numRuns: readers, timeout: 90_000 })
    const chromium = browser.context.browser()?.version() ?? 'of unknown version'
    if (!details.failed) return { tally, chromium }
    const [on, tabs, steps] = details.counterexample ?? []
    const [, found = ''] = /replayPath="([^"]*)"/.exec(`${steps}`) ?? []
    const lines = `${steps}`.replace(/ ?\/\*.*\*\//, '').split(/,(?=[a-z])/)
    const { errorInstance: error } = details
    const message = [
      error instanceof Error ? error.message : `${error}`,
      `On ${JSON.stringify({ ...on, tabs })}, in ${lines.length} steps:`,
      ...lines.map((line) => `  ${line}`),
    ].join('\n')
    const replay = `--seed=${seed} --path=${details.counterexamplePath} --replay=${found}`
    return { tally, chromium, failure: { message, replay } }
  } finally {
    await browser.end()
  }
}

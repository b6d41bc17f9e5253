/** A soak: random steps in real tabs, each compared with what a reader may see. What fails is made as short as it can be. */
import fc from 'fast-check'
import { openSoak, SCRIPT } from './browser.ts'
import { Model, PATHS } from './model.ts'
import { heal, newTally, open, type Tally } from './rules.ts'
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
}

export interface Result {
  readonly tally: Tally
  readonly chromium: string
  /** Why it failed, in how few steps, and how to see it again; nothing when all is well. */
  readonly failure?: { readonly message: string; readonly replay: string }
}

const MOST_STEPS = 40

export async function soak({ seed, readers, path, replay, script = SCRIPT }: Options): Promise<Result> {
  const browser = await openSoak(script)
  const tally = newTally()
  const given = fc.record({
    site: fc.record({ isDeclared: fc.boolean(), revalidates: fc.boolean() }),
    paths: fc.array(fc.constantFrom(...PATHS, '/' as const, '/head' as const), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  const commands = fc.commands([STEPS], { maxCommands: MOST_STEPS, size: 'max', replayPath: replay })
  try {
    const property = fc.asyncProperty(given, commands, async ({ site, paths }, steps) => {
      await browser.reset(site)
      const model = new Model(browser.now, site)
      const real = { browser, tally }
      for (const path of paths) await open(real, model, path)
      await fc.asyncModelRun(() => ({ model, real }), steps)
      await heal(real, model)
    })
    const details = await fc.check(property, { seed, path, numRuns: readers, timeout: 90_000 })
    const chromium = browser.context.browser()?.version() ?? 'of unknown version'
    if (!details.failed) return { tally, chromium }
    const [drawn, shortest] = details.counterexample ?? []
    const found = /replayPath="([^"]*)"/.exec(`${shortest}`)?.[1] ?? ''
    const error = details.errorInstance
    const why = error instanceof Error ? error.message : String(error)
    const lines = `${shortest}`.replace(/ ?\/\*.*\*\//, '').split(/,(?=[a-z])/)
    const message = [
      why,
      `On ${JSON.stringify(drawn)}, in ${lines.length} steps:`,
      ...lines.map((line) => `  ${line}`),
    ].join('\n')
    return {
      tally,
      chromium,
      failure: { message, replay: `--seed=${seed} --path=${details.counterexamplePath} --replay=${found}` },
    }
  } finally {
    await browser.end()
  }
}

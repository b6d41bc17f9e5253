/**
 * `npm run verify soak`: 10 000 random cycles in real tabs, beside a model of what a reader may see, and test/reports/soak.md. They come in
 * parts: `-- --parts=5` runs five more of them, and the next run of the same sources goes on where the last one ended. With
 * `-- --cycles=500 --seed=7` others, which write nothing. A failure prints the options that show it again. Exits with 1 where pages and
 * model differ.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { build, installDependencies, readJson } from '../../scripts/build/prepare.mjs'
import { LIBRARY, trees } from '../../scripts/evidence/evidence.mjs'
import { ROOT } from '../../scripts/system/processes.mjs'

const ALL = 10_000
/** Readers whose day is one part: a few hundred cycles. */
const READERS = 20
const KEPT = '.cache/soak.json'

const text = { type: 'string' }
const { values } = parseArgs({ options: { seed: text, cycles: text, parts: text, path: text, replay: text } })
const numbers = [values.seed, values.cycles, values.parts].filter((value) => value !== undefined)
if (numbers.some((value) => !Number.isInteger(Number(value)) || Number(value) < 0)) {
  console.error('Give whole numbers: --seed=7 --cycles=500 --parts=5.')
  process.exit(2)
}

await installDependencies()
const of = trees([...LIBRARY, 'test/soak'])
await build()
const { createServer } = await import('vite')
const loader = await createServer({
  root: ROOT,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
const { soak } = await loader.ssrLoadModule('/test/soak/soak.ts')
const { added, cyclesOf, report } = await loader.ssrLoadModule('/test/soak/report.ts')

const kept = readJson(KEPT)
const goesOn =
  !values.cycles && !values.path && kept?.of === of && (!values.seed || Number(values.seed) === kept.seed)
const seed = goesOn ? kept.seed : Number(values.seed ?? Math.floor(Math.random() * 2 ** 30))
const cycles = Number(values.cycles ?? ALL)
let state = goesOn ? kept : { of, seed, parts: 0, minutes: 0, tally: undefined }

/** Runs one part. @returns what it has seen, or nothing where it failed */
async function runPart(number) {
  const { path, replay } = values
  const result = await soak({ seed: seed + number, readers: READERS, path, replay })
  if (!result.failure) return result
  console.error(
    `\nFailed:\n${result.failure.message}\n\nTo see it again: npm run verify soak -- ${result.failure.replay}`,
  )
  await loader.close()
  process.exit(1)
}

console.log(`Soaking: ${cycles} cycles, with the seeds from ${seed} on`)
let left = Number(values.parts ?? Number.POSITIVE_INFINITY)
while (left-- > 0 && (!state.tally || cyclesOf(state.tally) < cycles)) {
  const began = Date.now()
  const { tally, chromium } = await runPart(state.parts)
  state = {
    ...state,
    chromium,
    parts: state.parts + 1,
    minutes: state.minutes + (Date.now() - began) / 60_000,
    tally: state.tally ? added(state.tally, tally) : tally,
  }
  console.log(`  ${cyclesOf(state.tally)} of ${cycles}`)
  if (values.path) break
  if (values.cycles) continue
  mkdirSync(`${ROOT}/.cache`, { recursive: true })
  writeFileSync(`${ROOT}/${KEPT}`, JSON.stringify(state))
}
await loader.close()
const written = report(state.tally, state, of)
console.log(written.slice(written.indexOf('## What')))
if (!values.cycles && cyclesOf(state.tally) >= ALL) {
  writeFileSync(`${ROOT}/test/reports/soak.md`, written)
  console.log('Written: test/reports/soak.md')
}
process.exit()

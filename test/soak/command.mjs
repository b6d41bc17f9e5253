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
const { path, replay } = values
for (const name of ['seed', 'cycles', 'parts'])
  if (!/^\d+$/.test(values[name] ?? '0')) {
    console.error(`Give a whole number, as in --${name}=5.`)
    process.exit(2)
  }

await installDependencies()
const of = trees([...LIBRARY, 'test/soak'])
await build()
const { createServer } = await import('vite')
const server = { middlewareMode: true, hmr: false, ws: false, watch: null }
const loader = await createServer({
  root: ROOT,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server,
})
const { soak } = await loader.ssrLoadModule('/test/soak/soak.ts')
const { cyclesOf, newTally, report } = await loader.ssrLoadModule('/test/soak/report.ts')

const kept = readJson(KEPT)
const isKept = !values.cycles && !path
const goesOn = isKept && kept?.of === of && Number(values.seed ?? kept.seed) === kept.seed
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 30))
const state = goesOn ? kept : { of, seed, parts: 0, minutes: 0, tally: newTally() }
const cycles = Number(values.cycles ?? ALL)
let left = path ? 1 : Number(values.parts ?? Number.POSITIVE_INFINITY)

console.log(`Soaking: ${cycles} cycles, with the seeds from ${state.seed} on`)
while (left-- > 0 && cyclesOf(state.tally) < cycles) {
  const began = Date.now()
  const { failure, chromium } = await soak({
    seed: state.seed + state.parts,
    readers: READERS,
    path,
    replay,
    tally: state.tally,
  })
  if (failure) {
    console.error(
      `\nFailed:\n${failure.message}\n\nTo see it again: npm run verify soak -- ${failure.replay}`,
    )
    process.exit(1)
  }
  state.chromium = chromium
  state.parts++
  state.minutes += (Date.now() - began) / 60_000
  console.log(`  ${cyclesOf(state.tally)} of ${cycles}`)
  if (!isKept) continue
  mkdirSync(`${ROOT}/.cache`, { recursive: true })
  writeFileSync(`${ROOT}/${KEPT}`, JSON.stringify(state))
}
const written = report(state)
console.log(written.slice(written.indexOf('## What')))
if (isKept && cyclesOf(state.tally) >= ALL) {
  writeFileSync(`${ROOT}/test/reports/soak.md`, written)
  console.log('Written: test/reports/soak.md')
}
process.exit()

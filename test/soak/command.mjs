/**
 * `npm run verify soak`: 10 000 random cycles in real tabs, beside a model of what a reader may see, and test/reports/soak.md. They come in
 * parts, each with a seed. What runs of the same sources have seen adds up: `-- --parts=5` runs five more parts, `-- --seed=7` those
 * from that seed on, and a run that was interrupted goes on. `-- --cycles=500` tries so many, and writes nothing. A failure prints its steps and
 * its seed. Exits with 1 where pages and model differ.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { buildLibrary, installDependencies, readJson } from '../../scripts/build/prepare.mjs'
import { LIBRARY, trees } from '../../scripts/evidence/evidence.mjs'
import { ROOT } from '../../scripts/system/processes.mjs'

const ALL = 10_000
/** Readers whose day is one part: a few hundred cycles. */
const READERS = 20
const KEPT = '.cache/soak.json'

const text = { type: 'string' }
const options = { seed: text, cycles: text, parts: text, lanes: text }
const given = parseArgs({ options }).values
for (const [name, value] of Object.entries(given))
  if (!/^\d+$/.test(value)) {
    console.error(`Give a whole number, as in --${name}=5.`)
    process.exit(2)
  }

await installDependencies()
const of = trees([...LIBRARY, 'test/soak'])
await buildLibrary()
const { createServer } = await import('vite')
const server = { middlewareMode: true, hmr: false, ws: false, watch: null }
const quiet = { configFile: false, appType: 'custom', logLevel: 'error' }
const loader = await createServer({ root: ROOT, ...quiet, server })
const { soak } = await loader.ssrLoadModule('/test/soak/soak.ts')
const { add, cyclesOf, newTally, report } = await loader.ssrLoadModule('/test/soak/report.ts')

const isKept = !given.cycles
const kept = isKept ? readJson(KEPT) : undefined
const state = kept?.of === of ? kept : { of, seeds: [], minutes: 0, tally: newTally() }
const before = state.minutes
const began = Date.now()
const cycles = Number(given.cycles ?? ALL)
let left = Number(given.parts ?? Number.POSITIVE_INFINITY)
let next = Number(given.seed ?? state.seeds[0] ?? Math.floor(Math.random() * 2 ** 30))
let failure

/** Runs parts, one after the other. */
async function lane() {
  while (!failure && left-- > 0 && cyclesOf(state.tally) < cycles) {
    while (state.seeds.includes(next)) next++
    const seed = next++
    const part = await soak({ seed, readers: READERS })
    if (part.failure) {
      failure ??= `${part.failure}\n\nTo run this part again: npm run verify soak -- --parts=1 --seed=${seed}`
      return
    }
    add(state.tally, part.tally)
    state.seeds = [...state.seeds, seed].sort((one, other) => one - other)
    state.minutes = before + (Date.now() - began) / 60_000
    console.log(`  ${cyclesOf(state.tally)} of ${cycles}: ${cyclesOf(part.tally)} with the seed ${seed}`)
    if (!isKept) continue
    mkdirSync(`${ROOT}/.cache`, { recursive: true })
    writeFileSync(`${ROOT}/${KEPT}`, JSON.stringify(state))
  }
}

console.log(`Soaking: ${cyclesOf(state.tally)} of ${cycles} cycles, and on from the seed ${next}`)
await Promise.all(Array.from({ length: Number(given.lanes ?? 2 * availableParallelism()) }, lane))
if (failure) {
  console.error(`\nFailed:\n${failure}`)
  process.exit(1)
}
const written = report(state)
console.log(written.slice(written.indexOf('- ')))
if (isKept && cyclesOf(state.tally) >= ALL) {
  writeFileSync(`${ROOT}/test/reports/soak.md`, written)
  console.log('Written: test/reports/soak.md')
}
process.exit()

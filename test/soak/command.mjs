/**
 * `npm run verify soak`: 10 000 random cycles in a real browser, compared with the reference model, and test/reports/soak.md. With
 * `-- --cycles=500 --seed=7` those; another number of cycles than 10 000 writes nothing. Exits with 1 when page and model
 * differ, or when something grows.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { build, installDependencies } from '../../scripts/build/prepare.mjs'
import { LIBRARY, trees } from '../../scripts/evidence/evidence.mjs'
import { ROOT } from '../../scripts/system/processes.mjs'

const ALL = 10_000

const { values } = parseArgs({ options: { seed: { type: 'string' }, cycles: { type: 'string' } } })
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const cycles = Number(values.cycles ?? ALL)
if (!Number.isInteger(seed) || !Number.isInteger(cycles) || cycles < 1) {
  console.error('Give whole numbers: --seed=7 --cycles=500.')
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
const { report } = await loader.ssrLoadModule('/test/soak/results.ts')

console.log(`Soaking: ${cycles} cycles with seed ${seed}`)
const progress = (cycle) => console.log(`  ${cycle} of ${cycles}`)
const result = await soak({ seed, cycles, progress })
await loader.close()

const text = report(result, of)
if (result.failures.length) {
  console.error(`\nFailed, with --seed=${seed} --cycles=${cycles}:\n\n${result.failures.join('\n')}`)
} else {
  console.log(text.slice(text.indexOf('## What')))
  console.log(`${cycles} cycles with seed ${seed}: no disagreement, nothing grows`)
  if (cycles === ALL) {
    writeFileSync(`${ROOT}/test/reports/soak.md`, text)
    console.log('Written: test/reports/soak.md')
  }
}
process.exit(result.failures.length ? 1 : 0)

/**
 * `npm run verify load`: a day of a million readers, and the bad days of the service, with the account-sdk-browser and with ours. Prints the
 * report, and writes it to bench/reports/load.md. `-- --quick` takes few readers and writes nothing; `-- --only=<chapter>`, the beginning
 * of its name, runs one chapter and writes nothing either.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { build, installDependencies } from '../../../scripts/build/prepare.mjs'
import { LIBRARY, trees } from '../../../scripts/evidence/evidence.mjs'
import { DAYS } from './days.mjs'
import { mean } from './figures.mjs'
import { EXISTING, SEEDS, SERVICE, SIZES } from './parameters.mjs'
import { simulate } from './pool.mjs'
import { reportOf } from './report.mjs'
import { QUIET } from './scenes.mjs'
import { TROUBLE } from './trouble.mjs'

const { quick, only = '' } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' } },
}).values
const all = Object.entries({ ...DAYS, ...TROUBLE })
const chosen = all.filter(([name]) => name.startsWith(only))
if (!chosen.length) {
  console.error(`No chapter ${only}: give the beginning of any of ${all.map(([name]) => name).join('; ')}.`)
  process.exit(2)
}

await installDependencies()
const of = trees([...LIBRARY, 'bench/src/load'])
await build()
const size = SIZES[quick ? 'quick' : 'full']
const quiet = { client: EXISTING, scene: 'nothing', seed: SEEDS[0], scale: size[QUIET.size], step: size.step }
const { request } = await simulate(quiet)
const ordinary = mean(request)
const context = { size, ordinary, capacity: ordinary * SERVICE.capacity, highest: Math.max(...request) }
const chapters = await Promise.all(chosen.map(async ([name, make]) => ({ name, ...(await make(context)) })))
const report = reportOf(chapters, context)

console.log(report)
if (quick) console.log('\nSo few readers say little: judge by the whole run.')
if (!quick && !only) {
  writeFileSync(new URL('../../reports/load.md', import.meta.url), `${report}\n\nOf the ${of}.\n`)
  console.log('\nWritten: bench/reports/load.md')
}

/**
 * `npm run verify load`: a day of a million readers, and the bad days of the service, with the existing client and with ours. Prints
 * tables, and writes them with their curves to bench/reports/. `--quick` takes few readers and writes nothing; `--only=<chapter>`, the
 * beginning of its name, runs one chapter and writes nothing either.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { build, installDependencies } from '../../../scripts/build/prepare.mjs'
import { LIBRARY, trees } from '../../../scripts/evidence/evidence.mjs'
import { EXISTING } from './clients.mjs'
import { DAYS } from './days.mjs'
import { mean } from './figures.mjs'
import { SEEDS, SERVICE, SIZES } from './parameters.mjs'
import { svgOf, themes } from './picture.mjs'
import { simulate } from './pool.mjs'
import { markdownOf, pictureFile, textOf } from './report.mjs'
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
const job = { client: EXISTING, scene: 'nothing', seed: SEEDS[0], scale: size[QUIET.size], step: size.step }
const { request } = await simulate(job)
const ordinary = mean(request)
const capacity = ordinary * SERVICE.capacity
const context = { run: simulate, size, ordinary, capacity, highest: Math.max(...request) }
const chapters = await Promise.all(chosen.map(async ([name, make]) => ({ name, ...(await make(context)) })))

console.log(textOf(chapters, context))
if (quick) console.log('\nSo few readers say little: judge by the whole run.')
if (!quick && !only) {
  const reports = new URL('../../reports/', import.meta.url)
  for (const { name, picture } of chapters.filter(({ picture }) => picture))
    for (const theme of themes)
      writeFileSync(new URL(pictureFile(name, theme), reports), svgOf(picture, theme))
  writeFileSync(new URL('load.md', reports), `${markdownOf(chapters, context)}\n\nOf the ${of}.\n`)
  console.log('\nWritten: bench/reports/load.md')
}

/**
 * `npm run verify crowd`: a day of a million readers, and the bad days of the service, with the existing client and with ours.
 * Prints tables, and writes them with their curves to bench/reports/. `--quick` takes a small crowd and writes nothing;
 * `--only=<scene>` runs one scene, and writes nothing either. `--reality` compares the model with a few hundred instances
 * that ask the local account service, and writes that. `--tried` runs other pauses, and writes what came of
 * them. `--open` runs readers whose pages stay open, `--strangers` those who are not logged in, and makes their chapter of the report anew.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build, installDependencies } from '../../../scripts/build/prepare.mjs'
import { LIBRARY, trees } from '../../../scripts/evidence/evidence.mjs'
import { terminalTable } from '../report.mjs'
import { loadClients } from './clients.mjs'
import { mean } from './figures.mjs'
import { dayJobs, habitJobs, openJobs, quietJob, sceneJobs, strangerJobs } from './jobs.mjs'
import { SERVICE, SIZES } from './parameters.mjs'
import { lengthOfAll, runAll } from './pool.mjs'
import { createProgress } from './progress.mjs'
import { openSection, reportOf, strangersSection, withSection } from './report.mjs'
import { SCENES } from './scenes.mjs'
import { triedJobs, triedOf } from './tried.mjs'
import { triedReport } from './tried-report.mjs'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    reality: { type: 'boolean' },
    tried: { type: 'boolean' },
    open: { type: 'boolean' },
    strangers: { type: 'boolean' },
  },
})

/** Compares, prints, writes, and ends the process: pages are open that nobody will close. */
async function checkModel() {
  Error.stackTraceLimit = 0
  const { compare, REALITY } = await import('./reality.mjs')
  const { realityReport } = await import('./reality-report.mjs')
  const all = await loadClients(ROOT, REALITY)
  const clients = all.filter(({ name }) => name === 'existing client' || name === 'ours')
  const progress = createProgress(clients.length * 2)
  const { text, markdown, plots } = realityReport(await compare(clients, progress), REALITY)
  progress.end()
  console.log(text)
  write('crowd-reality.md', markdown, plots)
  process.exit()
}

/** Writes a report, with what it is of. */
function write(name, markdown, plots) {
  mkdirSync(`${ROOT}bench/reports`, { recursive: true })
  writeFileSync(`${ROOT}bench/reports/${name}`, `${markdown.trimEnd()}\n\nOf the ${of}.\n`)
  for (const [file, svg] of Object.entries(plots)) writeFileSync(`${ROOT}bench/reports/${file}`, svg)
  console.log(`Written: bench/reports/${name}`)
}

const size = SIZES[values.quick ? 'quick' : 'default']
const scenes = SCENES.filter(({ name }) => !values.only || name.startsWith(values.only))
if (!scenes.length) {
  console.error(
    `No scene ${values.only}: give the beginning of any of ${SCENES.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}

await installDependencies()
const of = trees([...LIBRARY, 'bench/src/crowd'])
await build()
if (values.reality) await checkModel()
const startedAt = performance.now()

/** Runs all of these jobs. */
async function countAll(jobs) {
  const progress = createProgress(lengthOfAll(jobs))
  const counted = await runAll(ROOT, jobs, progress)
  progress.end()
  return jobs.map((job, index) => ({ job, counts: counted[index] }))
}

/** Runs one chapter, and makes it anew in the report. */
async function runSection(jobs, sectionOf) {
  const section = sectionOf(await countAll(jobs))
  console.log(`${section.what}\n\n${terminalTable(section.rows)}`)
  const file = `${ROOT}bench/reports/crowd.md`
  if (!values.quick) writeFileSync(file, withSection(readFileSync(file, 'utf8'), section))
  process.exit()
}

if (values.open) await runSection(openJobs(size), openSection)
if (values.strangers) await runSection(strangerJobs(size), strangersSection)

/** What is to be run; `ordinary`: requests of an ordinary second. */
const plan = (ordinary) => {
  if (values.tried) return triedJobs(size, ordinary)
  return [
    ...sceneJobs(scenes, { size, ordinary }),
    ...(values.only ? [] : [...dayJobs(size), ...habitJobs(size), ...openJobs(size), ...strangerJobs(size)]),
  ]
}
const progress = createProgress(lengthOfAll([quietJob(size), ...plan()]))

const [quiet] = await runAll(ROOT, [quietJob(size)], progress)
const ordinary = mean(quiet.request)
const capacity = ordinary * SERVICE.capacity

const jobs = plan(ordinary)
const counted = await runAll(ROOT, jobs, progress)
progress.end()
const results = jobs.map((job, index) => ({ job, counts: counted[index] }))
const [strangers, all] = [true, false].map((is) =>
  results.filter(({ job }) => Boolean(job.isOfStrangers) === is),
)

/** What was counted, by client; one for each seed. */
const byClient = (ofJobs) => {
  const clients = {}
  for (const { job, counts } of ofJobs) {
    clients[job.as] ??= []
    clients[job.as].push(counts)
  }
  return clients
}

if (values.tried) {
  const { text, markdown } = triedReport(triedOf(all, { size, capacity }))
  console.log(text)
  if (!values.quick) write('crowd-tried.md', markdown, {})
} else {
  const runs = {}
  for (const { name } of scenes) runs[name] = byClient(all.filter(({ job }) => job.scene === name))
  const days = values.only ? undefined : byClient(all.filter(({ job }) => !job.scene && !job.habits))
  const open = all.filter(({ job }) => job.habits && 'secondsOpen' in job.habits)
  const habits = all.filter(({ job }) => !job.scene && job.habits && !open.some((one) => one.job === job))
  const { text, markdown, plots } = reportOf({
    days,
    habits,
    open,
    strangers,
    runs,
    scenes,
    size,
    ordinary,
    capacity,
    highest: Math.max(...quiet.request),
  })
  console.log(text)
  if (values.quick) console.log('\nSo few readers are no crowd: judge by the whole run.')
  if (!values.quick && !values.only) write('crowd.md', markdown, plots)
}
console.log(`\n${Math.round((performance.now() - startedAt) / 1000)} s`)

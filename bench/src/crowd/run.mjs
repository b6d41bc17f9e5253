/**
 * `npm run crowd`: a day of a million readers, and the bad days of the service, with the existing client and with ours.
 * Prints tables, and writes them with their curves to reports/. `--quick` takes a small crowd and writes nothing;
 * `--only=<scene>` runs one scene, and writes nothing either. `--reality` compares the model with a few hundred instances
 * that ask the local account service, and writes that.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build, installDependencies } from '../../../scripts/prepare.mjs'
import { loadClients } from './clients.mjs'
import { SECONDS_TO_SETTLE, SERVICE, SIZES } from './parameters.mjs'
import { createProgress } from './progress.mjs'
import { reportOf } from './report.mjs'
import { lengthOf, SCENES } from './scenes.mjs'
import { simulateDay, simulateScene } from './simulate.mjs'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, reality: { type: 'boolean' } },
})
/** Compares, prints, writes, and ends the process: pages are open that nobody will close. */
async function checkModel() {
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

function write(name, markdown, plots) {
  mkdirSync(`${ROOT}reports`, { recursive: true })
  writeFileSync(`${ROOT}reports/${name}`, markdown)
  for (const [file, svg] of Object.entries(plots)) writeFileSync(`${ROOT}reports/${file}`, svg)
  console.log(`Written: reports/${name}, and its plots`)
}

const size = SIZES[values.quick ? 'quick' : 'default']
const scenes = SCENES.filter(({ name }) => !values.only || name.startsWith(values.only))
if (!scenes.length) {
  console.error(
    `No scene ${values.only}: give the beginning of any of ${SCENES.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}

// Thousands of errors are thrown, and nobody reads where.
Error.stackTraceLimit = 0
await installDependencies()
await build()
if (values.reality) await checkModel()
const clients = await loadClients(ROOT)
const startedAt = performance.now()

const stepsOfScene = (scene) => Math.ceil((SECONDS_TO_SETTLE + lengthOf(scene)) / size.step)
const steps = scenes.reduce((sum, scene) => sum + clients.length * stepsOfScene(scene), 0)
const progress = createProgress(steps + (values.only ? 0 : clients.length * 288))

/** Requests of an ordinary second with the client that is in use today: what the service was made for. */
const quiet = await simulateScene(
  clients[0],
  { seconds: 0, end() {} },
  { scale: size.scene, step: size.step },
)
const ordinary = quiet.request.reduce((sum, count) => sum + count, 0) / quiet.request.length
const capacity = ordinary * SERVICE.capacity

const days = {}
const runs = {}
for (const client of clients) {
  const { name } = client
  if (!values.only)
    days[name] = await simulateDay(client, { scale: size.day, onProgress: () => progress(`day, ${name}`) })
  for (const scene of scenes) {
    runs[scene.name] ??= {}
    runs[scene.name][name] = await simulateScene(client, scene, {
      scale: size.scene,
      step: size.step,
      ordinary,
      onProgress: () => progress(`${scene.name}, ${name}`),
    })
  }
}
progress.end()

const seconds = Math.round((performance.now() - startedAt) / 1000)
const { text, markdown, plots } = reportOf({ days, runs, scenes, size, ordinary, capacity })
console.log(text)
console.log(`\n${seconds} s`)
if (!values.quick && !values.only) write('crowd.md', markdown, plots)

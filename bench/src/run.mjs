/**
 * `npm run bench`: measures every topic, prints its table, and writes RESULTS.md. `npm run bench -- bytes
 * work` measures those topics and replaces their sections; `--quick` takes small counts, to see whether
 * everything works, and writes nothing.
 */
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { build, installDependencies } from '../../scripts/build/prepare.mjs'
import { LIBRARY, trees } from '../../scripts/evidence/evidence.mjs'

const TOPICS = [
  'bytes',
  'work',
  'page-view',
  'plugin-view',
  'requests',
  'growth',
  'session-service',
  'first-touch',
  'session-size',
]
/** Topics that do not measure the library's bundles, with what they do. */
const OTHER_ROOMS = {
  bytes: [...LIBRARY, 'bindings', 'server'],
  'session-service': ['session-service/src'],
  'first-touch': ['bench/src/first-touch.mjs'],
  'session-size': ['session-service/src/store'],
}
// Each topic bounds itself; this ends a run that hangs all the same.
const LIMIT_MINUTES = 45

const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true })
const unknown = positionals.filter((name) => !TOPICS.includes(name))
if (unknown.length) {
  console.error(`No topic ${unknown.join(', ')}: give any of ${TOPICS.join(', ')}, or none for all.`)
  console.error('The load simulation and other long suites: npm run verify lists them.')
  process.exit(2)
}

setTimeout(() => {
  console.error(`Not done after ${LIMIT_MINUTES} minutes: ended.`)
  process.exit(1)
}, LIMIT_MINUTES * 60_000).unref()

await installDependencies()
await build()
const { BENCH, versionOf } = await import('./bundle.mjs')
const { chromiumVersion } = await import('./browser.mjs')
const { print, write } = await import('./report.mjs')
const { VERSION } = await import('../../dist/presets/identity.js')

const measured = ['@schibsted/account-sdk-browser', 'keycloak-js', 'oidc-client-ts', '@auth0/auth0-spa-js']
const gigabytes = Math.round(totalmem() / 2 ** 30)
const head = [
  `portico ${VERSION}; ${[...measured, 'esbuild'].map((name) => `${name} ${versionOf(name)}`).join(', ')}`,
  `${cpus().length} cores, ${gigabytes} GB of memory, ${process.platform} ${process.arch}`,
  `Node ${process.versions.node}, Chromium ${await chromiumVersion()}`,
]
const topics = await Promise.all(TOPICS.map((name) => import(`./${name}.mjs`)))
const titles = topics.map(({ title }) => title)

let missed = 0
for (const [index, name] of TOPICS.entries()) {
  if (positionals.length && !positionals.includes(name)) continue
  const since = Date.now()
  const of = trees(OTHER_ROOMS[name] ?? LIBRARY)
  const { notes = [], ...result } = await topics[index].measure({ quick: values.quick })
  print(result)
  console.log(`(${Math.round((Date.now() - since) / 1000)} s)`)
  missed += result.targets.filter(({ met }) => !met).length
  // After each topic, so that a later one that fails loses nothing.
  if (!values.quick) write(`${BENCH}RESULTS.md`, head, { ...result, notes: [...notes, of] }, titles)
}
if (!values.quick) {
  console.log('\nWritten: bench/RESULTS.md')
  // The README and the documentation's pages show what was measured.
  await import('../../docs/scripts/write-pages.mjs')
}
console.log(missed ? `\n${missed} goals missed` : '\nEvery goal met')

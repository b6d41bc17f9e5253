/**
 * `npm run verify machines`: what one machine, Linux on x64, can show of all others. Where browsers are looked for; what `npm ci`
 * installs for each platform; `npm start`, `npm test` and `npm run test:all` from a fresh clone, on each Node that they are for. Prints a table, and brings
 * that of test/reports/machines.md up to date. `-- --only=browsers,variants,commands` runs a part and leaves the other rows as they are.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installDependencies } from '../build/prepare.mjs'
import { trees } from '../evidence/evidence.mjs'
import { inFolder } from '../system/folders.mjs'
import { ROOT } from '../system/processes.mjs'
import { runTests } from '../vitest/run.mjs'
import { tryClone } from './machines/clones.mjs'
import { install } from './machines/tools.mjs'
import { tryVariants } from './machines/variants.mjs'

const DOCUMENT = join(ROOT, 'test/reports/machines.md')
const TABLE = /(?<=<!-- machines:start -->\n).*(?=<!-- machines:end -->)/s
const HEADER = '| what | on | outcome |\n|---|---|---|\n'

/** Each Node with the npm that comes with it. */
const NODES = [
  { node: '20.19', npm: '10.8' },
  { node: '22', npm: '10.9' },
  { node: '24', npm: '11', unbrowsed: true },
]

const PARTS = {
  async browsers() {
    const args = ['--project=unit', '--typecheck.enabled=false', 'test/scripts/browsers.test.ts']
    const { status, numPassedTests, numFailedTests } = await runTests('machines', args)
    const text = `${numPassedTests} tests passed, ${numFailedTests} failed`
    return [
      {
        cells: ['finding browsers', 'files laid out as on macOS, Windows and Linux on ARM', text],
        isGood: status === 0,
      },
    ]
  },
  variants: () =>
    inFolder(async (base) => {
      const npms = []
      for (const npm of ['10', '11']) npms.push(await install(join(base, npm), { npm }))
      return tryVariants(npms)
    }),
  async commands() {
    const rows = []
    for (const versions of NODES)
      for (const { cells, isGood } of await tryClone(versions))
        rows.push({ cells: ['`npm start`, `npm test`, `npm run test:all`', ...cells], isGood })
    return rows
  },
}

/** The parts to run: all, or those that `--only` names. */
function chosen() {
  const [argument = '', ...more] = process.argv.slice(2)
  const names = /^--only=(.+)$/.exec(argument)?.[1].split(',') ?? Object.keys(PARTS)
  const unknown = names.find((name) => !(name in PARTS))
  if (!unknown && !more.length && (!argument || argument.startsWith('--only='))) return names
  console.error(`Usage: npm run verify machines [-- --only=${Object.keys(PARTS)}]`)
  process.exit(2)
}

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error(
    'This shows what Linux on x64 can show of other machines. On those, run `npm start` and `npm test` themselves.',
  )
  process.exit(2)
}
const parts = chosen()
await installDependencies()
const of = trees(['scripts', 'package-lock.json'])
const results = new Map()
for (const part of parts) {
  console.log(`Trying ${part} …`)
  results.set(part, await PARTS[part]())
}

const text = readFileSync(DOCUMENT, 'utf8')
const before = TABLE.exec(text)?.[0]
if (before === undefined) throw new Error('test/reports/machines.md has no place for the table of machines')
const lines = Object.keys(PARTS).flatMap((part) => {
  const line = ({ cells: [what, ...more] }) =>
    `| ${[`${what} <!-- ${part}, ${of} -->`, ...more].join(' | ')} |`
  return results.get(part)?.map(line) ?? before.split('\n').filter((row) => row.includes(`<!-- ${part}`))
})
const table = `${HEADER}${lines.join('\n')}\n`
writeFileSync(
  DOCUMENT,
  text.replace(TABLE, () => table),
)
console.log(`\n${table.replaceAll(/ <!-- .*? -->/g, '')}`)
process.exit([...results.values()].flat().every(({ isGood }) => isGood) ? 0 : 1)

/**
 * `npm run pages -w docs`: writes anew what the committed pages take from the sources and from reports, the README among them, and
 * llms.txt of the package. A plugin that the reference lacks gets its place there. A name that the reference has not had before came in
 * with this version.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { memberNames, SINCE } from './api.mjs'
import { withAllPlugins } from './complete-plugins.mjs'
import { PAGES } from './pages.mjs'
import { DEVELOPMENT, ROOT, VERSION } from './paths.mjs'

const PLUGINS = `${ROOT}docs/reference/plugins.md`

const load = (name) => import(pathToFileURL(DEVELOPMENT[name]).href)

/** Gives this version to what the list lacks: names of the reference, reasons, findings. */
async function completeSince() {
  const { EXPLANATIONS } = await load('portico/core')
  const { FINDINGS } = await load('portico/devtools')
  const texts = PAGES.map((page) => readFileSync(ROOT + page, 'utf8'))
  const named = texts
    .flatMap((text) => [...text.matchAll(/^<!-- generated: api (\S+)(?: (\S+))? -->$/gm)])
    .map(([, type, member]) => (member ? `${type}.${member}` : type))
  const inTables = texts
    .flatMap((text) => [...text.matchAll(/^<!-- generated: members (\S+) -->$/gm)])
    .flatMap(([, type]) => memberNames(type).map((name) => `${type}.${name}`))
  const names = [
    ...named,
    ...inTables,
    ...Object.keys(EXPLANATIONS).map((reason) => `reason ${reason}`),
    ...Object.keys(FINDINGS).map((id) => `finding ${id}`),
  ]
  const entries = [...new Set(names)].sort().map((name) => [name, SINCE[name] ?? VERSION])
  writeFileSync(
    `${ROOT}docs/reference/since.json`,
    `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`,
  )
  Object.assign(SINCE, Object.fromEntries(entries))
}

writeFileSync(PLUGINS, withAllPlugins(readFileSync(PLUGINS, 'utf8')))
await completeSince()
const { expand } = await import('./expand.mjs')
let written = 0
const { packageList } = await import('./llms.mjs')
writeFileSync(`${ROOT}llms.txt`, packageList())
for (const page of PAGES) {
  const before = readFileSync(ROOT + page, 'utf8')
  const after = expand(before, page)
  if (after === before) continue
  writeFileSync(ROOT + page, after)
  console.log(`Written: ${page}`)
  written += 1
}
console.log(`${PAGES.length - written} of ${PAGES.length} pages were up to date.`)

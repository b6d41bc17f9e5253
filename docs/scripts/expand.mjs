/**
 * What pages take from the sources and from reports. It stands in the committed page, between two comments, of which the first says
 * what it is; `npm run pages -w docs` writes it anew, and a test fails while a page is out of date.
 *
 *     <!-- generated: reason session-missing -->
 *     (what was made)
 *     <!-- /generated -->
 *
 * - `reason session-missing` the catalogue's explanation of a reason
 * - `finding csp-connect` the catalogue's texts of a finding
 * - `first-screen` the README's
 * - `compared` Portico beside other libraries
 * - `proofs` what the README and the front page claim, with their numbers
 * - `set-ups` what the ways to begin cost, and how soon the reader is known
 * - `file examples/plugin.ts audience.ts` a file as it stands, and its name on the page
 * - `hosts` the hosts of each environment
 * - `api IdentityCore hasSession` a member of a type, from its docstring
 * - `members Environment` a table of the members of a type, from their docstrings
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { apiOf, membersOf, sinceOf } from './api.mjs'
import { compared } from './compared.mjs'
import { setUps } from './measured.mjs'
import { DEVELOPMENT, ROOT, VERSION } from './paths.mjs'
import { areBytesOld, proofs } from './proofs.mjs'
import { rebased } from './rebased.mjs'

const load = async (name) => import(pathToFileURL(DEVELOPMENT[name]).href)
const { EXPLANATIONS } = await load('portico/core')
const { FINDINGS } = DEVELOPMENT['portico/devtools'] ? await load('portico/devtools') : { FINDINGS: {} }
const ENVIRONMENTS = await load('portico/presets/environments')

const read = (path) => readFileSync(ROOT + path, 'utf8')
const json = (path) => JSON.parse(read(path))
const number = (bytes) => `${bytes}`.replace(/\B(?=(\d{3})+$)/g, ' ')
const row = (...cells) => `| ${cells.join(' | ')} |`

/** A finding of the diagnosis: what is wrong and why, where it shows, and what to do. */
function finding(_, id) {
  if (!(id in FINDINGS)) throw new Error(`There is no finding ${id}`)
  const { what, why, sign, fix } = FINDINGS[id]
  return `**${what}** ${why}\n\nHow to see it: ${sign}\n\nWhat to do: ${fix}\n\n${sinceOf(`finding ${id}`)}`
}

function reason(_, name) {
  if (!(name in EXPLANATIONS)) throw new Error(`There is no reason ${name}`)
  return `> ${EXPLANATIONS[name]}\n\n${sinceOf(`reason ${name}`)}`
}

/** The README from below its title to how it is installed. The site shows a login in place of the pictures, where the emulator runs. */
function firstScreen() {
  const readme = read('README.md')
  const screen = readme.slice(readme.indexOf('\n') + 1, readme.indexOf('\n## Install'))
  return screen
    .replace(/^<!-- .* -->\n+/gm, '')
    .replace(/^\| a demo site[\s\S]*?\n(?=\n)/m, (pictures) => `<TryIt>\n\n${pictures}\n</TryIt>\n`)
}

/** True for a file of a site on a framework, and for what such sites share: these are compiled by the framework's own tools. */
const isOfFramework = (path) =>
  /^examples\/(angular|angular-ssr|astro|elements|next|nuxt|react|site|svelte|sveltekit|vite|vue)\//.test(
    path,
  )

/**
 * A file of the repository as a sample. What is TypeScript is compiled like any other; what a framework must read is not, and
 * is marked for that.
 */
function file(_, path, name) {
  const language = path.slice(path.lastIndexOf('.') + 1).replace('mjs', 'js')
  const mark = language === 'ts' && !isOfFramework(path) ? '' : ' as-it-stands'
  return `\`${name}\`:\n\n\`\`\`${language} [${name}]${mark}\n${read(path).trimEnd()}\n\`\`\``
}

/** The addresses of each environment. */
function hosts() {
  const environments = Object.values(ENVIRONMENTS).filter((one) => typeof one === 'object')
  const rows = environments.map(({ name, accountUrl, globalSessionUrl, widgetUrl }) =>
    row(`\`${name}\``, accountUrl, globalSessionUrl, new URL(widgetUrl).origin),
  )
  return [
    '| environment | `accountUrl`: login and account pages | `globalSessionUrl`: who is known | host of `widgetUrl`: the widget’s script |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}

const MAKERS = {
  compared: (page) =>
    rebased(
      compared(areBytesOld() ? undefined : (name) => number(json('bench/bytes.json')[name].brotli)),
      'README.md',
      page,
    ),
  'first-screen': (page) => rebased(firstScreen(), 'README.md', page),
  proofs: (page) => rebased(proofs(), 'README.md', page),
  'set-ups': setUps,
  finding,
  reason,
  file,
  hosts,
  api: (_, ...names) => apiOf(...names),
  members: (_, type) => membersOf(type),
}

function make(page, name, args) {
  if (!MAKERS[name]) throw new Error(`Nothing makes "${name}"`)
  return MAKERS[name](page, ...args.split(' ').filter(Boolean)).trim()
}

const REGION =
  /^<!-- generated: (\S+) ?(.*?) -->$(?:\n(?:(?!<!-- generated: )[\s\S])*?^<!-- \/generated -->$)?/gm

/**
 * A page with all that is to stand in it.
 *
 * @param page its path in the repository, to which links of what is made are relative
 */
export const expand = (markdown, page = 'docs/index.md') =>
  markdown
    .replace(
      REGION,
      (_, name, args) =>
        `<!-- generated: ${args ? `${name} ${args}` : name} -->\n\n${make(page, name, args)}\n\n<!-- /generated -->`,
    )
    .replaceAll(/\b(portico|portico-emulator)-\d+\.\d+\.\d+[\w.-]*\.tgz/g, `$1-${VERSION}.tgz`)

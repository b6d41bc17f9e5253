/**
 * What pages take from elsewhere, so that it stands in one place: a comment in a page says what is to stand there.
 *
 * - `<!-- generated: reason session-missing -->` the catalogue's explanation of a reason
 * - `<!-- generated: findings error -->` the findings of that severity
 * - `<!-- generated: bundles -->`, `<!-- generated: plugins -->` bytes, as the benchmark measured them
 * - `<!-- generated: results -->` the rest of the benchmark's report
 * - `<!-- generated: security -->` SECURITY.md
 * - `<!-- generated: crowd -->` the report of `npm run verify crowd`, its curves for light and for dark pages
 * - `<!-- generated: file examples/plugin.ts fresh-session.ts -->` a file as it stands, and its name on the page
 * - `<!-- generated: steps examples/next/README.md -->` the numbered steps of an example's README
 * - `%version%`, `%integrity%` the version, and the hash of the script-tag build
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { integrityOf } from '../../scripts/integrity.mjs'
import { DEVELOPMENT, ROOT, VERSION } from './paths.mjs'

const load = async (name) => import(pathToFileURL(DEVELOPMENT[name]).href)
const { EXPLANATIONS } = await load('portico/core')
const { FINDINGS } = DEVELOPMENT['portico/devtools'] ? await load('portico/devtools') : { FINDINGS: {} }

const json = (path) => JSON.parse(readFileSync(ROOT + path, 'utf8'))
const number = (bytes) => `${bytes}`.replace(/\B(?=(\d{3})+$)/g, ' ')
const row = (...cells) => `| ${cells.join(' | ')} |`
const HEAD = '| minified | brotli | gzip |\n|---|--:|--:|--:|'

/** Of what is no bundle of ours. */
const LABELS = {
  snippet: 'the script for the page’s head, of a usual client (`headStartScript`)',
  '@schibsted/account-sdk-browser': '@schibsted/account-sdk-browser, its `Identity`',
  'oidc-client-ts': 'oidc-client-ts, its `UserManager`',
  '@auth0/auth0-spa-js': '@auth0/auth0-spa-js, its `Auth0Client`',
}

const cellsOf = ({ min, brotli, gzip }) => [min, brotli, gzip].map(number)

/** Bytes of bundles, by what they are named in the benchmark. */
function bundles() {
  const named = json('bench/bundles.json')
  const rows = Object.entries(json('bench/bytes.json'))
    .filter(([name]) => !name.startsWith('plugin:'))
    .map(([name, bytes]) => row(named[name]?.label ?? LABELS[name] ?? name, ...cellsOf(bytes)))
  return [`| bundle ${HEAD}`, ...rows].join('\n')
}

/** Bytes that each plugin adds to the kernel. */
function plugins() {
  const rows = Object.entries(json('bench/bytes.json'))
    .filter(([name]) => name.startsWith('plugin:'))
    .map(([name, bytes]) => row(`\`${name.slice(7)}\``, ...cellsOf(bytes)))
  return [`| plugin or function, on top of the kernel ${HEAD}`, ...rows].join('\n')
}

/** The benchmark's report from its second chapter on. */
function results() {
  const report = readFileSync(`${ROOT}bench/RESULTS.md`, 'utf8')
  const start = report.indexOf('\n## 2.')
  return (
    report
      .slice(start)
      .replace(/^## \d+\. /gm, '## ')
      // A heading for the first column, where the report leaves it empty.
      .replace(/^\| +\|(?=.*\n\| -)/gm, '| what |')
      .replaceAll(/\[([^\]]+)\]\((?!http)[^)]*\)/g, '`$1`')
  )
}

/** Findings of the diagnosis, each under a heading of its own. */
const findings = (severity) =>
  Object.entries(FINDINGS)
    .filter(([, finding]) => finding.severity === severity)
    .map(([id, { what, why, fix }]) => `### ${id}\n\n**${what}** ${why}\n\n${fix}`)
    .join('\n\n')

function reason(name) {
  if (!(name in EXPLANATIONS)) throw new Error(`There is no reason ${name}`)
  return `> ${EXPLANATIONS[name]}`
}

/** SECURITY.md below its title. Its links lead into the repository, where a reader of the site is not. */
const security = () =>
  readFileSync(`${ROOT}SECURITY.md`, 'utf8')
    .replace(/^# .*\n/, '')
    .replaceAll(/\[([^\]]+)\]\((?!http)[^)]*\)/g, '`$1`')

/** True for a file of a site on a framework, and for what such sites share: these are compiled by the framework's own tools. */
const isOfFramework = (path) => /^examples\/(next|nuxt|site|sveltekit)\//.test(path)

/**
 * A file of the repository as a sample. What is TypeScript is compiled like any other; what a framework must read is not, and
 * is marked for that.
 */
function file(path, name) {
  const language = path.slice(path.lastIndexOf('.') + 1).replace('mjs', 'js')
  const mark = language === 'ts' && !isOfFramework(path) ? '' : ' as-it-stands'
  return `\`\`\`${language} [${name}]${mark}\n${readFileSync(ROOT + path, 'utf8').trimEnd()}\n\`\`\``
}

/** The report of the crowd below its title, one level deeper. The site's own switch says which curves are seen. */
const crowd = () =>
  readFileSync(`${ROOT}bench/reports/crowd.md`, 'utf8')
    .replace(/^# .*\n\nWritten by .*\n/, '')
    .replace(/^## /gm, '### ')
    .replaceAll(/\[([^\]]+)\]\((?!http)[^)]*\)/g, '`$1`')
    .replaceAll(
      /<picture><source [^>]*srcset="([^"]+)"><img src="([^"]+)" alt="([^"]*)"><\/picture>/g,
      (_, dark, light, alt) =>
        `![${alt}](../../bench/reports/${light}){.light-only}\n![${alt}](../../bench/reports/${dark}){.dark-only}`,
    )

/** The numbered steps of a README, one level deeper. */
const steps = (path) =>
  readFileSync(ROOT + path, 'utf8')
    .split(/^(?=## )/m)
    .filter((chapter) => /^## \d/.test(chapter))
    .map((chapter) => `#${chapter}`)
    .join('')

const MAKERS = { bundles, plugins, results, findings, reason, security, file, crowd, steps }

function make(name, args) {
  if (!MAKERS[name]) throw new Error(`Nothing makes "${name}"`)
  return MAKERS[name](...args)
}

/** A page with all that is to stand in it. */
export const expand = (markdown) =>
  markdown
    .replace(/^<!-- generated: (\S+) ?(.*) -->$/gm, (_, name, args) => make(name, args.split(' ')))
    .replaceAll('%version%', VERSION)
    .replaceAll('%integrity%', () => integrityOf(`${ROOT}dist/portico.min.js`))

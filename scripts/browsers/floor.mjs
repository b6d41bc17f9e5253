/**
 * `npm run verify floor`: the oldest version of each browser that has all that the library uses, and what that is; writes the table of
 * `docs/support.md`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from '../build/prepare.mjs'
import { ROOT } from '../system/processes.mjs'
import { data, statementOf, usedFeatures } from './features.mjs'

const PAGE = join(ROOT, 'docs/support.md')
const BROWSERS = [
  ...['chrome', 'edge', 'firefox', 'safari', 'opera'],
  ...['chrome_android', 'firefox_android', 'safari_ios', 'samsunginternet_android'],
]

/**
 * What is used where it exists, and done without where it does not: by the names in the page's table of that, and features, or what
 * they begin with. Each is behind a check or a catch in the sources.
 */
export const OPTIONAL = {
  '`BroadcastChannel`': ['api.BroadcastChannel'],
  'Web Locks': ['api.Navigator.locks', 'api.LockManager'],
  '`reportError`': ['api.reportError'],
  '`cookieStore`': ['api.Window.cookieStore'],
  '`performance.measure` with options': ['api.Performance.measure.measureOptions_parameter'],
  '`preventScroll` of `focus`': ['api.HTMLElement.focus.options_preventScroll_parameter'],
  'constructed style sheets': ['api.CSSStyleSheet.replaceSync', 'api.ShadowRoot.adoptedStyleSheets'],
  '`showPopover`': ['api.HTMLElement.showPopover'],
  '`navigator.userActivation`': ['api.Navigator.userActivation', 'api.UserActivation'],
  '`location.ancestorOrigins`': ['api.Location.ancestorOrigins'],
  '`document.hasStorageAccess`': ['api.Document.hasStorageAccess'],
}
/** What a browser had in part at first, and that part is all that is used: hookable's fields have no parentheses. */
const ENOUGH_IN_PART = new Set(['javascript.classes.public_class_fields'])

const isOptional = (feature) =>
  Object.values(OPTIONAL)
    .flat()
    .some((start) => `${feature}.`.startsWith(`${start}.`))

/** Everything that a page can be sent: the sources of both builds, and the bundles, which hold what others wrote, too. */
const shipped = () => [
  ...['core', 'plugins', 'presets', 'bindings', 'devtools'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.d)\.ts$/.test(file))
      .map((file) => join(ROOT, folder, file))
      // What a site's own tests use is sent to no reader.
      .filter((file) => !file.startsWith(join(ROOT, 'presets/testing'))),
  ),
  ...['portico.full.min.js', 'portico.full.development.js', 'portico.devtools.js', 'portico.relay.js'].map(
    (file) => join(ROOT, 'dist', file),
  ),
]

const numbers = (version) => version.replace('≤', '').split('.').map(Number)

/** Orders versions: negative when the first is the older one. */
function compare(one, other) {
  const [a, b] = [numbers(one), numbers(other)]
  return a[0] - b[0] || (a[1] ?? 0) - (b[1] ?? 0)
}

/** The version of a browser that first has a feature as it is meant. */
export function versionOf(feature, browser) {
  const support = [statementOf(feature).support[browser] ?? []].flat()
  const isInPart = ENOUGH_IN_PART.has(feature)
  const [first] = support
    .filter(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) =>
        /^≤?\d/.test(added) && (!removed || isInPart) && !flags && !prefix && !other,
    )
    .sort((one, other) =>
      isInPart
        ? compare(one.version_added, other.version_added)
        : Number(Boolean(one.partial_implementation)) - Number(Boolean(other.partial_implementation)),
    )
  if (!first)
    throw new Error(
      `${feature} is used, and no version of ${browser} has it: do without it where it is missing`,
    )
  return first.version_added
}

/** The floor of each browser, by its name in the data: the version, and the features that ask for it. */
export function floorOf(features) {
  const needed = features.filter((feature) => !isOptional(feature))
  return BROWSERS.map((browser) => {
    const versions = needed.map((feature) => ({ feature, version: versionOf(feature, browser) }))
    const version = versions
      .map((one) => one.version)
      .sort(compare)
      .at(-1)
    const because = versions
      .filter((one) => compare(one.version, version) === 0)
      .map((one) => one.feature)
      .sort()
    return { browser, version: version.replace('≤', ''), because }
  })
}

const shortName = (feature) => feature.replace(/^(api|javascript)\.(builtins\.)?/, '')

/** The page's table. */
export function tableOf(floor) {
  const rows = floor.map(({ browser, version, because }) => {
    const { name, releases } = data.browsers[browser]
    return `| ${name} | ${version} | ${releases[version]?.release_date ?? '–'} | ${because.map((feature) => `\`${shortName(feature)}\``).join(', ')} |`
  })
  return ['| browser | from version | released | because of |', '|---|--:|---|---|', ...rows].join('\n')
}

/** What the library uses, as {@link usedFeatures} has it. */
export const shippedFeatures = () => usedFeatures(shipped())

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await build()
  const { used, unknown } = shippedFeatures()
  if (unknown.size) {
    console.error(
      `The data has no names for these:\n${[...unknown].map(([name, at]) => `${name}  ${at[0]}`).join('\n')}`,
    )
    process.exit(1)
  }
  const table = tableOf(floorOf([...used.keys()]))
  const marks = /(<!-- floor:start -->\n)[\s\S]*?(<!-- floor:end -->)/
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(marks, (_, start, end) => `${start}${table}\n${end}`),
  )
  console.log(`${table}\n\nOf ${used.size} features. Written: docs/support.md`)
}

/**
 * Bytes: what a bundle weighs minified, and minified and compressed as a web server would send it (brotli 11,
 * gzip 9). A plugin's own cost is a bundle of kernel and plugin less a bundle of the kernel alone; compressed
 * sizes do not add up exactly. Also writes bytes.json, for tests and for pages.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { BENCH, bundle, ROOT } from './bundle.mjs'
import { typicalSnippet } from './head-snippet.mjs'
import { atMost, number } from './report.mjs'

/** Our bundles, each with its name in tables, its source text or its file, and the bytes that it may have at most. */
const OURS = JSON.parse(readFileSync(`${BENCH}bundles.json`, 'utf8'))

const OTHERS = {
  '@schibsted/account-sdk-browser': "export { Identity } from '@schibsted/account-sdk-browser/identity.js'",
  'keycloak-js': "export { default } from 'keycloak-js'",
  'oidc-client-ts': "export { UserManager } from 'oidc-client-ts'",
  '@auth0/auth0-spa-js': "export { Auth0Client } from '@auth0/auth0-spa-js'",
}

const LABELS = {
  'oidc-client-ts': 'oidc-client-ts (`UserManager`)',
  '@schibsted/account-sdk-browser': 'account-sdk-browser (`Identity`)',
  '@auth0/auth0-spa-js': '@auth0/auth0-spa-js (`Auth0Client`)',
  snippet: 'head snippet (`preloadScript`), of a typical client',
}

const label = (name) => OURS[name]?.label ?? LABELS[name] ?? name

function weighText(text) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  return {
    min: Buffer.byteLength(text),
    brotli: brotliCompressSync(text, { params }).length,
    gzip: gzipSync(text, { level: 9 }).length,
  }
}

/** Weighs bundles of source texts, by name. */
async function weighAll(codes, condition) {
  const weights = {}
  for (const [name, code] of Object.entries(codes))
    weights[name] = weighText(await bundle(code, {}, condition))
  return weights
}

/** What each plugin adds to the kernel. */
async function weighPlugins(kernel) {
  const names = Object.keys(await import(`${ROOT}dist/plugins/index.js`)).sort()
  const code = (name) => `${OURS.kernel.code}\nexport { ${name} } from 'portico/plugins'`
  const weights = await weighAll(Object.fromEntries(names.map((name) => [`plugin:${name}`, code(name)])))
  for (const weight of Object.values(weights))
    for (const kind of Object.keys(weight)) weight[kind] -= kernel[kind]
  return weights
}

/** What each binding adds to a page that has an identity. Its framework is the page's own, and not counted. */
async function weighBindings(identity) {
  const weights = {}
  for (const name of ['react', 'vue', 'svelte', 'element']) {
    const code = `${OURS.pro.code}\nexport * from 'portico/${name}'`
    const whole = weighText(await bundle(code, { external: ['react', 'vue', 'svelte', 'svelte/*'] }))
    const added = Object.entries(whole).map(([kind, bytes]) => [kind, bytes - identity[kind]])
    weights[`portico/${name}`] = Object.fromEntries(added)
  }
  return weights
}

const partOf = (plugins) => plugins.map((name) => `\`${name}\``).join(' and ')

/** Parts of the full identity that belong together. */
const SHARES = [['tabs', 'status'], ['sessionBackoff']]
/** The bundles that have them. */
const WHOLES = ['full', 'pro', 'default']

/** What each share takes of each whole: the bundle, less the same one without it. */
async function weighShares(ours) {
  const weighed = SHARES.map(async (plugins) => {
    const without = WHOLES.map((name) => bundle(OURS[name].code, {}, 'default', plugins))
    const texts = await Promise.all(without)
    return { plugins, bytes: texts.map((text, i) => ours[WHOLES[i]].brotli - weighText(text).brotli) }
  })
  return Promise.all(weighed)
}

const row = (name, { min, brotli, gzip }, sign = '') => [
  name,
  ...[min, brotli, gzip].map((bytes) => (sign && bytes >= 0 ? sign : '') + number(bytes)),
]

export const title = 'Bytes'

export async function measure({ quick = false } = {}) {
  const named = Object.entries(OURS)
  const codes = Object.fromEntries(named.flatMap(([name, { code }]) => (code ? [[name, code]] : [])))
  const files = named.flatMap(([name, { file }]) =>
    file ? [[name, weighText(readFileSync(ROOT + file, 'utf8'))]] : [],
  )
  const ours = { ...(await weighAll(codes)), ...Object.fromEntries(files) }
  const development = await weighAll(codes, 'development')
  const others = await weighAll(OTHERS)
  const plugins = await weighPlugins(ours.kernel)
  const bindings = await weighBindings(ours.pro)
  const shares = await weighShares(ours)
  const snippet = weighText(typicalSnippet())
  const all = { ...ours, snippet, ...others, ...bindings, ...plugins }
  if (!quick) writeFileSync(`${BENCH}bytes.json`, `${JSON.stringify(all, null, 2)}\n`)

  const head = (first) => [first, 'min', 'min + brotli', 'min + gzip']
  const bytes = (value) => `${number(value)} B`
  return {
    title,
    how:
      'Bytes of one bundle: esbuild `bundle, minify, format esm, target es2022`, without licence comments; ' +
      'brotli quality 11, gzip level 9; the last column is the build for developers. The first four take the ' +
      'environment as an object, which the page gives and which is not counted; the others of ours hold theirs. ' +
      'A file for a script tag is weighed as it is. ' +
      'A ceiling is the most that a bundle may have; below it, clarity comes first.',
    tables: [
      [
        [...head('bundle'), 'development, min + brotli'],
        ...Object.entries(ours).map(([name, weight]) => [
          ...row(label(name), weight),
          development[name] ? number(development[name].brotli) : '',
        ]),
        ...Object.entries({ snippet, ...others }).map(([name, weight]) => [...row(label(name), weight), '']),
      ],
      [
        head('binding, on top of a page that has an identity'),
        ...Object.entries(bindings).map(([name, weight]) => row(`\`${name}\``, weight, '+')),
      ],
      [
        head('plugin or function, on top of the kernel'),
        ...Object.entries(plugins).map(([name, weight]) => row(`\`${name.slice(7)}\``, weight, '+')),
      ],
      [
        ['part of the full identity, min + brotli', ...WHOLES.map(label)],
        ...shares.map(({ plugins, bytes }) => [partOf(plugins), ...bytes.map((each) => `+${each}`)]),
      ],
    ],
    targets: [
      ...Object.entries(OURS).map(([name, { ceiling }]) =>
        atMost(`${label(name)} ≤ ${number(ceiling)} B brotli`, ours[name].brotli, ceiling, bytes),
      ),
      atMost('head snippet ≤ 650 B, as it stands in the page', snippet.min, 650, bytes),
    ],
  }
}

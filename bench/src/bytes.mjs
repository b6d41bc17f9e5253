/**
 * Bytes: what a bundle weighs minified, and minified and compressed as a web server would send it (brotli 11,
 * gzip 9). A plugin's own cost is a bundle of kernel and plugin less a bundle of the kernel alone; compressed
 * sizes do not add up exactly. Also writes bytes.json, for tests, and the README's table.
 */
import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { BENCH, bundle, ROOT } from './bundle.mjs'
import { FLOORS } from './floor.mjs'
import { typicalSnippet } from './head-snippet.mjs'
import { writeReadme } from './readme.mjs'
import { atMost, number } from './report.mjs'

const KERNEL = "export { createIdentity } from 'portico/core'"
const ENVIRONMENTS = ['pre', 'pro', 'pro-no', 'pro-fi', 'pro-dk']

/** Our bundles by name: a test may weigh them as they are now. */
export const OURS = {
  minimal: "export { createMinimalIdentity } from 'portico/presets/minimal'",
  full: `export { createFullIdentity } from 'portico/presets/full'
    export { fetchTransport } from 'portico/plugins'`,
  default: "export { Identity } from 'portico'",
  ...Object.fromEntries(
    ENVIRONMENTS.map((env) => [env, `export { Identity } from 'portico/presets/${env}'`]),
  ),
}

const OTHERS = {
  '@schibsted/account-sdk-browser': "export { Identity } from '@schibsted/account-sdk-browser/identity.js'",
  'keycloak-js': "export { default } from 'keycloak-js'",
  'oidc-client-ts': "export { UserManager } from 'oidc-client-ts'",
  '@auth0/auth0-spa-js': "export { Auth0Client } from '@auth0/auth0-spa-js'",
}

const LABELS = {
  minimal: 'minimal (`portico/presets/minimal`)',
  full: 'full on native fetch (`createFullIdentity` + `fetchTransport`)',
  default: 'default preset (`portico`, with ofetch)',
  'oidc-client-ts': 'oidc-client-ts (`UserManager`)',
  '@schibsted/account-sdk-browser': 'account-sdk-browser (`Identity`): the existing client',
  '@auth0/auth0-spa-js': '@auth0/auth0-spa-js (`Auth0Client`)',
  kernel: 'kernel alone (`createIdentity`)',
  snippet: 'inline snippet for the head (`headStartScript`), of a typical client',
}

const label = (name) => LABELS[name] ?? (ENVIRONMENTS.includes(name) ? `\`portico/presets/${name}\`` : name)

/** Weighs a bundle of source text. */
export const weigh = async (code, more) => weighText(await bundle(code, more))

function weighText(text) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  return {
    min: Buffer.byteLength(text),
    brotli: brotliCompressSync(text, { params }).length,
    gzip: gzipSync(text, { level: 9 }).length,
  }
}

async function weighAll(entries) {
  const weights = {}
  for (const [name, code] of Object.entries(entries)) weights[name] = await weigh(code)
  return weights
}

/** What is left of a bundle when one thing after the other is taken out of it. */
async function floorsOf(name) {
  const steps = []
  for (const { without, plugin } of FLOORS)
    steps.push({ without, weight: await weigh(OURS[name], { plugins: [plugin] }) })
  // What a bundle has not cannot be taken out of it.
  return steps.filter(({ weight }, i) => weight.min !== steps[i - 1]?.weight.min)
}

/** What each plugin adds to the kernel. */
async function weighPlugins(kernel) {
  const names = Object.keys(await import(`${ROOT}dist/plugins/index.mjs`)).sort()
  const code = (name) => `${KERNEL}\nexport { ${name} } from 'portico/plugins'`
  const weights = await weighAll(Object.fromEntries(names.map((name) => [`plugin:${name}`, code(name)])))
  for (const weight of Object.values(weights))
    for (const kind of Object.keys(weight)) weight[kind] -= kernel[kind]
  return weights
}

const row = (name, { min, brotli, gzip }, sign = '') => [
  name,
  ...[min, brotli, gzip].map((bytes) => (sign && bytes >= 0 ? sign : '') + number(bytes)),
]

export const title = '1. Bytes'

export async function measure({ quick = false } = {}) {
  const ours = await weighAll(OURS)
  const others = await weighAll(OTHERS)
  const kernel = await weigh(KERNEL)
  const plugins = await weighPlugins(kernel)
  const floors = { minimal: await floorsOf('minimal'), full: await floorsOf('full') }
  const snippet = weighText(typicalSnippet())
  const all = { ...ours, kernel, snippet, ...others, ...plugins }
  if (!quick) {
    writeFileSync(`${BENCH}bytes.json`, `${JSON.stringify(all, null, 2)}\n`)
    writeReadme(all)
  }

  const head = (first) => [first, 'min', 'min + brotli', 'min + gzip']
  const bytes = (value) => `${number(value)} B`
  const existing = others['@schibsted/account-sdk-browser'].brotli
  return {
    title,
    how:
      'Bytes of one bundle: esbuild `bundle, minify, format esm, target es2022`, without licence comments; ' +
      'brotli quality 11, gzip level 9. Minimal and full take the environment as an object, which the page ' +
      'gives and which is not counted; the others of ours hold theirs.',
    tables: [
      [
        head('bundle'),
        ...Object.entries({ ...ours, kernel, snippet, ...others }).map(([name, weight]) =>
          row(label(name), weight),
        ),
      ],
      [
        head('plugin or function, on top of the kernel'),
        ...Object.entries(plugins).map(([name, weight]) => row(`\`${name.slice(7)}\``, weight, '+')),
      ],
      ...Object.entries(floors).map(([name, steps]) => [
        head(`what the bytes are for: ${name}`),
        row('as it is', ours[name]),
        ...steps.map(({ without, weight }, i) => row(`${i ? '… and ' : ''}without ${without}`, weight)),
      ]),
    ],
    notes: [
      '"What the bytes are for" takes one thing after the other out of the bundles. What is left at the end is no ' +
        'product: it shows that the rest of the way to the targets is a matter of what the library does, not of ' +
        'how it is written. The default preset has ofetch besides, whose cost is that of `ofetchTransport`.',
    ],
    targets: [
      atMost('minimal ≤ 2 500 B brotli', ours.minimal.brotli, 2500, bytes),
      atMost('full on native fetch ≤ 5 500 B brotli', ours.full.brotli, 5500, bytes),
      atMost(
        'full on native fetch ≤ the existing client, which does less',
        ours.full.brotli,
        existing,
        bytes,
      ),
      atMost('default preset ≤ 9 000 B brotli', ours.default.brotli, 9000, bytes),
      atMost('inline snippet ≤ 500 B, as it stands in the page', snippet.min, 500, bytes),
    ],
  }
}

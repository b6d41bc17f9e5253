/** The floor of browsers: told by the sources and the bundles, and the page says the same. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { usedFeatures } from '../../scripts/browser-features.mjs'
import { floorOf, OPTIONAL, shippedFeatures, tableOf, versionOf } from '../../scripts/browser-floor.mjs'

const page = readFileSync('docs/support.md', 'utf8')
const { used, unknown } = shippedFeatures()

describe('the browsers that docs/support.md names', () => {
  it('are those that the shipped code asks for: npm run verify floor writes them', () => {
    expect(page).toContain(`<!-- floor:start -->\n${tableOf(floorOf([...used.keys()]))}\n<!-- floor:end -->`)
  })

  it('are found with nothing of the code left aside', () => {
    expect([...unknown.keys()]).toEqual([])
    expect(used.size).toBeGreaterThan(150)
    const files = new Set([...used.values()].flat().map((at) => at.replace(/:\d+$/, '')))
    for (const file of [
      'devtools/panel/panel.ts',
      'dist/portico.full.development.js',
      'dist/portico.devtools.js',
    ])
      expect([...files].some((one) => one.endsWith(file))).toBe(true)
  })

  it.each(Object.entries(OPTIONAL))('leave out what is done without, and say so: %s', (name, features) => {
    const [, table = ''] = /\| without \| there is \|\n([\s\S]*?)\n\n/.exec(page) ?? []
    expect(table).toContain(name)
    for (const start of features)
      expect([...used.keys()].filter((feature) => feature.startsWith(start))).not.toEqual([])
  })
})

const SAMPLES: [code: string, feature: string][] = [
  ['structuredClone(1)', 'api.structuredClone'],
  ['[1].findLast(Boolean)', 'javascript.builtins.Array.findLast'],
  ["'a'.at(-1)", 'javascript.builtins.String.at'],
  ['Object.hasOwn({}, "a")', 'javascript.builtins.Object.hasOwn'],
  ['URL.canParse("a")', 'api.URL.canParse_static'],
  ['AbortSignal.timeout(1)', 'api.AbortSignal.timeout_static'],
  ['document.querySelector("a")?.remove()', 'api.Element.remove'],
  [
    'addEventListener("a", () => {}, { signal: new AbortController().signal })',
    'api.EventTarget.addEventListener.options_parameter.options_signal_parameter',
  ],
  ['let a: number | undefined; a ??= 1', 'javascript.operators.nullish_coalescing_assignment'],
  ['class A { #a = 1 }', 'javascript.classes.private_class_fields'],
  ['/(?<=a)b/.test("ab")', 'javascript.regular_expressions.lookbehind_assertion'],
  ['try {} catch {}', 'javascript.statements.try_catch.optional_catch_binding'],
]

const UNKNOWN = "fetch('a', { priority: 'high' })"

const FOR_DEVELOPERS = `declare const __DEV__: boolean
export const a = __DEV__ ? structuredClone(1) : 1`

const UNSEEN = 'export type A = typeof structuredClone'

describe('what code uses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-floor-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const files = [...SAMPLES.map(([code]) => code), UNKNOWN, FOR_DEVELOPERS, UNSEEN].map((code, index) => {
    const file = join(folder, `${index}.ts`)
    writeFileSync(file, `${code}\nexport {}`)
    return file
  })
  const { used: seen, unknown: seenUnknown } = usedFeatures(files)

  it.each(SAMPLES.map((sample, index) => [...sample, index] as const))('is seen: %s', (_, feature, index) => {
    expect(seen.get(feature)).toContain(`${files[index]}:1`)
  })

  it('is told as unknown where nobody has said what it is', () => {
    expect([...seenUnknown.keys()]).toEqual(['RequestInit.priority'])
  })

  it('is seen in the development build, too', () => {
    expect(seen.get('api.structuredClone')).toContain(`${files.at(-2)}:2`)
  })

  it('is not what stands in types', () => {
    expect([...seen.values()].flat().filter((at) => at.startsWith(`${files.at(-1)}:`))).toEqual([])
  })

  it('has a version in each browser, or is refused by its name', () => {
    expect(versionOf('javascript.builtins.Object.hasOwn', 'safari')).toBe('15.4')
    expect(() => versionOf('api.NetworkInformation', 'safari')).toThrow(
      /NetworkInformation is used, and no version of safari/,
    )
  })
})

/** The floor of browsers: told by the sources and the bundles, and the page says the same. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { floorOf, OPTIONAL, shippedFeatures, tableOf } from '../../scripts/browsers/floor.mjs'

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

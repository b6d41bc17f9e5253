/** What a reader's page view pays in bytes, so that growth is noticed; and that the README tells it as it is. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bundle } from './bundle.ts'

/** Bytes, minified and brotli. Raise one only for a feature that is worth it. */
const BUDGETS: [name: string, code: string, bytes: number][] = [
  ['minimal', "export { createMinimalIdentity } from 'portico/presets/minimal'", 5420],
  [
    'full',
    "export { createFullIdentity } from 'portico/presets/full'; export { fetchTransport } from 'portico/plugins'",
    9760,
  ],
  ['default', "export { Identity } from 'portico'", 14_160],
  ['pre', "export { Identity } from 'portico/presets/pre'", 13_700],
]

describe('the size', () => {
  it.each(BUDGETS)('of %s stays within its budget', async (_, code, budget) => {
    const bytes = brotliCompressSync(await bundle(code)).length
    expect(bytes).toBeLessThanOrEqual(budget)
    // A budget far above the size would notice nothing.
    expect(bytes).toBeGreaterThan(budget * 0.95)
  })

  it('in the README is what the benchmark measured', () => {
    const measured: Record<string, { min: number; brotli: number; gzip: number }> = JSON.parse(
      readFileSync('bench/bytes.json', 'utf8'),
    )
    const chapter = readFileSync('README.md', 'utf8').split('## What it costs')[1]?.split('\n## ')[0] ?? ''
    const rows = [...chapter.matchAll(/^\| .*<!-- (\S+) --> \| ([\d ]+) \| ([\d ]+) \| ([\d ]+) \|$/gm)]
    expect(rows.length).toBeGreaterThanOrEqual(5)
    for (const [, name = '', ...cells] of rows) {
      const { min, brotli, gzip } = measured[name] ?? { min: 0, brotli: 0, gzip: 0 }
      expect([name, ...cells.map((cell) => Number(cell.replaceAll(' ', '')))]).toEqual([
        name,
        min,
        brotli,
        gzip,
      ])
    }
  })
})

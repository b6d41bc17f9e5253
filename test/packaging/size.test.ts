/** What a reader's page view pays in bytes, so that growth is noticed; and that the README tells it as it is. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bundle } from './bundle.ts'

/** The bundles that the benchmark weighs. */
const BUNDLES: Record<string, { code: string }> = JSON.parse(readFileSync('bench/bundles.json', 'utf8'))

/** Bytes of each, for readers, minified and brotli. Raise one only for a feature that is worth it. */
const BUDGETS = {
  kernel: 2450,
  minimal: 3250,
  'like-for-like': 5980,
  full: 8460,
  pro: 8725,
  default: 12_560,
}

describe('the size', () => {
  it.each(Object.entries(BUDGETS))('of %s stays within its budget', async (name, budget) => {
    const bytes = brotliCompressSync(await bundle(BUNDLES[name]?.code ?? '')).length
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

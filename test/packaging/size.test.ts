/** What a reader's page view pays in bytes, so that growth is noticed; and that the README tells it as it is. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bundle } from './bundle.ts'

/** The bundles that the benchmark weighs. */
const BUNDLES: Record<string, { code: string }> = JSON.parse(readFileSync('bench/bundles.json', 'utf8'))

/** The most that each may weigh, in bytes, for readers, minified and brotli. A ceiling, and no target: clarity comes first. */
const CEILINGS = {
  kernel: 2900,
  minimal: 3800,
  'like-for-like': 6600,
  full: 9600,
  pro: 10_000,
  default: 13_800,
}

describe('the size', () => {
  it.each(Object.entries(CEILINGS))('of %s stays below its ceiling', async (name, ceiling) => {
    const bytes = brotliCompressSync(await bundle(BUNDLES[name]?.code ?? '')).length
    expect(bytes).toBeGreaterThan(2000)
    expect(bytes).toBeLessThanOrEqual(ceiling)
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

/** What a reader's page view pays in bytes, so that growth is noticed; and that the README tells it as it is. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bundle } from './bundle.ts'

/** The bundles that the benchmark weighs, and the most bytes that each may have. A ceiling, and no target: clarity comes first. */
const BUNDLES: Record<string, { code: string; ceiling: number }> = JSON.parse(
  readFileSync('bench/bundles.json', 'utf8'),
)

/** The most that each may add to the bundle of a page that has an identity, in the same bytes. */
const BINDING_CEILINGS = { react: 450, vue: 400, svelte: 420, element: 1100 }

const bytesOf = async (code: string) => brotliCompressSync(await bundle(code)).length

describe('the size', () => {
  it.each(Object.entries(BINDING_CEILINGS))('that %s adds stays below its ceiling', async (name, ceiling) => {
    const identity = "export { Identity } from 'portico/presets/pro';"
    const added = (await bytesOf(`${identity} export * from 'portico/${name}'`)) - (await bytesOf(identity))
    expect(added).toBeGreaterThan(200)
    expect(added).toBeLessThanOrEqual(ceiling)
  })

  it.each(Object.entries(BUNDLES))(
    'of %s, for readers, stays below its ceiling',
    async (_name, { code, ceiling }) => {
      const bytes = await bytesOf(code)
      expect(bytes).toBeGreaterThan(2000)
      expect(bytes).toBeLessThanOrEqual(ceiling)
    },
  )

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

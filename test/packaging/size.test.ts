/** What a reader's page view pays in bytes, so that growth is noticed. `test/docs` compares the README with what was measured. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bundle } from './bundle.ts'

/** The bundles that the benchmark weighs, and the most bytes that each may have. A ceiling, and no target: clarity comes first. */
const BUNDLES: Record<string, { code?: string; file?: string; ceiling: number }> = JSON.parse(
  readFileSync('bench/bundles.json', 'utf8'),
)

/** The most that each may add to the bundle of a page that has an identity, in the same bytes, if the page names all that it exports. */
const BINDING_CEILINGS = { react: 760, vue: 720, svelte: 720, element: 1780 }

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
    async (_name, { code, file, ceiling }) => {
      const bytes = file ? brotliCompressSync(readFileSync(file)).length : await bytesOf(`${code}`)
      expect(bytes).toBeGreaterThan(2000)
      expect(bytes).toBeLessThanOrEqual(ceiling)
    },
  )
})

/** When a page that lives through a soak counts as growing. */
import { describe, expect, it } from 'vitest'
import { type Sample, verdict } from '../soak/heap.ts'

const FLAT: Sample = { cycle: 0, objects: 400_000, heap: 1_800_000, listeners: 20, nodes: 16, documents: 1 }

const wrong = (changes: (index: number) => Partial<Sample>) =>
  verdict(
    {
      name: 'a page',
      samples: Array.from({ length: 41 }, (_, index) => ({ ...FLAT, cycle: index * 250, ...changes(index) })),
    },
    true,
  )

describe('a page that lives through a soak', () => {
  it('is flat where its objects are as many as before', () => {
    expect(wrong(() => ({}))).toEqual([])
  })

  it('grows where it keeps an object in every tenth cycle', () => {
    expect(wrong((index) => ({ objects: FLAT.objects + index * 25 * 60 }))).toEqual([
      'a page: its objects grow by 6000 B in 1000 cycles',
    ])
  })

  it('does not grow where another window shares its process at the end', () => {
    expect(
      wrong((index) => (index > 30 && index % 4 ? { documents: 2, objects: 585_000, nodes: 40 } : {})),
    ).toEqual([])
  })

  it('grows where documents are never let go of', () => {
    expect(wrong((index) => ({ documents: index }))).toEqual([expect.stringContaining('documents grow')])
  })
})

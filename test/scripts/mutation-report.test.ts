/** Which surviving mutants `test/mutation/survivors.json` explains. */
import { describe, expect, it } from 'vitest'
import { compare } from '../../scripts/mutation-report.mjs'

const survivor = (file: string, mutatorName: string) => ({ file, mutatorName })
const excess = (...between: Parameters<typeof compare>) =>
  compare(...between).map(({ file, kind, excess }) => [file, kind, excess])

describe('survivors', () => {
  it('may be as many of a kind as the reasons of their file allow together', () => {
    const alive = [survivor('a.ts', 'Regex'), survivor('a.ts', 'Regex'), survivor('a.ts', 'Regex')]
    expect(excess(alive, { 'a.ts': { Regex: { 'One reason.': 2, 'Another.': 1 } } })).toEqual([
      ['a.ts', 'Regex', 0],
    ])
  })

  it('are too many without a reason, and where the reasons are for another kind or another file', () => {
    const alive = [survivor('a.ts', 'Regex'), survivor('a.ts', 'Regex'), survivor('b.ts', 'Regex')]
    expect(
      excess(alive, { 'a.ts': { Regex: { 'For one.': 1 }, BlockStatement: { 'For one.': 1 } } }),
    ).toEqual([
      ['a.ts', 'BlockStatement', -1],
      ['a.ts', 'Regex', 1],
      ['b.ts', 'Regex', 1],
    ])
  })

  it('are too few where a test notices by now what a reason excuses', () => {
    expect(excess([], { 'a.ts': { Regex: { 'For two.': 2 } } })).toEqual([['a.ts', 'Regex', -2]])
  })
})

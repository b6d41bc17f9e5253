/** A short soak, so that the long one (`npm run verify soak`) works when it is wanted; and that it can fail. */
import { describe, expect, it } from 'vitest'
import { add, newTally, report } from '../soak/report.ts'
import { soak } from '../soak/soak.ts'
import { runsIn } from './support/browser.ts'

/** Pages whose library makes each request twice, after the first three. */
const TWICE = `
  import { begin } from './test/soak/in-page.ts'
  begin()
  const { fetch } = window
  let made = 0
  window.fetch = (...given) => {
    if (made++ > 2) fetch(...given).catch(() => {})
    return fetch(...given)
  }
`

const TOO_MANY = /makes 2 requests for one question, not [01]/

const reads = runsIn('chromium', 'the short soak', 'Its browser forgets all by a protocol of Chromium alone.')

it('a soak adds up what its parts have seen, and names their seeds', () => {
  const tally = { ...newTally(), cycles: { ask: 2000 } }
  add(tally, { cycles: { ask: 1, reload: 3 } })
  const written = report({ of: 'trees: none', seeds: [1, 2, 3, 7], minutes: 5, tally })
  expect(written).toContain('2 004 cycles in 5.0 minutes, in 4 parts with the seeds 1, 2, 3, 7')
  expect(written).toContain('| ask | 2 001 |\n| reload | 3 |')
})

describe.runIf(reads)('a soak', { timeout: 180_000 }, () => {
  it('finds that pages show what a reader may see, whatever was done in their tabs', async () => {
    const { failure, tally } = await soak({ seed: 3, readers: 4 })
    expect(failure).toBeUndefined()
    expect(Object.keys(tally.cycles ?? {}).length).toBeGreaterThan(10)
    expect(Object.keys(tally.answers ?? {}).length).toBeGreaterThan(3)
  })

  it('fails on one request too many, and says by which steps', async () => {
    const { failure } = await soak({ seed: 1, readers: 5, script: TWICE })
    expect(failure).toMatch(TOO_MANY)
    expect(failure).toMatch(/"isDeclared":\w+,"revalidates":\w+} \/\w*\ntab \d: /)
  })
})

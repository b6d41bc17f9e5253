/** A short soak, so that the long one (`npm run verify soak`) works when it is wanted; and that it can fail. */
import { describe, expect, it } from 'vitest'
import { soak } from '../soak/soak.ts'
import { runsIn } from './support/browser.ts'

/** Pages that have a plugin besides, under the name `plugin`. */
const pagesWith = (plugin: string) => `
  import { start } from './test/soak/in-page.ts'
  const setup = ({ hook, emit, window }) => ${plugin}
  start([{ name: 'sabotage', setup }])
`

const reads = runsIn('chromium', 'the short soak', 'It reads the heap, by a protocol of Chromium alone.')

// A busy machine takes most of a minute for the first of them.
describe.runIf(reads)('a soak', { timeout: 180_000 }, () => {
  it('finds pages and reference model of one mind, in random cycles', async () => {
    const { failures, tally } = await soak({ seed: 3, cycles: 130 })
    expect(failures).toEqual([])
    expect(Object.keys(tally.events).length).toBeGreaterThan(5)
    expect(Object.keys(tally.steps).length).toBeGreaterThan(15)
    expect(Object.keys(tally.faults).length).toBeGreaterThan(8)
    expect(tally.tabs['heard of another user']).toBeGreaterThan(0)
    expect(Object.keys(tally.answers).join()).toMatch('in a pause')
  })

  it('fails on one event too many, and says where', async () => {
    const script = pagesWith(`hook('session:settled', ({ session }) => emit('userChange', session))`)
    const { failures } = await soak({ seed: 20, cycles: 100, script })
    expect(failures).toEqual([expect.stringMatching(/heard: .*userChange.* instead of (.|\n)*in cycle \d+:/)])
  })

  it('fails on listeners that are left', async () => {
    // So many at a time that other windows of the page's process, whose listeners count too, make no difference.
    const leaves = `for (let left = 0; left < 100; left++) addEventListener('left', () => left)`
    const script = pagesWith(`hook('session:settled', () => { ${leaves} })`)
    const { failures } = await soak({ seed: 1, cycles: 40, script })
    expect(failures.length).toBeGreaterThan(0)
    for (const failure of failures) expect(failure).toMatch(/listeners grow/)
  })
})

/** What is measured, as the browser's own tools get it. */
import { expect, it } from 'vitest'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

it('a session call is an entry with a track of its own, and an event', async () => {
  const script = await bundle(`
    import { createIdentity } from 'portico/core'
    import { fetchTransport, measures } from 'portico/plugins'
    const identity = createIdentity(options, [fetchTransport(), measures()])
    identity.on('measured', (measured) => Object.assign(window, { measured }))
    identity.hasSession().catch(() => {})
  `)
  world.pages.serve('/', pageWith(ownOptions(world), script))
  const page = await world.page()
  await page.goto(world.pages.url())
  await page.waitForFunction(() => 'measured' in window)
  const { measured, entries } = await page.evaluate(() => ({
    measured: (window as unknown as { measured: object }).measured,
    entries: performance.getEntriesByType('measure').map((entry) => ({
      name: entry.name,
      detail: (entry as PerformanceMeasure).detail,
    })),
  }))
  expect(measured).toEqual({
    operation: 'session',
    outcome: 'loggedOut',
    source: 'network',
    reason: undefined,
    ms: expect.any(Number),
  })
  const devtools = { dataType: 'track-entry', trackGroup: 'Portico', track: 'session' }
  expect(entries).toEqual([
    { name: 'portico session network', detail: { ...measured, devtools: expect.objectContaining(devtools) } },
  ])
})

// The metrics from the start: an alert on an increase misses the first event of a series that is not there before.

import { expect, it } from 'vitest'
import { createMetrics } from '../src/command/metrics.ts'
import { sqliteStore } from '../src/store/sqlite.ts'

const text = await createMetrics().text()

it.each([
  ['logins', 'outcome', ['started', 'succeeded', 'failed', 'required']],
  ['provider_logouts', 'channel', ['back', 'front']],
  ['provider_logouts_refused', 'channel', ['back', 'front']],
  ['failures', 'source', ['provider', 'function', 'site', 'clock-skew']],
])('%s are 0 for each %s before anything has happened', (name, label, values) => {
  for (const value of values) expect(text).toContain(`portico_${name}_total{${label}="${value}"} 0`)
})

it('so is each action of an operator, done and refused', () => {
  for (const action of ['sessions', 'end', 'forget'])
    for (const outcome of ['done', 'refused'])
      expect(text).toContain(`portico_sessions_managed_total{action="${action}",outcome="${outcome}"} 0`)
})

it('so is each operation of the store that the service calls', async () => {
  const store = sqliteStore(':memory:')
  const operations = Object.keys(store).filter((name) => name !== 'close' && name !== 'scan')
  expect(text.match(/^portico_store_failures_total\{/gm)).toHaveLength(operations.length)
  for (const operation of operations)
    expect(text).toContain(`portico_store_failures_total{operation="${operation}"} 0`)
  await store.close()
})

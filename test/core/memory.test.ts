/** What an instance lets go of, seen by what the engine collects. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, optionsFor } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** How many are left; the engine is asked some times, since it takes away what is old in steps. */
async function alive(references: WeakRef<object>[]): Promise<number> {
  for (let round = 0; round < 5; round++) {
    // What is looked at by a WeakRef lives until the task is over.
    await new Promise((resolve) => setTimeout(resolve))
    collectGarbage()
  }
  return references.filter((reference) => reference.deref()).length
}

describe('an instance that lives long', () => {
  it('holds none of the sessions that it has long forgotten', async () => {
    const transport: Plugin = {
      name: 'transport',
      setup: (kernel) => void (kernel.transport = async () => ({ status: 200, body: { ...ADA } })),
    }
    const identity = createIdentity(optionsFor(openPage()), [transport])
    const sessions: WeakRef<object>[] = []
    for (let time = 0; time < 20; time++) sessions.push(new WeakRef(await identity.hasSession()))
    // That of now, and the one that it was compared with.
    expect(await alive(sessions)).toBeLessThanOrEqual(2)
    expect(await identity.hasSession()).toEqual(ADA)
  })

  it('holds nothing of the requests that have ended', async () => {
    const page = openPage()
    const signals: WeakRef<object>[] = []
    const identity = createIdentity(optionsFor(page), [fetchTransport()])
    for (let time = 0; time < 20; time++) {
      page.answer((url, signal) => {
        signals.push(new WeakRef(signal))
        return json(200, ADA)(url, signal)
      })
      await identity.hasSession()
    }
    expect(await alive(signals)).toBeLessThanOrEqual(2)
    identity.dispose()
  })
})

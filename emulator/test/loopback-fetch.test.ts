// The fetch for back ends, which finds names under `localhost` wherever they are not known.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, loopbackFetch, startEmulator } from '../src/index.ts'

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

const account = (path: string): string => emulator.url('account.localhost', path)

describe('the fetch for back ends', () => {
  it('finds names under localhost, which Node does not know', async () => {
    const response = await loopbackFetch(account('/.well-known/openid-configuration'))
    expect(((await response.json()) as { token_endpoint: string }).token_endpoint).toBe(
      account('/oauth/token'),
    )
  })
})

// An emulator for tests that attack it: whatever they send, nothing may stay uncaught.

import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Emulator, startEmulator } from '../../src/index.ts'
import { watchUncaught } from './raw.ts'

/** One emulator for the file that calls this; there before its first test. */
export function useWatchedEmulator(): { readonly emulator: Emulator } {
  let running: Emulator | undefined
  let uncaught: () => unknown[]
  beforeAll(async () => {
    running = await startEmulator()
  })
  afterAll(() => running?.close())
  beforeEach(() => {
    uncaught = watchUncaught()
  })
  afterEach(() => {
    expect(uncaught()).toEqual([])
  })
  return {
    get emulator() {
      if (running === undefined) throw new Error('the emulator runs during tests only')
      return running
    },
  }
}

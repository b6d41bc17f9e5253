// An emulator whose server has little patience, for tests of what is cut off in the middle.

import { vi } from 'vitest'

/** Loads the emulator once more, with these limits. All other imports of it keep the limits of `http/limits.ts`. */
export async function loadWith(limits: Record<string, number>): Promise<typeof import('../../src/index.ts')> {
  const path = '../../src/http/limits.ts'
  vi.resetModules()
  vi.doMock(path, async (original) => ({ ...(await original<object>()), ...limits }))
  const loaded = await import('../../src/index.ts')
  vi.doUnmock(path)
  vi.resetModules()
  return loaded
}

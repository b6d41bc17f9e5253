/**
 * A fresh start for an identity that tests share, of this package's testing or a real one.
 */
import { SDKError } from '../../core/errors.ts'
import type { ResolvedOptions } from '../../core/options.ts'
import { restart } from '../../core/restart.ts'
import { storagePrefix } from '../../core/storage.ts'
import type { FakeControls } from './fake-identity.ts'

const keysOf = (storage: Storage) => Array.from({ length: storage.length }, (_, index) => `${storage.key(index)}`)

/** Takes away what the storage of a window has of one client. */
function clear(options: ResolvedOptions): void {
  for (const area of ['sessionStorage', 'localStorage'] as const) {
    try {
      const storage = options.window[area]
      for (const key of keysOf(storage)) if (key.startsWith(storagePrefix(options))) storage.removeItem(key)
    } catch {
      // Where there is no storage, nothing is kept.
    }
  }
}

/**
 * Gives an identity that tests share a fresh start: nobody has asked, nothing is kept, and calls on their way end with `disposed`. Its
 * listeners stay, and those of the page's modules hear of what comes. A real identity is composed anew of its own options and plugins;
 * from then on nothing is left to chance: it tries a broken connection again after 0.3 s, and a pause is as short as it can be. What was called on it before, such as
 * `enableCacheCookie`, is undone.
 *
 * @throws {SDKError} `argument-invalid` for what is no identity, or one of the build for readers
 * @example beforeEach(() => reset(identity))
 */
export function reset(identity: Pick<FakeControls, 'reset'> | { hasSession(): Promise<unknown> }): void {
  if ('reset' in identity) {
    identity.reset()
    return
  }
  const options = restart(identity)
  if (!options) {
    const what =
      'reset: give an identity of fakeIdentity(), or one that the development build of portico has made. Node takes that build with --conditions=development'
    throw new SDKError('argument-invalid', what)
  }
  clear(options)
}

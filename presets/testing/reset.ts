/**
 * A fresh start for an identity that tests share, of this package's testing or a real one.
 */
import { SDKError } from '../../core/errors.ts'
import type { ResolvedOptions } from '../../core/options.ts'
import { restart } from '../../core/restart.ts'
import { storagePrefix } from '../../core/storage.ts'
import { isCookieDomain } from '../../plugins/reporting/cache-cookie.ts'
import type { FakeControls } from './fake-identity.ts'

/** What the library keeps in the storage of an origin, whichever client it is for. */
const SHARED_KEYS = /^portico\.(tab$|devtools\.)/

/** By index: Prototype.js and MooTools have an `Array.from` of their own. */
function keysOf(storage: Storage): string[] {
  const keys: string[] = []
  for (let index = 0; index < storage.length; index++) keys.push(`${storage.key(index)}`)
  return keys
}

/** Runs something that a window may refuse. Where nothing is kept, there is nothing to take away. */
function quietly(run: () => void): void {
  try {
    run()
  } catch {
    // Storage or cookies are denied, or not there.
  }
}

/** Takes away what a window keeps for one client, and for all of them. */
function clear(options: ResolvedOptions): void {
  const { window } = options
  const prefix = storagePrefix(options)
  for (const area of ['sessionStorage', 'localStorage'] as const)
    quietly(() => {
      const storage = window[area]
      for (const key of keysOf(storage)) if (key.startsWith(prefix) || SHARED_KEYS.test(key)) storage.removeItem(key)
    })
  quietly(() => {
    // Nobody can read for which domain it was set. The last of them is no domain for a cookie, and removes the host's own.
    for (let domain = window.location.hostname; domain; domain = domain.replace(/[^.]*\.?/, ''))
      window.document.cookie = `SP_ID=; path=/; expires=${new Date(0).toUTCString()}${isCookieDomain(domain) ? `; domain=${domain}` : ''}`
  })
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
  if (restart(identity, clear)) return
  const what =
    'reset: give an identity of fakeIdentity(), or one that the development build of portico has made. Node takes that build with --conditions=development'
  throw new SDKError('argument-invalid', what)
}

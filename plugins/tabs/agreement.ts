/**
 * What the tabs of one client agree on, in local storage. Where there is none, each tab agrees with itself.
 */
import { MAX_LIFETIME_MS } from '../../core/answer.ts'
import type { ClientStorage } from '../../core/storage.ts'
import { type Mark, parseMark } from './mark.ts'

/** Part of all names that tabs share. Libraries that speak another format use another one, and do not hear each other. */
export const FORMAT = 'tabs1'

// An older answer is not shared: the user may have changed since.
export const FRESH_MS = 10_000
// By then the browser has left the page that logs out.
const LOGOUT_MS = 10_000

export interface Agreement {
  readMark(): Mark
  writeMark(mark: Mark): void
  /** Whether another tab has an answer, or has asked for one, so that a question is worth its time. */
  isOffered(): boolean
  /** Offers an answer, or the promise of one, to other tabs. @param until milliseconds since the epoch */
  offer(until: number): void
  withdraw(): void
  /** Whether a tab is on its way to the logout page. Until the browser is there, the service's cookie is still about the user. */
  isLogoutUnderWay(): boolean
  /** Says that this tab is on its way to the logout page. */
  beginLogout(): void
  /** The browser has come there. */
  endLogout(): void
  /** Whether a change of this key may be about the user. */
  isAboutUser(key: string | null): boolean
}

/** Opens the agreement of the tabs of one client. Touches nothing before its use. */
export function createAgreement(storage: Pick<ClientStorage, 'entry'>): Agreement {
  const mark = storage.entry(`${FORMAT}.mark`)
  const offered = storage.entry(`${FORMAT}.offer`, FRESH_MS)
  const leaving = storage.entry(`${FORMAT}.leaving`, LOGOUT_MS)

  return {
    readMark: () => parseMark(mark.get()),
    writeMark: (next) => void mark.set(next, Date.now() + MAX_LIFETIME_MS),
    isOffered: () => offered.get() !== undefined,
    offer: (until) => void offered.set(true, until),
    withdraw: () => offered.remove(),
    isLogoutUnderWay: () => leaving.get() !== undefined,
    beginLogout: () => void leaving.set(true, Date.now() + LOGOUT_MS),
    endLogout: () => leaving.remove(),
    // Without a key, all of the storage was cleared.
    isAboutUser: (key) => key === null || key === mark.key || key === leaving.key,
  }
}

/**
 * What the tabs of one client agree on, in local storage: the session epoch, and whether a logout is under way. It holds no session and nobody's
 * name. Where there is no local storage, each tab agrees with itself. Functions, as in `tab-state.ts`.
 */
import { numberIn } from '../../core/json.ts'
import { MAX_LIFETIME_MS } from '../../core/session/result.ts'
import type { ClientStorage, StoredEntry } from '../../core/storage.ts'
import { NO_EPOCH, parseEpoch, type SessionEpoch } from './epoch.ts'

/** Part of all names that tabs share. Libraries that speak another format use another one, and do not hear each other. */
export const FORMAT = 'tabs2'

// By then the browser has left the page that logs out.
const LOGOUT_MS = 10_000

/** The two entries that all tabs of a client read and write. */
export interface SharedState {
  readonly epoch: StoredEntry<SessionEpoch>
  readonly leaving: StoredEntry<number>
}

/** Opens the shared state of the tabs of one client. Touches nothing before its use. */
export const openSharedState = (storage: Pick<ClientStorage, 'entry'>): SharedState => ({
  epoch: storage.entry(`${FORMAT}.mark`, parseEpoch),
  leaving: storage.entry(`${FORMAT}.leaving`, numberIn, LOGOUT_MS),
})

export const readEpoch = ({ epoch }: SharedState): SessionEpoch => epoch.get() ?? NO_EPOCH

export const writeEpoch = ({ epoch }: SharedState, next: SessionEpoch): void =>
  void epoch.set(next, Date.now() + MAX_LIFETIME_MS)

/** Whether a tab is on its way to the logout page. Until the browser is there, the service's cookie is still about the user. */
export const isLogoutUnderWay = ({ leaving }: SharedState): boolean => leaving.get() !== undefined

/** This tab is on its way to the logout page. */
export const announceLogout = ({ leaving }: SharedState): void => void leaving.set(1, Date.now() + LOGOUT_MS)

/** Whether a change of this key may be about the user. Without a key, all of the storage was cleared. */
export const isAboutUser = ({ epoch, leaving }: SharedState, key: string | null): boolean =>
  key === null || key === epoch.key || key === leaving.key

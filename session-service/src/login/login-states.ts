// The `state` of a login at the provider: a random key, which names the browser's cookie, and sealed data. Without its cookie, a login
// knows its site and its language by that data.

import { randomText } from '../crypto/hash.ts'
import type { Sealer } from '../crypto/sealed.ts'
import type { PageLanguage } from '../pages/page.ts'

/** The sealed data of a `state`. It proves nothing: everybody who has seen the address has it. */
export interface StateData {
  readonly clientId: string
  readonly language: PageLanguage
  /** Milliseconds since the epoch. */
  readonly begunAt: number
}

export interface LoginState {
  readonly key: string
  readonly text: string
  readonly data: StateData
}

export interface LoginStates {
  make(clientId: string, language: PageLanguage): Promise<LoginState>
  /** Opens a `state`. @returns undefined when the service has not made it */
  read(text: string): Promise<LoginState | undefined>
}

/** Readers keep a provider's login page among their bookmarks, with the state in its address. */
const STATE_SECONDS = 366 * 86_400

export function loginStates(sealer: Sealer): LoginStates {
  return {
    async make(clientId, language) {
      const key = randomText(32)
      const data = { clientId, language, begunAt: Date.now() }
      return { key, data, text: `${key}.${await sealer.seal('state', data, STATE_SECONDS)}` }
    },
    async read(text) {
      const dot = text.indexOf('.')
      const data = await sealer.open<StateData>('state', text.slice(dot + 1))
      return data && { key: text.slice(0, dot), text, data }
    },
  }
}

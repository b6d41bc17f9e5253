// The `state` with which a login goes to the provider and comes back: a random key, by which the browser's cookie is found, and the
// sealed name of the site, so that a login whose cookie is gone knows where to lead.

import { randomText } from '../crypto/hash.ts'
import type { Sealer } from '../crypto/sealed.ts'
import type { PageLanguage } from '../pages/page.ts'

/** What is known of a login without its cookie. It proves nothing: whoever has seen the address has it. */
export interface LoginOrigin {
  readonly clientId: string
  readonly language: PageLanguage
  /** Milliseconds since the epoch. */
  readonly begunAt: number
}

export interface LoginState {
  readonly key: string
  readonly text: string
  readonly origin: LoginOrigin
}

export interface LoginStates {
  make(clientId: string, language: PageLanguage): Promise<LoginState>
  /** Undefined when it is not ours. */
  read(text: string): Promise<LoginState | undefined>
}

/** Readers keep a provider's login page among their bookmarks, with the state in its address. */
const KNOWN_SECONDS = 366 * 86_400

export function loginStates(sealer: Sealer): LoginStates {
  return {
    async make(clientId, language) {
      const key = randomText(32)
      const origin = { clientId, language, begunAt: Date.now() }
      return { key, origin, text: `${key}.${await sealer.seal('state', origin, KNOWN_SECONDS)}` }
    },
    async read(text) {
      const dot = text.indexOf('.')
      const origin = await sealer.open<LoginOrigin>('state', text.slice(dot + 1))
      return origin && { key: text.slice(0, dot), text, origin }
    },
  }
}

// Checks of the tokens that reach a session service: the ID token behind a new session, and the logout token
// that ends one. Both are verified against the keys that the account service publishes.

import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import type { EmulatorContext } from '../context.ts'
import { ACCOUNT_HOST, originOf } from '../hosts.ts'
import { loopbackFetch } from '../http/loopback-fetch.ts'
import type { Publisher } from '../publishers.ts'

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** Who has logged in, by which client. */
export interface LoggedIn {
  readonly uuid: string
  /** The session of the account service, which ends those that it has started when it ends. */
  readonly sid: string
  readonly clientId: string
}

export interface TokenChecks {
  /** Rejects when the token is not valid. */
  idToken(token: string): Promise<LoggedIn>
  /** Which session of the account service ended (`sid`). Rejects when the token is not valid. */
  logoutToken(token: string): Promise<string>
}

/** Checks of tokens for any client of a publisher. */
export function tokenChecks({ address, clients }: EmulatorContext, publisher: Publisher): TokenChecks {
  const issuer = originOf(ACCOUNT_HOST, address)
  const keys = createRemoteJWKSet(new URL('/oauth/jwks', issuer), { [customFetch]: loopbackFetch })

  async function payloadOf(token: string, typ?: string): Promise<JWTPayload> {
    const audience = clients.of(publisher).map(({ clientId }) => clientId)
    const { payload } = await jwtVerify(token, keys, { issuer, audience, ...(typ && { typ }) })
    return payload
  }

  function text(payload: JWTPayload, claim: 'sub' | 'sid' | 'aud'): string {
    const value = payload[claim]
    if (typeof value !== 'string') throw new Error(`the token has no ${claim}`)
    return value
  }

  return {
    async idToken(token) {
      const payload = await payloadOf(token)
      // a logout token is signed by the same keys for the same audience
      if (payload.events !== undefined) throw new Error('not an ID token')
      return { uuid: text(payload, 'sub'), sid: text(payload, 'sid'), clientId: text(payload, 'aud') }
    },
    async logoutToken(token) {
      const payload = await payloadOf(token, 'logout+jwt')
      if ((payload.events as Record<string, unknown> | undefined)?.[LOGOUT_EVENT] === undefined) {
        throw new Error('not a logout token')
      }
      return text(payload, 'sid')
    },
  }
}

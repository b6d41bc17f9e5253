// Checks of the tokens that reach a session service: the ID token behind a new session, and the logout token
// that ends one. Both are verified against the keys that the account service publishes.

import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import { ACCOUNT_HOST, type Address, originOf } from '../hosts.ts'
import { loopbackFetch } from '../http/loopback-fetch.ts'

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

export interface TokenChecks {
  /** Who logged in, in which session of the account service. Rejects when the token is not valid. */
  idToken(token: string): Promise<{ uuid: string; sid: string }>
  /** Which session of the account service ended. Rejects when the token is not valid. */
  logoutToken(token: string): Promise<{ sid: string }>
}

export function tokenChecks(address: Address, clientId: string): TokenChecks {
  const issuer = originOf(ACCOUNT_HOST, address)
  const keys = createRemoteJWKSet(new URL('/oauth/jwks', issuer), { [customFetch]: loopbackFetch })

  async function payloadOf(token: string, typ?: string): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, keys, { issuer, audience: clientId, ...(typ && { typ }) })
    return payload
  }

  function text(payload: JWTPayload, claim: 'sub' | 'sid'): string {
    const value = payload[claim]
    if (typeof value !== 'string') throw new Error(`the token has no ${claim}`)
    return value
  }

  return {
    async idToken(token) {
      const payload = await payloadOf(token)
      // a logout token is signed by the same keys for the same audience
      if (payload.events !== undefined) throw new Error('not an ID token')
      return { uuid: text(payload, 'sub'), sid: text(payload, 'sid') }
    },
    async logoutToken(token) {
      const payload = await payloadOf(token, 'logout+jwt')
      if ((payload.events as Record<string, unknown> | undefined)?.[LOGOUT_EVENT] === undefined) {
        throw new Error('not a logout token')
      }
      return { sid: text(payload, 'sid') }
    },
  }
}

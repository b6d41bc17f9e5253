// Validation of a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6).

import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { ServerMetadata } from 'openid-client'
import type { ProviderOptions } from '../options/provider-options.ts'
import { boundedFetch } from './bounded-fetch.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const TIMEOUT_MS = 8000
const MAX_ID_LENGTH = 255

/** Seconds for which a token is taken. Providers that could not deliver one try again. */
export const LOGOUT_TOKEN_SECONDS = 600
const CLOCK_TOLERANCE_SECONDS = 60

/** A valid logout token: one session of the provider has ended (`sid`), or all of a reader (`subject`). */
export interface LogoutToken {
  readonly sid: string | undefined
  readonly subject: string | undefined
  readonly jti: string
  /** Seconds since the epoch, by the provider's clock. */
  readonly issuedAt: number
}

/** A token that is refused: its message is a word. */
export class LogoutTokenRefused extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Checks logout tokens. @returns a function that rejects when a token is not valid */
export function logoutTokens({
  clientId,
  fetch,
}: ProviderOptions): (token: string, metadata: ServerMetadata) => Promise<LogoutToken> {
  let keys: JWTVerifyGetKey | undefined
  let keysOf: string | undefined

  return async (token, metadata) => {
    const { issuer, jwks_uri, id_token_signing_alg_values_supported: named = ['RS256'] } = metadata
    if (jwks_uri === undefined) throw new LogoutTokenRefused('no-keys')
    if (!keys || keysOf !== jwks_uri) {
      keys = createRemoteJWKSet(new URL(jwks_uri), {
        timeoutDuration: TIMEOUT_MS,
        [customFetch]: boundedFetch(fetch),
      })
      keysOf = jwks_uri
    }
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      // Of these, the published keys fit those alone whose private half the provider has.
      algorithms: named,
      maxTokenAge: LOGOUT_TOKEN_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    })
    const { events, nonce, sid, sub, jti, iat } = payload
    // Older providers state no type. Other tokens of the provider have one of their own, no events, or a nonce.
    if (!/^((application\/)?logout\+jwt|jwt)$/i.test(protectedHeader.typ ?? 'JWT'))
      throw new LogoutTokenRefused('wrong-type')
    const event = (events as Record<string, unknown> | undefined)?.[EVENT]
    if (typeof event !== 'object' || event === null) throw new LogoutTokenRefused('no-event')
    if (nonce !== undefined) throw new LogoutTokenRefused('has-nonce')
    if (!isId(jti)) throw new LogoutTokenRefused('no-jti')
    if (![sid, sub].every((id) => id === undefined || isId(id)) || (sid ?? sub) === undefined)
      throw new LogoutTokenRefused('no-subject')
    return { sid: sid as string | undefined, subject: sub, jti, issuedAt: iat as number }
  }
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH

// ID tokens for the sites' servers, and the keys by which they are checked.

import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWK, SignJWT } from 'jose'
import { randomText } from '../crypto/hash.ts'
import type { SiteLogin } from '../login/pending-logins.ts'
import type { CodeRedemptionOptions } from '../options/options.ts'
import type { StoredSession } from '../store/session-store.ts'

const ALGORITHM = 'ES256'
const TOKEN_SECONDS = 300

export interface Tokens {
  publicKeys(): Promise<JWK[]>
  /** The token response (OpenID Connect Core, section 3.1.3.3). @param session without a profile, the ID token has no name */
  tokenResponse(
    site: Omit<SiteLogin, 'state'>,
    session: Omit<StoredSession, 'profile'> & { readonly profile?: StoredSession['profile'] },
  ): Promise<Record<string, unknown>>
}

export function tokensOf(issuer: string, { signingKeys }: CodeRedemptionOptions): Tokens {
  const publicKeys = async (): Promise<JWK[]> =>
    Promise.all(signingKeys.map((key) => publicKeyOf(key as JWK)))
  let signer: Promise<{ key: CryptoKey; kid: string }> | undefined

  async function loadSigner(): Promise<{ key: CryptoKey; kid: string }> {
    const [first] = signingKeys as JWK[]
    const { kid } = await publicKeyOf(first as JWK)
    return { key: (await importJWK(first as JWK, ALGORITHM)) as CryptoKey, kid }
  }

  return {
    publicKeys,
    async tokenResponse({ clientId, nonce }, { uuid, profile = {}, amr, acr, authTime }) {
      signer ??= loadSigner()
      const { key, kid } = await signer
      const { displayName: name, givenName: given_name, familyName: family_name } = profile
      const claims = { nonce, name, given_name, family_name, amr, acr, auth_time: authTime }
      const idToken = await new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(uuid)
        .setAudience(clientId)
        .setIssuedAt()
        .setExpirationTime(`${TOKEN_SECONDS}s`)
        .sign(key)
      // The protocol wants an access token. This one opens nothing: all claims are in the ID token.
      const accessToken = randomText(24)
      return {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: TOKEN_SECONDS,
        scope: 'openid',
        id_token: idToken,
      }
    },
  }
}

async function publicKeyOf({ kty, crv, x, y }: JWK): Promise<JWK & { kid: string }> {
  const key = { kty, crv, x, y } as JWK
  return { ...key, kid: await calculateJwkThumbprint(key), use: 'sig', alg: ALGORITHM }
}

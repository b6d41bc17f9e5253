// An OpenID provider that says whatever a test wants: its discovery, keys and tokens are real, what they claim is not checked.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeEach } from 'vitest'

export const CLIENT_ID = 'session-service'
export const CLIENT_SECRET = 'provider-secret-of-the-session-service'
export const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

interface Refusal {
  readonly status: number
  readonly error: string
  readonly challenge?: string
}

type Claims = Record<string, unknown>

/** How a token is made otherwise than a provider would. */
export interface Forgery {
  readonly typ?: string
  readonly key?: CryptoKey
  readonly issuedAt?: number
}

export interface ScriptedProvider {
  readonly issuer: string
  /** Claims of the next ID token, beside those of the login. */
  claims: Claims
  /** What the next discovery document says besides. */
  metadata: Claims
  /** Where paths lead to, by a redirect. */
  redirects: Readonly<Record<string, string>>
  /** What the user info says; undefined: there is none. */
  userInfo: Claims | undefined
  /** Whether it hangs up on whoever asks. */
  isDown: boolean
  /** How it refuses the next codes; undefined: it does not. */
  refusal: Refusal | undefined
  /** How it refuses whoever has this secret, in the header or in the form. */
  refuse: (secret: string | undefined, form: URLSearchParams) => Refusal | undefined
  /** The header `Authorization` of those that came to the token endpoint. */
  readonly authorizations: (string | undefined)[]
  /** The forms that came to the token endpoint. */
  readonly redeemed: URLSearchParams[]
  /** Remembers a login that was sent here. @returns the query with which the browser goes back */
  approve(authorizationUrl: string): string
  sign(claims: Claims, forgery?: Forgery): Promise<string>
  /** A logout token, with what a test puts in the place of its claims. */
  logoutToken(claims: Claims, forgery?: Forgery): Promise<string>
  close(): Promise<void>
}

const pair = generateKeyPair('RS256', { extractable: true })

export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

export async function scriptedProvider(): Promise<ScriptedProvider> {
  const { privateKey, publicKey } = await pair
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const logins = new Map<string, { nonce: string | null; challenge: string | null }>()
  let codes = 0

  const server = createServer(async (request, response) => {
    if (provider.isDown) return request.socket.destroy()
    const json = (body: unknown, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const location = provider.redirects[request.url ?? '']
    if (location !== undefined) return response.writeHead(301, { location }).end('Moved')
    if (request.url === '/keys') return json({ keys: [jwk] })
    if (request.url === '/userinfo') return json(provider.userInfo)
    if (request.url === '/token') {
      let text = ''
      for await (const piece of request) text += piece
      const form = new URLSearchParams(text)
      provider.redeemed.push(form)
      provider.authorizations.push(request.headers.authorization)
      const [, secret] = Buffer.from(`${request.headers.authorization}`.slice(6), 'base64')
        .toString()
        .split(':')
      const refusal = provider.refusal ?? provider.refuse(secret, form)
      if (refusal?.challenge) response.setHeader('www-authenticate', refusal.challenge)
      if (refusal) return json({ error: refusal.error, error_description: 'kari@site.com' }, refusal.status)
      const login = logins.get(form.get('code') ?? '')
      const verifier = form.get('code_verifier')
      const proof = verifier === null ? null : createHash('sha256').update(verifier).digest('base64url')
      if (!login || login.challenge !== proof) return json({ error: 'invalid_grant' }, 400)
      const id_token = await provider.sign({ nonce: login.nonce, ...provider.claims })
      return json({ access_token: 'access', token_type: 'Bearer', id_token })
    }
    json({
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/authorize`,
      token_endpoint: `${provider.issuer}/token`,
      jwks_uri: `${provider.issuer}/keys`,
      end_session_endpoint: `${provider.issuer}/end`,
      id_token_signing_alg_values_supported: ['RS256'],
      ...(provider.userInfo && { userinfo_endpoint: `${provider.issuer}/userinfo` }),
      ...provider.metadata,
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const provider: ScriptedProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    claims: {},
    metadata: {},
    redirects: {},
    userInfo: undefined,
    isDown: false,
    refusal: undefined,
    refuse: () => undefined,
    authorizations: [],
    redeemed: [],
    approve(authorizationUrl) {
      const { searchParams } = new URL(authorizationUrl)
      codes += 1
      const code = `code-${codes}`
      logins.set(code, { nonce: searchParams.get('nonce'), challenge: searchParams.get('code_challenge') })
      return `?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' })}`
    },
    async sign(claims, { typ, key = privateKey, issuedAt = nowSeconds() } = {}) {
      const all = {
        iss: provider.issuer,
        aud: CLIENT_ID,
        sub: 'kari',
        iat: issuedAt,
        exp: issuedAt + 300,
        ...claims,
      }
      const header = { alg: 'RS256', kid: 'one', ...(typ === undefined ? {} : { typ }) }
      return new SignJWT(all).setProtectedHeader(header).sign(key)
    },
    logoutToken: (claims, forgery) =>
      provider.sign(
        { events: { [LOGOUT_EVENT]: {} }, jti: crypto.randomUUID(), sub: undefined, ...claims },
        { typ: 'logout+jwt', ...forgery },
      ),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return provider
}

/** The provider of one file of tests. Before each of them it is as providers usually are. It ends with the file. */
export async function useProvider(): Promise<ScriptedProvider> {
  const provider = await scriptedProvider()
  const usual = {
    claims: { sub: 'kari' },
    metadata: {},
    redirects: {},
    userInfo: undefined,
    refusal: undefined,
    refuse: () => undefined,
    isDown: false,
  }
  beforeEach(() => void Object.assign(provider, usual))
  afterAll(() => provider.close())
  return provider
}

/** An account service over real HTTP that answers as a test wants it to: rightly, unless it is told otherwise. */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export const CLIENT_ID = 'client-1'
export const CLIENT_SECRET = 'client secret for tests'
export const UUID = '5f0c8d1e-0000-4000-8000-000000000001'

/** What a code stands for, as the login page was asked for it. */
type Grant = Record<string, string>

export interface AccountService {
  readonly url: string
  /** The reader logs in at this address; gives where the browser goes then. */
  logIn(loginUrl: string): string
  /** Changes the claims of the next ID tokens. */
  claims: (claims: JWTPayload) => JWTPayload
  /** Signs them with a key that is not published. */
  hasOtherKey: boolean
  /** Says nothing of the scope that it grants. */
  isSilent: boolean
  /** The scope that it grants, of the one that was asked for. */
  granted: (scope: string | undefined) => string | undefined
  /** Takes a code verifier for a code that was asked for without a challenge. */
  ignoresChallenge: boolean
  /** Changes what the service says of itself. */
  metadata: (metadata: Record<string, unknown>) => Record<string, unknown>
  /** What it says of the user, besides `sub`. */
  userInfo: Record<string, unknown>
  /** Code verifiers that were shown, in their order. */
  readonly verifiers: string[]
  /** Answers in the place of an endpoint. */
  fault?: { path: string; status: number; body: string; type?: string }
  /** Paths that were asked for. */
  readonly asked: string[]
}

export function useAccountService(): AccountService {
  const grants = new Map<string, Grant>()
  const asked: string[] = []
  const verifiers: string[] = []
  let codes = 0
  const server = createServer()
  const service: AccountService = {
    url: '',
    claims: (claims) => claims,
    hasOtherKey: false,
    isSilent: false,
    granted: (scope) => scope,
    ignoresChallenge: false,
    metadata: (metadata) => metadata,
    userInfo: { given_name: 'Ada' },
    verifiers,
    asked,
    logIn(loginUrl) {
      const { pathname, searchParams } = new URL(loginUrl)
      if (pathname !== '/oauth/authorize') throw new Error(`there is no ${pathname}`)
      const grant = Object.fromEntries(searchParams)
      const code = `code-${codes++}`
      grants.set(code, grant)
      const back = new URL(grant.redirect_uri ?? '')
      back.search = `${new URLSearchParams({ code, state: grant.state ?? '' })}`
      return back.href
    },
  }

  beforeAll(async () => {
    const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
    const jwk = { ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: '1' }

    const idToken = (grant: Grant) => {
      const now = Math.floor(Date.now() / 1000)
      const { nonce } = grant
      const usual = { iss: service.url, aud: CLIENT_ID, sub: UUID, iat: now, exp: now + 60, auth_time: now }
      const claims = service.claims({ ...usual, amr: ['pwd'], acr: '1', ...(nonce && { nonce }) })
      const key = service.hasOtherKey ? other.privateKey : own.privateKey
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: '1' }).sign(key)
    }

    /** What the token endpoint says; each code once, as RFC 6749 has it. */
    const tokens = async (form: URLSearchParams, authorization = '') => {
      const basic = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
      // Each half is encoded as in a form (RFC 6749, 2.3.1).
      const given = basic.split(':').map((half) => new URLSearchParams(`half=${half}`).get('half'))
      if (given.join(' ') !== `${CLIENT_ID} ${CLIENT_SECRET}`) return { error: 'invalid_client' }
      const code = form.get('code') ?? ''
      const grant = grants.get(code)
      grants.delete(code)
      const verifier = form.get('code_verifier')
      const challenge = verifier && createHash('sha256').update(verifier).digest('base64url')
      if (verifier) verifiers.push(verifier)
      const isUnasked = service.ignoresChallenge && !grant?.code_challenge
      const isProven = isUnasked || (challenge ?? undefined) === grant?.code_challenge
      if (!grant || !isProven || form.get('redirect_uri') !== grant.redirect_uri)
        return { error: 'invalid_grant' }
      return {
        access_token: 'access-1',
        token_type: 'Bearer',
        ...(!service.isSilent && { scope: service.granted(grant.scope) }),
        ...(grant.scope?.includes('openid') && { id_token: await idToken(grant) }),
      }
    }

    server.on('request', async (request, response) => {
      const { pathname } = new URL(request.url ?? '', service.url)
      asked.push(pathname)
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const send = (status: number, body: unknown) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(typeof body === 'string' ? body : JSON.stringify(body))
      const { fault } = service
      if (fault?.path === pathname) {
        response.writeHead(fault.status, { 'content-type': fault.type ?? 'application/json' }).end(fault.body)
      } else if (pathname === '/.well-known/openid-configuration') {
        const metadata = service.metadata({
          issuer: service.url,
          authorization_endpoint: `${service.url}/oauth/authorize`,
          token_endpoint: `${service.url}/oauth/token`,
          userinfo_endpoint: `${service.url}/oauth/userinfo`,
          jwks_uri: `${service.url}/oauth/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        })
        send(200, metadata)
      } else if (pathname === '/oauth/jwks') send(200, { keys: [jwk] })
      else if (pathname === '/oauth/userinfo') send(200, { sub: UUID, ...service.userInfo })
      else if (pathname === '/oauth/token') {
        const answer = await tokens(
          new URLSearchParams(Buffer.concat(chunks).toString()),
          request.headers.authorization,
        )
        send('error' in answer ? 400 : 200, answer)
      } else send(404, {})
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    Object.assign(service, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })

  beforeEach(() => {
    Object.assign(service, {
      claims: (claims: JWTPayload) => claims,
      hasOtherKey: false,
      isSilent: false,
      granted: (scope: string | undefined) => scope,
      ignoresChallenge: false,
      metadata: (metadata: Record<string, unknown>) => metadata,
      userInfo: { given_name: 'Ada' },
      fault: undefined,
    })
    asked.length = verifiers.length = 0
  })

  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return service
}

// The service as the OpenID provider of its own sites, for servers that redeem the code: what `beginLogin` and `finishLogin` of
// `portico/server` need.

import { type Context, Hono } from 'hono'
import { sha256 } from '../crypto/hash.ts'
import type { Deps } from '../deps.ts'
import { serversOnly } from '../http/fetch-metadata.ts'
import { formOf } from '../http/form.ts'
import type { CodeRedemptionOptions } from '../options/options.ts'
import type { Site } from '../options/site.ts'
import { isConnectedTo } from '../session/responses.ts'
import { clientOf } from './client-authentication.ts'
import { CODE_SECONDS, type Code, openCode } from './codes.ts'
import { tokensOf } from './id-tokens.ts'

type Field = (name: string) => string | undefined

export function redemptionRoutes({ settings, store, sealer }: Deps, options: CodeRedemptionOptions): Hono {
  const { origin } = settings
  const tokens = tokensOf(origin, options)
  const app = new Hono()

  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      jwks_uri: `${origin}/oauth/jwks`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code'],
      subject_types_supported: ['public'],
      scopes_supported: ['openid', 'profile'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }),
  )

  app.get('/oauth/jwks', async (c) => c.json({ keys: await tokens.publicKeys() }))

  app.post('/oauth/token', serversOnly, async (c) => {
    const field = await formOf(c.req.raw)
    const site = clientOf(c.req.header('authorization'), field, settings.sites)
    if (!site) {
      c.header('www-authenticate', 'Basic')
      return c.json({ error: 'invalid_client' }, 401)
    }
    if (field('grant_type') !== 'authorization_code') return c.json({ error: 'unsupported_grant_type' }, 400)
    const code = await openCode(sealer, field('code'))
    if (!code || !isFor(code, site.clientId, field)) return c.json({ error: 'invalid_grant' }, 400)
    return redeem(c, code, site)
  })

  /** A code is redeemed once, and not when its session has ended meanwhile. */
  async function redeem(c: Context, { id, key, site: login }: Code, site: Site): Promise<Response> {
    const isFirst = await store.once(`code ${id}`, 2 * CODE_SECONDS * 1000)
    const found = isFirst ? await store.read(key) : undefined
    if (!found) return c.json({ error: 'invalid_grant' }, 400)
    const { profile, ...session } = found.session
    // A reader who is not connected to the site stays without a name, as on its pages.
    const isConnected = await isConnectedTo(settings, found.session, site)
    return c.json(await tokens.tokenResponse(login, isConnected ? { ...session, profile } : session))
  }

  return app
}

/** Whether this client may redeem the code, here and in this way (RFC 6749, section 4.1.3; RFC 7636, section 4.6). */
function isFor({ site }: Code, clientId: string, field: Field): boolean {
  const verifier = field('code_verifier')
  // A verifier where there was no challenge: somebody has taken it off the address (RFC 9700, section 4.8.2).
  const proof = verifier === undefined ? undefined : sha256(verifier)
  return (
    site.clientId === clientId && site.redirectUri === field('redirect_uri') && site.codeChallenge === proof
  )
}

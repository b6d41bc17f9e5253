// The OpenID provider of the account service: clients, keys, scopes and routes handed to oidc-provider.
// Every client here belongs to a publisher of the emulator, so nobody is asked for consent to scopes.

import type { EventEmitter } from 'node:events'
import type { Configuration, ErrorOut, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { EmulatorContext } from '../context.ts'
import { faultBanner } from '../control/fault-banner.ts'
import { ACCOUNT_HOST, originOf } from '../hosts.ts'
import { loopbackFetch } from '../http/loopback-fetch.ts'
import { REASON_HEADER } from '../http/request-facts.ts'
import { oidcAdapter } from '../store/oidc-adapter.ts'
import type { User } from '../store/user.ts'
import { ACCOUNT_SESSION_SECONDS, LONG_COOKIE } from './account-session.ts'
import { followLogins } from './browser-account.ts'
import { clientAdapter, SCOPES } from './clients.ts'
import { interactionPolicy } from './interaction-policy.ts'
import { loadOidcProvider } from './load-provider.ts'
import { LOGIN_PARAMETERS } from './login/login-parameters.ts'
import { rememberRequest } from './login/requests.ts'
import { providerErrorPage } from './pages/error-page.ts'
import { redirectRefusedPage } from './pages/redirect-refused-page.ts'
import { unknownClientPage } from './pages/unknown-client-page.ts'

type Grant = InstanceType<Provider['Grant']>
type Client = InstanceType<Provider['Client']>

/** Builds the provider for an address that is already known: its issuer is part of every token. */
export async function createProvider(context: EmulatorContext): Promise<Provider> {
  const module = await loadOidcProvider()
  const { store, address } = context
  const records = oidcAdapter(store.records)
  const clients = clientAdapter(context)
  const configuration: Configuration = {
    adapter: (model) => (model === 'Client' ? clients : records(model)),
    jwks: store.secrets.jwks as NonNullable<Configuration['jwks']>,
    cookies: {
      keys: [store.secrets.cookieKey],
      long: LONG_COOKIE,
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    claims: {
      openid: ['sub', 'acr', 'amr', 'auth_time'],
      profile: ['name', 'given_name', 'family_name', 'gender'],
      email: ['email', 'email_verified'],
      phone: ['phone_number', 'phone_number_verified'],
    },
    scopes: [...SCOPES],
    clientBasedCORS: mayReadTokens,
    extraParams: [...LOGIN_PARAMETERS],
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      userinfo: '/oauth/userinfo',
      jwks: '/oauth/jwks',
      revocation: '/oauth/revoke',
    },
    features: {
      devInteractions: { enabled: false },
      // log-out starts at a publisher's session service, see end-session.ts
      rpInitiatedLogout: { enabled: false },
      backchannelLogout: { enabled: true },
      revocation: { enabled: true },
    },
    interactions: {
      policy: interactionPolicy(module),
      url: (ctx, interaction) => {
        rememberRequest(store.records, ctx, interaction)
        return `/interaction/${interaction.uid}`
      },
    },
    // without a secret, nothing else binds the code to whoever asked for it; elsewhere state and secret do, since the
    // login URL of the identity library carries no challenge by itself
    pkce: { required: (_ctx, client) => client.clientAuthMethod === 'none' },
    // OpenID Connect Core 3.1.2.1 demands it; and an error on the way back from a login is looked for in it
    allowOmittingSingleRegisteredRedirectUri: false,
    conformIdTokenClaims: true,
    fetch: loopbackFetch,
    findAccount: (_ctx, uuid) => {
      const user = store.users.byUuid(uuid)
      return user === undefined ? undefined : { accountId: uuid, claims: () => claimsOf(user) }
    },
    loadExistingGrant: grantEverything,
    renderError: (ctx, out) => {
      ctx.type = 'html'
      sayWhy(ctx, out)
      const { client_id, redirect_uri } = ctx.query
      const request = { clientId: `${client_id ?? ''}`, redirectUri: `${redirect_uri ?? ''}` }
      const isRedirect = out.error === 'invalid_redirect_uri' || out.error === 'redirect_uri_mismatch'
      const page = isRedirect ? redirectRefusedPage(context, request) : undefined
      const refused = page ?? unknownClientPage(context, request.clientId) ?? providerErrorPage(out)
      ctx.body = refused.replace('</body>', () => `${faultBanner(context)}</body>`)
    },
    ttl: {
      Session: ACCOUNT_SESSION_SECONDS,
      Grant: ACCOUNT_SESSION_SECONDS,
      Interaction: 3600,
      AccessToken: 3600,
      IdToken: 3600,
    },
  }
  const provider = new module.Provider(originOf(ACCOUNT_HOST, address), configuration)
  tellOfFaults(provider)
  followLogins(context, provider)
  provider.on('grant.error', sayWhy)
  return provider
}

/** Has the request list say why a login or the exchange of a code is refused. */
function sayWhy(ctx: KoaContextWithOIDC, refusal: Partial<ErrorOut & { error_detail: string }>): void {
  const words = [refusal.error, refusal.error_description, refusal.error_detail].filter(Boolean).join(': ')
  // a header holds no more than this
  ctx.set(REASON_HEADER, words.replace(/[^ -~]/g, '?'))
}

/** A page without a server exchanges its code by itself: one of a public client, at an origin of a redirect URI. */
function mayReadTokens(_ctx: unknown, origin: string, client: Client): boolean {
  const isOwn = client.redirectUris?.some((url) => new URL(url).origin === origin) ?? false
  return client.clientAuthMethod === 'none' && isOwn
}

/** Left to itself, koa prints a stack as well for every connection that breaks. */
function tellOfFaults(provider: EventEmitter): void {
  provider.on('error', (error: unknown, ctx?: KoaContextWithOIDC) => {
    if (ctx === undefined || ctx.req.socket.errored !== error) console.error(error)
  })
}

function claimsOf(user: User): { sub: string; [claim: string]: unknown } {
  return {
    sub: user.uuid,
    name: user.displayName,
    given_name: user.givenName,
    family_name: user.familyName,
    gender: user.gender,
    email: user.email,
    email_verified: true,
    phone_number: user.phone,
    phone_number_verified: true,
  }
}

async function grantEverything(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { Grant } = ctx.oidc.provider
  const accountId = ctx.oidc.session?.accountId
  const clientId = ctx.oidc.client?.clientId
  if (accountId === undefined || clientId === undefined) return undefined
  const known = ctx.oidc.session?.grantIdFor(clientId)
  const grant = (known && (await Grant.find(known))) || new Grant({ accountId, clientId })
  grant.addOIDCScope(SCOPES.join(' '))
  await grant.save()
  return grant
}

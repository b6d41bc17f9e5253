// The clients of the OpenID provider, read each time they are needed: redirect URIs can be added while it runs.

import type { Adapter, ClientMetadata } from 'oidc-provider'
import type { Client } from '../clients.ts'
import type { EmulatorContext } from '../context.ts'
import { ACCOUNT_HOST, originOf } from '../hosts.ts'
import { serviceCallback } from '../session-service/session-login.ts'

/** Scopes a client may ask for. */
export const SCOPES: readonly string[] = ['openid', 'profile', 'email', 'phone', 'offline_access']

/** The account pages are a client too: that is how they get somebody logged in. */
export const ACCOUNT_PAGES_CLIENT = 'account-pages'

/** Where a login on behalf of the account pages ends. */
export const ACCOUNT_PAGES_CALLBACK = '/profile-pages/logged-in'

/** oidc-provider's view of the clients. It only ever looks one up; nothing else is kept under this model. */
export function clientAdapter(context: EmulatorContext): Adapter {
  const none = async (): Promise<undefined> => undefined
  return {
    async find(id) {
      if (id === ACCOUNT_PAGES_CLIENT) return accountPagesClient(context)
      const client = context.clients.find(id)
      return client && clientOf(context, client)
    },
    findByUid: none,
    findByUserCode: none,
    upsert: none,
    consume: none,
    destroy: none,
    revokeByGrantId: none,
  }
}

function clientOf({ redirects, address }: EmulatorContext, client: Client): ClientMetadata {
  return {
    client_id: client.clientId,
    ...(client.isPublic ? { token_endpoint_auth_method: 'none' } : { client_secret: client.clientSecret }),
    client_name: client.name,
    // the session service logs in by the client of its demo site
    redirect_uris: [
      ...redirects.ofClient(client),
      ...(client.isDemo ? [serviceCallback(client, address)] : []),
    ],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: SCOPES.join(' '),
    // sessions are begun by the session service, and so by its client
    ...(client.isDemo && {
      backchannel_logout_uri: `${originOf(client.sessionHost, address)}/backchannel-logout`,
      backchannel_logout_session_required: true,
    }),
  }
}

function accountPagesClient({ address, store }: EmulatorContext): ClientMetadata {
  return {
    client_id: ACCOUNT_PAGES_CLIENT,
    // never used: the pages need the session alone, and do not redeem the code
    client_secret: store.secrets.cookieKey,
    client_name: 'your account',
    redirect_uris: [`${originOf(ACCOUNT_HOST, address)}${ACCOUNT_PAGES_CALLBACK}`],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    scope: 'openid',
  }
}

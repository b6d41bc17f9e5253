// A publisher's session service: that of `portico-session-service`, with the emulator's clients, users and products.

import {
  createSessionService,
  type SessionService,
  type Site,
  type SiteDirectory,
} from 'portico-session-service'
import { photoPath } from '../account/photo.ts'
import type { Client } from '../clients.ts'
import type { EmulatorContext } from '../context.ts'
import { ACCOUNT_HOST, originOf, SDRN_NAMESPACE } from '../hosts.ts'
import { loopbackFetch } from '../http/loopback-fetch.ts'
import { frontPageUrl, type Publisher } from '../publishers.ts'
import type { KnownUser, User } from '../store/user.ts'
import { sessionLoginDone } from './session-login.ts'

const LIFETIME_SECONDS = 8 * 3600

/** What a product includes, whichever it is. */
const FEATURES = ['read', 'listen']

export function publisherService(context: EmulatorContext, publisher: Publisher): SessionService {
  const { address, store, clients, faults } = context
  const { cookieKey, signingKey } = store.secrets

  function userOf(uuid: string): KnownUser {
    const user = store.users.byUuid(uuid)
    if (user === undefined) throw new Error('the user has been removed')
    return user
  }

  return createSessionService({
    origin: originOf(publisher.sessionHost, address),
    provider: {
      issuer: originOf(ACCOUNT_HOST, address),
      clientId: publisher.clientId,
      clientSecret: publisher.clientSecret,
      fetch: loopbackFetch as typeof fetch,
      scopes: ['openid'],
      // The account service has a way of its own: see `visits.ts`.
      rpInitiatedLogout: false,
    },
    sites: siteDirectory(context, publisher),
    store: {
      ...store.sessions,
      async read(key) {
        const found = await store.sessions.read(key)
        // Both may have been removed since, and the other publisher's sessions are kept beside.
        const isOurs =
          clients.at(publisher, found?.session.clientId) && store.users.byUuid(found?.session.uuid)
        return isOurs && found
      },
    },
    cookieSecret: cookieKey,
    identitySecret: signingKey,
    sdrnNamespace: SDRN_NAMESPACE,
    idleSeconds: LIFETIME_SECONDS,
    // As the account service does that is emulated.
    anonymousStatus: 400,
    presenceCookie: context.presenceCookie ?? false,
    absoluteSeconds: LIFETIME_SECONDS,
    ids: ({ subject }) => ({ userId: userOf(subject).userId, uuid: subject }),
    isConnected: ({ uuid }) => userOf(uuid).merchantIds.includes(publisher.merchantId),
    // At each answer, since the control page may have changed the user.
    extraMembers: ({ uuid, endsAt }, _site, isConnected) => ({
      expiresIn: Math.max(0, endsAt - Date.now()),
      serverTime: Math.floor(Date.now() / 1000) + faults.current.clockSkewSeconds,
      ...(isConnected ? personalFacts(context, userOf(uuid)) : {}),
    }),
    access({ session, productIds }) {
      const owned = userOf(session.uuid).productIds
      const entitled = productIds.some((id) => owned.includes(id))
      return { entitled, allowedFeatures: entitled ? FEATURES : [] }
    },
  })
}

/** The clients of the publisher, which come and go. */
function siteDirectory(
  { address, clients, redirects, store }: EmulatorContext,
  publisher: Publisher,
): SiteDirectory {
  const siteOf = (client: Client): Site => ({
    clientId: client.clientId,
    redirectUris: [...redirects.ofClient(client), sessionLoginDone(publisher, address)],
    logoutUris: [frontPageUrl(client, address)],
    signatureSecret: store.secrets.signingKey,
    pairwiseGroup: `${client.merchantId}`,
    appearance: { name: client.name },
  })
  return {
    find(clientId) {
      const client = clients.at(publisher, clientId)
      return client && siteOf(client)
    },
    all: () => clients.of(publisher).map(siteOf),
  }
}

function personalFacts({ address }: EmulatorContext, user: User): Record<string, unknown> {
  return {
    displayName: user.displayName,
    givenName: user.givenName,
    familyName: user.familyName,
    gender: user.gender,
    photo: originOf(ACCOUNT_HOST, address) + photoPath(user),
    tracking: true,
    clientAgreementAccepted: true,
    defaultAgreementAccepted: true,
  }
}

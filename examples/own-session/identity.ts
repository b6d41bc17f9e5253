/** The page's one identity, of the plugins that have a meaning where the session is the site's own. */
import { createIdentity, type KernelOptions, type Session } from 'portico/core'
import {
  fetchTransport,
  preload,
  sessionBackoff,
  sessionCache,
  sessionEvents,
  status,
  tabs,
  user,
} from 'portico/plugins'
import { sessionEndpoint } from './session-endpoint'

const { origin } = location

/** The kernel wants addresses of a session service and of an account service. Nothing here asks them. */
const options: KernelOptions = {
  clientId: 'site',
  sessionDomain: origin,
  redirectUri: origin,
  env: { name: 'OWN', accountUrl: origin, sdrnNamespace: 'site' },
}

export const identityOf = (url: string, read: (body: unknown) => Session | null) =>
  createIdentity(options, [
    fetchTransport(),
    sessionEndpoint({ url, read }),
    preload(),
    sessionCache(),
    sessionBackoff(),
    tabs(),
    status(),
    sessionEvents(),
    user(),
  ])

export type OwnIdentity = ReturnType<typeof identityOf>

/**
 * A page that unlocks its article for connected readers, composed of what it needs and no more: native fetch, the
 * cache, the events, the user's methods, and a plugin of the site's own. It runs on an account service of its own.
 * The page has elements with the ids article and paywall.
 */
import { createIdentity, defineEnvironment } from 'portico/core'
import { fetchTransport, sessionCache, sessionEvents, user } from 'portico/plugins'
import { freshSession } from '../plugin.ts'

const env = defineEnvironment({
  name: 'STAGING',
  accountUrl: 'https://account.site.com',
  widgetUrl: 'https://account.site.com/authn/',
  globalSessionUrl: 'https://global-session.site.com',
  sdrnNamespace: 'site.com',
  expiresInUnit: 'seconds',
})

const identity = createIdentity(
  {
    clientId: 'your-client-id',
    sessionDomain: 'https://id.site.com',
    redirectUri: 'https://site.com/callback',
    env,
  },
  [
    fetchTransport({ attemptTimeoutMs: 3000 }),
    sessionCache(),
    sessionEvents(),
    user(),
    freshSession({ afterSeconds: 30 }),
  ],
)

function unlock(connected: boolean): void {
  for (const [id, shown] of Object.entries({ article: connected, paywall: !connected })) {
    const element = document.getElementById(id)
    if (element) element.hidden = !shown
  }
}

// From now on, whoever logs in or out in another tab is noticed by freshSession when the reader comes back.
identity.on('sessionChange', (session) => unlock(session?.result === true))

// Its type has what was composed: isConnected() and sessionAge() are there, getExternalId() is not.
unlock(await identity.isConnected())
if (identity.sessionAge() === Infinity) console.info('The session came from the cache.')

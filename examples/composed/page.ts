/**
 * A page that unlocks its article for connected readers, composed of what it needs and no more: native fetch, the
 * cache, the events, the user's methods, revalidation, and a plugin of the site's own. It runs on an account service of
 * its own. The page has elements with the ids article and paywall.
 */
import { createIdentity, defineEnvironment } from 'portico/core'
import { fetchTransport, revalidate, sessionCache, sessionEvents, user } from 'portico/plugins'
import { audience } from '../plugin.ts'

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
    revalidate({ atMostEverySeconds: 30 }),
    audience({
      track: (event, details) => navigator.sendBeacon('/events', JSON.stringify({ event, ...details })),
    }),
  ],
)

function unlock(connected: boolean): void {
  for (const [id, shown] of Object.entries({ article: connected, paywall: !connected })) {
    const element = document.getElementById(id)
    if (element) element.hidden = !shown
  }
}

// From now on, revalidate notices a reader who comes back as another one. A failure leaves the page as it is.
identity.on('sessionChange', (session) => unlock(session?.result === true))

// Its type has what was composed: isConnected() and audience() are there, getExternalId() is not.
unlock(await identity.isConnected())
// For the style sheet: html[data-audience='connected'] and so on.
document.documentElement.dataset.audience = identity.audience() ?? 'unknown'

/**
 * A page that shows whether its reader is logged in, on the smallest preset: native fetch, the cache, the user's
 * methods, and the hosts of one environment.
 * The page has an element with the id status.
 */
import { PRO_NO } from 'portico/presets/environments'
import { createMinimalIdentity } from 'portico/presets/minimal'

const identity = createMinimalIdentity({
  clientId: 'your-client-id',
  sessionDomain: 'https://id.site.com',
  redirectUri: 'https://site.com/callback',
  env: PRO_NO,
})

const status = document.getElementById('status')
if (status) status.textContent = (await identity.isLoggedIn()) ? 'Logged in' : 'Not logged in'

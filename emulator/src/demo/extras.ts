// The parts of the page that need more than the session: the widget, the cache cookie, links to log in and to the
// account pages.

import type { Identity } from 'portico'
import { diagnose } from 'portico/devtools'
import type { LoginStates } from './login-states.ts'
import { view } from './view.ts'

/** Why the widget has nobody, as far as the page can know. */
async function whyNobody(identity: Identity): Promise<string> {
  const findings = await diagnose(identity)
  const reason = findings.find(({ id }) =>
    /^(third-party-cookies-blocked|csp-script|trusted-types)$/.test(id),
  )
  if (reason !== undefined) return `${reason.what} ${reason.why}`
  return 'Nobody is logged in to the account service in this browser, or the browser keeps its third-party cookie back: a page that knows no reader cannot tell which.'
}

export function showExtras(identity: Identity, states: LoginStates): void {
  // from the next answer on, the site's server sees whose session it is, see server-side.ts
  identity.enableCacheCookie()

  view.onClick('show-widget', async () => {
    try {
      await identity.showSimplifiedLoginWidget({ state: () => states.next() })
    } catch (error) {
      const { reason = 'unknown' } = error as { reason?: string }
      view.showNote(`There is nobody to continue as (${reason}). ${await whyNobody(identity)}`)
    }
  })

  const home = `${location.origin}/`
  view.link('account-link', identity.accountUrl(home))
  view.link('phones-link', identity.phonesUrl(home))
  states.next().then(
    (state) => view.link('log-in-link', identity.loginUrl({ state })),
    () => undefined,
  )
}

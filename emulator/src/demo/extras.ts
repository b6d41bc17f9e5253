// The parts of the page that need more than the session: the widget, the cache cookie, links to log in and to the
// account pages.

import type { Identity } from 'portico'
import type { LoginStates } from './login-states.ts'
import { view } from './view.ts'

export function showExtras(identity: Identity, states: LoginStates): void {
  // from the next answer on, the site's server sees whose session it is, see server-side.ts
  identity.enableCacheCookie()

  view.onClick('show-widget', async () => {
    try {
      await identity.showSimplifiedLoginWidget({ state: () => states.next() })
    } catch (error) {
      const { reason = 'unknown' } = error as { reason?: string }
      view.showNote(`There is nobody to continue as, or the browser does not tell (${reason}).`)
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

// The parts of the page that need more than the session: the widget, the cache cookie, the account links. Each
// appears when the identity that the page was built with has the method for it.

import type { Identity, LoginOptions } from 'portico'
import type { LoginStates } from './login-states.ts'
import { view } from './view.ts'

interface Extras {
  enableCacheCookie(): void
  showSimplifiedLoginWidget(
    login: Omit<LoginOptions, 'state'> & { state: () => Promise<string> },
  ): Promise<boolean>
  accountUrl(redirectUri?: string): string
  phonesUrl(redirectUri?: string): string
}

export function showExtras(identity: Identity & Partial<Extras>, states: LoginStates): void {
  identity.enableCacheCookie?.()

  if (identity.showSimplifiedLoginWidget) {
    view.offer('show-widget')
    view.onClick('show-widget', async () => {
      try {
        await identity.showSimplifiedLoginWidget?.({ state: () => states.next() })
      } catch (error) {
        const { reason = 'unknown' } = error as { reason?: string }
        view.showNote(`There is nobody to continue as, or the browser does not tell (${reason}).`)
      }
    })
  }

  const home = `${location.origin}/`
  if (identity.accountUrl) view.offer('account-link', identity.accountUrl(home))
  if (identity.phonesUrl) view.offer('phones-link', identity.phonesUrl(home))
  states.next().then(
    (state) => view.offer('log-in-link', identity.loginUrl({ state })),
    () => undefined,
  )
}

// The dependencies of a host's routes.

import type { Sealer } from './crypto/sealed.ts'
import type { Cookies } from './http/cookies.ts'
import type { PresenceCookie } from './http/presence-cookie.ts'
import type { Settings } from './options/settings.ts'
import type { Pages } from './pages/pages.ts'
import type { Provider } from './provider/provider.ts'
import type { Ids } from './session/ids.ts'
import type { Sessions } from './session/sessions.ts'
import type { SessionStore } from './store/session-store.ts'

export interface Deps {
  readonly settings: Settings
  readonly store: SessionStore
  readonly cookies: Cookies
  readonly presenceCookie: PresenceCookie
  readonly sealer: Sealer
  readonly ids: Ids
  readonly sessions: Sessions
  readonly provider: Provider
  readonly pages: Pages
}

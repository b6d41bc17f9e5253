// What pages give as `env`: where the library finds the service.

import type { Settings } from './options/settings.ts'

/** The environment of a service, as `portico` takes it. */
export interface SessionServiceEnvironment {
  readonly name: string
  readonly accountUrl: string
  readonly widgetUrl: string
  readonly globalSessionUrl: string
  readonly sdrnNamespace: string
}

export const environmentOf = ({ origin, sdrnNamespace }: Settings): SessionServiceEnvironment => ({
  name: 'SESSION-SERVICE',
  accountUrl: origin,
  // There is no widget, and no global session: the library answers `widget-unavailable` and null.
  widgetUrl: `${origin}/authn/`,
  globalSessionUrl: origin,
  sdrnNamespace,
})

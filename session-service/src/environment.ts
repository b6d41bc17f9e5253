// What pages give as `env`: where the library finds the service.

import type { Settings } from './options/settings.ts'

/** The environment of a service, as `portico` takes it. */
export interface SessionServiceEnvironment {
  readonly name: string
  readonly accountUrl: string
  readonly sdrnNamespace: string
  readonly prompt: string
  readonly acrValues: readonly string[]
  readonly loginOrigins: readonly string[]
}

export const environmentOf = ({ origin, sdrnNamespace, provider }: Settings): SessionServiceEnvironment => ({
  name: 'SESSION-SERVICE',
  accountUrl: origin,
  sdrnNamespace,
  // The provider decides what it asks a reader.
  prompt: '',
  acrValues: Object.keys(provider.acrValues ?? {}),
  // A reader comes back from its page.
  loginOrigins: [new URL(provider.issuer).origin],
})

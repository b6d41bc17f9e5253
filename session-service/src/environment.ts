// What pages give as `env`: where the library finds the service.

import type { Settings } from './options/settings.ts'

/** The environment of a service, as `portico` takes it. */
export interface SessionServiceEnvironment {
  readonly name: string
  /** The service itself. */
  readonly accountUrl: string
  readonly sdrnNamespace: string
  /** Empty: the provider decides what it asks a reader. */
  readonly prompt: ''
  /** The names in the option `acrValues` of the provider. */
  readonly acrValues: readonly string[]
  /** The origin of the provider: readers come back from its page. */
  readonly loginOrigins: readonly string[]
  /** Name of the cookie that is there while somebody is logged in. */
  readonly presenceCookie?: string
}

export const environmentOf = ({
  origin,
  sdrnNamespace,
  provider,
  presenceCookie,
}: Settings): SessionServiceEnvironment => ({
  name: 'SESSION-SERVICE',
  accountUrl: origin,
  sdrnNamespace,
  prompt: '',
  acrValues: Object.keys(provider.acrValues ?? {}),
  loginOrigins: [new URL(provider.issuer).origin],
  ...(presenceCookie !== false && { presenceCookie }),
})

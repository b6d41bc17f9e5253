// The Portico environment that points a page at a running emulator.

import { fedcmConfigUrl } from './account/fedcm/documents.ts'
import { ACCOUNT_HOST, type Address, originOf, SDRN_NAMESPACE } from './hosts.ts'

/** The environment object to pass as `env` where the name of a deployed environment would go. */
export interface EmulatorEnvironment {
  readonly name: string
  readonly accountUrl: string
  readonly widgetUrl: string
  readonly globalSessionUrl: string
  readonly sdrnNamespace: string
  readonly fedcmConfigUrl: string
  readonly presenceCookie?: string
}

/** The environment of the emulator that listens at the given address. @param presenceCookie that of its session services */
export function emulatorEnvironment(address: Address, presenceCookie?: string): EmulatorEnvironment {
  const account = originOf(ACCOUNT_HOST, address)
  return {
    name: 'EMULATOR',
    accountUrl: account,
    widgetUrl: `${account}/authn/`,
    globalSessionUrl: account,
    sdrnNamespace: SDRN_NAMESPACE,
    fedcmConfigUrl: fedcmConfigUrl(address),
    ...(presenceCookie !== undefined && { presenceCookie }),
  }
}

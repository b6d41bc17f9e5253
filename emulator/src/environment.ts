// The Portico environment that points a page at a running emulator.

import { ACCOUNT_HOST, originOf, SDRN_NAMESPACE } from './hosts.ts'

/** The environment object to pass as `env` where the name of a deployed environment would go. */
export interface EmulatorEnvironment {
  readonly name: string
  readonly accountUrl: string
  readonly widgetUrl: string
  readonly globalSessionUrl: string
  readonly sdrnNamespace: string
}

/** The environment of the emulator that listens on the given port. */
export function emulatorEnvironment(port: number): EmulatorEnvironment {
  const account = originOf(ACCOUNT_HOST, port)
  return {
    name: 'EMULATOR',
    accountUrl: account,
    widgetUrl: `${account}/authn/`,
    globalSessionUrl: account,
    sdrnNamespace: SDRN_NAMESPACE,
  }
}

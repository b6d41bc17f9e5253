// What every service of one running emulator shares.

import type { Clients } from './clients.ts'
import type { FaultSwitches } from './control/fault-switches.ts'
import type { RequestHistory } from './control/request-history.ts'
import type { Address } from './hosts.ts'
import type { Publisher } from './publishers.ts'
import type { Redirects } from './redirects.ts'
import type { Store } from './store/store.ts'

export interface EmulatorContext {
  readonly address: Address
  readonly presenceCookie: string | undefined
  readonly store: Store
  readonly publishers: readonly Publisher[]
  readonly clients: Clients
  readonly redirects: Redirects
  readonly faults: FaultSwitches
  readonly history: RequestHistory
}

// What every service of one running emulator shares.

import type { Publisher } from './publishers.ts'
import type { Store } from './store/store.ts'

export interface EmulatorContext {
  readonly port: number
  readonly store: Store
  readonly publishers: readonly Publisher[]
}

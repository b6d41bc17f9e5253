// For Vitest, and for any runner with a global set-up: one emulator for a whole run. Tests find it by `inject('portico')`.

import type { Emulator } from '../emulator.ts'
import { ACCOUNT_HOST } from '../hosts.ts'
import { PUBLISHERS } from '../publishers.ts'
import { startEmulator } from '../start-emulator.ts'
import { type PageOptions, pageOptions } from './page-script.ts'

/** What tests are given of the emulator. Tests run in processes of their own: they change it by its control API. */
export interface ProvidedEmulator {
  readonly port: number
  /** Where the control API is; it ends in a slash. */
  readonly controlUrl: string
  /** What a page constructs its `Identity` with. */
  readonly options: PageOptions
}

declare module 'vitest' {
  interface ProvidedContext {
    portico: ProvidedEmulator
  }
}

/** What a global set-up is given. */
interface Project {
  provide(name: 'portico', value: ProvidedEmulator): void
}

function provided(emulator: Emulator): ProvidedEmulator {
  return {
    port: emulator.port,
    controlUrl: emulator.url(ACCOUNT_HOST, '/control/api/'),
    options: pageOptions(emulator, PUBLISHERS[0]?.clientId ?? ''),
  }
}

/** The global set-up: `globalSetup: ['portico-emulator/vitest']`. @returns what stops the emulator when the run is over */
export default async function setup(project: Project): Promise<() => Promise<void>> {
  const emulator = await startEmulator()
  project.provide('portico', provided(emulator))
  return () => emulator.close()
}

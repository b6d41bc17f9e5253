// For Cypress: `setupNodeEvents` starts an emulator, and the tasks change it. The commands are in `cypress-commands.ts`, since
// they run in the browser.

import type { Faults } from '../control/faults.ts'
import type { StorageState } from '../control/log-in-as.ts'
import { PUBLISHERS } from '../publishers.ts'
import { startEmulator } from '../start-emulator.ts'
import { type PageOptions, pageOptions } from './page-script.ts'

/** As much of Cypress as is used: this package does not need it. */
interface PluginEvents {
  // biome-ignore lint/suspicious/noExplicitAny: as Cypress declares it
  (event: 'task', tasks: Record<string, (given: any) => any>): void
  (event: 'after:run', handler: () => void | Promise<void>): void
}

interface PluginConfig {
  env: Record<string, unknown>
}

/** The site under test. Without one of your own, it is the first demo site. */
export interface SiteOptions {
  clientId?: string
  redirectUri?: string
}

/** What `Cypress.env('portico')` is. */
export type CypressPortico = PageOptions

/**
 * Starts an emulator for a run, and adds its tasks: `portico:loginAs`, `portico:fault`, `portico:reset`.
 *
 * @throws {TypeError} (rejects) what `registerRedirectUri` throws. The emulator is closed then
 * @example
 * export default defineConfig({ e2e: { setupNodeEvents: (on, config) => withEmulator(on, config) } })
 */
export async function withEmulator<Config extends PluginConfig>(
  on: PluginEvents,
  config: Config,
  { clientId = PUBLISHERS[0]?.clientId ?? '', redirectUri }: SiteOptions = {},
): Promise<Config> {
  const emulator = await startEmulator()
  try {
    if (redirectUri !== undefined) emulator.registerRedirectUri(clientId, redirectUri)
    config.env.portico = pageOptions(emulator, clientId, redirectUri) satisfies CypressPortico
  } catch (error) {
    // `after:run` comes only after a run that has begun.
    await emulator.close()
    throw error
  }
  on('task', {
    'portico:loginAs': (username: string): Promise<StorageState> => emulator.loginAs(username, clientId),
    'portico:fault': (wanted: Partial<Faults>): Faults => emulator.setFaults(wanted),
    'portico:reset': (): Faults => emulator.resetFaults(),
  })
  on('after:run', () => emulator.close())
  return config
}

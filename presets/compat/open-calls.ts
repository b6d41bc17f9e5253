/**
 * The calls for access that `Monetization` makes: as those of the plugin `access`, but for a user whom the page names.
 */
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { IdentityCore, Plugin } from '../../core/kernel/plugin.ts'
import type { BrowserWindow, Environment } from '../../core/options.ts'
import type { ClientStorage } from '../../core/storage.ts'
import { type AccessCalls, createAccessCalls } from '../../plugins/access/access-calls.ts'
import type { KeptAccess } from '../../plugins/access/kept-access.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { NO_REDIRECT_URI } from './option-checks.ts'
import type { MonetizationOptions } from './types.ts'

interface OpenedCalls {
  readonly calls: AccessCalls
  /** That of their client. */
  readonly storage: ClientStorage
}

/** The calls keep nothing: the member `cache` does. */
const nothing = () => undefined
const NOTHING_KEPT: KeptAccess = { get: nothing, set: nothing, remove: nothing, keepOnly: nothing }

/** Opens them. @throws {SDKError} `option-invalid` */
export function openCalls(
  options: MonetizationOptions,
  env: Environment,
  window: BrowserWindow,
): IdentityCore & OpenedCalls {
  const { clientId, sessionDomain = '', redirectUri } = options
  const plugin: Plugin<OpenedCalls> = {
    name: 'calls-for-access',
    setup(kernel) {
      // The stand-in has passed the check of the options: that client checks none here, and leaves it out where there is none.
      Object.assign(kernel.options, { redirectUri })
      return { calls: createAccessCalls(kernel, NOTHING_KEPT), storage: kernel.storage }
    },
  }
  return createIdentity({ clientId, sessionDomain, redirectUri: NO_REDIRECT_URI, env, window }, [
    fetchTransport(),
    plugin,
  ])
}

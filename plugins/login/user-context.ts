/**
 * Asks the global session service who is logged in to the account service in this browser, whatever the site.
 * Hooks, storage: none. Methods: getUserContextData.
 */
import { ownMembers, usable } from '../../core/json.ts'
import type { Kernel, Plugin } from '../../core/kernel/plugin.ts'
import { clientParameters } from '../../core/urls.ts'

/** Basic data on a user who is logged in to the account service in this browser (section 2.5). */
export interface SimplifiedLoginData {
  /** User UUID, for `loginHint`. @deprecated by the account service (section 2.5) */
  readonly identifier: string
  /** Human-readable user identifier. Text, not HTML. */
  readonly display_text: string
  /** Client name. Text, not HTML. */
  readonly client_name?: string
  /** Where the user's session comes from; passed on to the widget. */
  readonly provider_id?: string
}

/** What the plugin contributes (section 4.1). */
export interface UserContextApi {
  /**
   * Basic data on the user who is logged in to the account service in this browser, for a continue-as prompt. Null if nobody is
   * logged in there. Also null if the environment has no such service, if it cannot be asked, or if it does not get its third-party
   * cookie, which browsers may block.
   *
   * @throws {SDKError} (rejects) `disposed`
   */
  getUserContextData(): Promise<SimplifiedLoginData | null>
}

/** Asks who is logged in to the account service in this browser. Null: nobody, or the service cannot tell. */
export async function askUserContext(kernel: Kernel): Promise<SimplifiedLoginData | null> {
  const { globalSessionUrl } = kernel.options
  if (!globalSessionUrl) return null
  try {
    const query = clientParameters(kernel.options)
    const url = kernel.buildUrl('user-context', globalSessionUrl, 'user-context?', query)
    const { body } = await kernel.transport(url)
    const { identifier, display_text, client_name, provider_id } = ownMembers(body)
    // These two are needed to name the user, and to log them in.
    if (usable(identifier) && usable(display_text))
      return { identifier, display_text, client_name, provider_id } as SimplifiedLoginData
  } catch {
    kernel.throwIfDisposed()
    if (__DEV__) kernel.log('user-context: no answer')
  }
  return null
}

/**
 * Contributes `getUserContextData`.
 *
 * @example const known = await createIdentity(options, [fetchTransport(), userContext()]).getUserContextData()
 */
export function userContext(): Plugin<UserContextApi> {
  return {
    name: 'user-context',
    requires: ['transport'],
    setup(kernel) {
      return { getUserContextData: () => askUserContext(kernel) }
    },
  }
}

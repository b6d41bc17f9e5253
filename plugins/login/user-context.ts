/**
 * Asks the global session service who is logged in to the account service in this browser, whatever the site.
 * Hooks: user-context:request. Storage: none. Methods: getUserContextData.
 */
import { ownMembers } from '../../core/own-members.ts'
import type { Plugin } from '../../core/plugin.ts'
import { usable } from '../../core/session-answer.ts'
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

/** `user-context:request`: a plugin asks who is logged in to the account service in this browser. */
export interface UserContextRequestContext {
  /** Fill it to answer. Null: nobody is logged in, or the service cannot tell. */
  data?: SimplifiedLoginData | null
}

declare module '../../core/hooks.ts' {
  interface AsyncHooks {
    'user-context:request': UserContextRequestContext
  }
}

/** What the plugin contributes (section 4.1). */
export interface UserContextApi {
  /**
   * Basic data on the user who is logged in to the account service in this browser, for a continue-as prompt. Null if nobody is
   * logged in there. Also null if the service cannot be asked, or does not get its third-party cookie, which browsers may block.
   *
   * @throws {SDKError} (rejects) `disposed`
   */
  getUserContextData(): Promise<SimplifiedLoginData | null>
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
      const getUserContextData = async () => {
        try {
          const query = clientParameters(kernel.options)
          const url = kernel.buildUrl('user-context', kernel.options.globalSessionUrl, 'user-context?', query)
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

      kernel.hook('user-context:request', async (request) => {
        request.data = await getUserContextData()
      })
      return { getUserContextData }
    },
  }
}

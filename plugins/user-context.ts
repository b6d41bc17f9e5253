/**
 * Asks the global session service who is logged in to the account service in this browser, whatever the site.
 * Hooks: user-context:request. Storage: none. Methods: getUserContextData.
 */
import { isRecord } from '../core/checks.ts'
import type { Plugin } from '../core/plugin.ts'
import type { SimplifiedLoginData } from '../core/types.ts'
import { VERSION } from '../core/version.ts'

/** What the plugin contributes (section 4.1). */
export interface UserContextApi {
  /**
   * Basic data on the user who is logged in to the account service in this browser, for a continue-as prompt; null
   * when nobody is, or when it cannot be known. Relies on a third-party cookie, which browsers may block.
   */
  getUserContextData(): Promise<SimplifiedLoginData | null>
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The data in an answer, if they are enough to name the user and to log them in. */
function readUserContext(body: unknown): SimplifiedLoginData | null {
  if (!isRecord(body) || !isText(body.identifier) || !isText(body.display_text)) return null
  const { identifier, display_text, client_name, provider_id } = body
  return {
    identifier,
    display_text,
    ...(isText(client_name) && { client_name }),
    ...(isText(provider_id) && { provider_id }),
  }
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
      const { environment, clientSdrn, buildUrl } = kernel
      const getUserContextData = async () => {
        try {
          const query = { client_sdrn: clientSdrn, sdk_version: VERSION }
          const url = buildUrl('user-context', environment.globalSessionUrl, 'user-context', query)
          const answer = await kernel.transport?.(url)
          return answer?.status === 200 ? readUserContext(answer.body) : null
        } catch {
          kernel.log('user context: no answer')
          return null
        }
      }
      kernel.hook('user-context:request', async (request) => {
        request.data = await getUserContextData()
      })
      return { getUserContextData }
    },
  }
}

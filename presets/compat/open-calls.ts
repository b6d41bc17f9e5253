/**
 * The calls for access that `Monetization` makes: as those of the plugin `access`, but for a user whom the page names.
 */
import { usable } from '../../core/json.ts'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { IdentityCore, Plugin } from '../../core/kernel/plugin.ts'
import type { BrowserWindow, Environment } from '../../core/options.ts'
import type { ClientStorage } from '../../core/storage.ts'
import { type AccessAnswer, readAccess } from '../../plugins/access/access-answer.ts'
import { type AccessCalls, createAccessCalls } from '../../plugins/access/access-calls.ts'
import type { KeptAccess, UserId } from '../../plugins/access/kept-access.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { type AccessCache, accessKey } from './access-cache.ts'
import { NO_REDIRECT_URI } from './option-checks.ts'
import type { MonetizationOptions } from './types.ts'

interface OpenedCalls {
  readonly calls: AccessCalls
  /** That of their client. */
  readonly storage: ClientStorage
}

/**
 * Whether an answer is about the user whom a page has named, by the number or by the uuid. The service speaks of whoever is logged in. An
 * answer that does not have that identifier is about whoever was asked for.
 */
export function isAbout({ userId, uuid }: AccessAnswer, user: UserId): boolean {
  const named = usable(/^\d+$/.test(`${user}`) ? userId : uuid)
  return named === undefined || `${named}` === `${user}`
}

const nothing = () => {}

/** What the calls keep: the member `cache` has it, which a page may use as well. Whoever drops something drops it there. */
const keptBy = (instance: { readonly cache: AccessCache }): KeptAccess => ({
  get(user, path) {
    const body = instance.cache.get(accessKey(path, user))
    return body ? { status: 200, body, askedAt: 0, expiresAt: 0 } : undefined
  },
  set(user, path, answer) {
    if (isAbout(readAccess(answer).data, user))
      instance.cache.set(accessKey(path, user), answer.body, answer.expiresAt - Date.now())
  },
  remove: nothing,
  keepOnly: nothing,
})

/** Opens them. @throws {SDKError} `option-invalid` */
export function openCalls(
  instance: { readonly cache: AccessCache },
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
      return { calls: createAccessCalls(kernel, keptBy(instance)), storage: kernel.storage }
    },
  }
  return createIdentity({ clientId, sessionDomain, redirectUri: NO_REDIRECT_URI, env, window }, [
    fetchTransport(),
    plugin,
  ])
}

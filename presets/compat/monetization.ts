/**
 * `Monetization` of that client: access to products of a user whom the page names, and the pages with what they have bought.
 */
import { SDKError } from '../../core/errors.ts'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { BrowserWindow, Environment } from '../../core/options.ts'
import { createStorage } from '../../core/storage.ts'
import { type AccessCalls, createAccessCalls } from '../../plugins/access/access-calls.ts'
import type { KeptAccess } from '../../plugins/access/kept-access.ts'
import { pathOf, sortedIds } from '../../plugins/access/product-ids.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { registerGlobal } from '../register-global.ts'
import { type AccessCache, accessKey, createAccessCache, keptAnswer } from './access-cache.ts'
import { addressAt } from './address-at.ts'
import { copyOf } from './as-sent.ts'
import { Emitter } from './emitter.ts'
import { checkArgument, failure, pointing } from './failure.ts'
import {
  asText,
  checkClientId,
  checkSessionDomain,
  environmentFor,
  isUrl,
  NO_REDIRECT_URI,
  windowFor,
} from './option-checks.ts'
import type { AccessResult, Any, MonetizationOptions, StatedOptions } from './types.ts'

export { SDKError } from './sdk-error.ts'
export type * from './types.ts'

interface Inside {
  readonly env: Environment
  /** Undefined without a session service. */
  readonly calls: AccessCalls | undefined
  /** The latest call for each name of what is kept. */
  readonly latest: Map<string, Promise<unknown>>
  dispose(): void
}

// As in emitter.ts.
const INSIDE = Symbol('inside')

const insideOf = (instance: object): Inside => Reflect.get(instance, INSIDE)

/** The calls keep nothing: the member `cache` does. */
const nothing = () => undefined
const NOTHING_KEPT: KeptAccess = { get: nothing, set: nothing, remove: nothing, keepOnly: nothing }

/** The calls for access, and their end. */
function openCalls(options: MonetizationOptions, env: Environment, window: BrowserWindow) {
  const { clientId, sessionDomain = '', redirectUri } = options
  const plugin: Plugin<{ calls: AccessCalls }> = {
    name: 'calls-for-access',
    setup(kernel) {
      // The stand-in has passed the check of the options: that client checks none here, and leaves it out where there is none.
      Object.assign(kernel.options, { redirectUri })
      return { calls: createAccessCalls(kernel, NOTHING_KEPT) }
    },
  }
  return createIdentity({ clientId, sessionDomain, redirectUri: NO_REDIRECT_URI, env, window }, [
    fetchTransport(),
    plugin,
  ])
}

/** Access to products, with the habits of the existing client. */
export class Monetization extends Emitter {
  declare clientId: string
  declare env: string
  declare redirectUri: string
  /** What is kept, by the products and the user: `prd_<ids>_<user>`. */
  declare cache: Any

  /**
   * @throws {SDKError} `option-invalid`
   * @example const monetization = new Monetization({ clientId, sessionDomain, redirectUri, env: 'PRO' })
   */
  constructor(given: MonetizationOptions)
  // As in identity.ts.
  constructor(given: StatedOptions<MonetizationOptions> & { sessionDomain: string })
  constructor(given: MonetizationOptions) {
    const options: MonetizationOptions = Object(given)
    const { clientId, redirectUri, env = 'PRE', sessionDomain } = options
    const window = pointing(new.target, () => {
      checkClientId(clientId)
      if (sessionDomain) checkSessionDomain(sessionDomain)
      return windowFor(options)
    })
    super((error) => window.reportError?.(error))
    const environment = pointing(new.target, () => environmentFor(env))
    const { accountUrl } = environment
    const cache = createAccessCache(
      createStorage({ accountUrl, sessionDomain: `${sessionDomain}`, clientId, window }, 'sessionStorage'),
    )
    Object.assign(this, { clientId, env, redirectUri, cache })
    const opened = sessionDomain ? pointing(new.target, () => openCalls(options, environment, window)) : undefined
    const unregister = registerGlobal(window, 'Monetization', this)
    const dispose = () => {
      unregister()
      opened?.dispose()
    }
    Object.defineProperty(this, INSIDE, {
      value: { env: environment, calls: opened?.calls, latest: new Map(), dispose },
    })
  }

  /**
   * Asks for access of a user to products. It knows no session: whoever calls says whose access it is.
   *
   * @returns the answer where the user has access, else null
   * @throws {SDKError} (rejects) `option-invalid` without `sessionDomain`; `argument-invalid`; when nobody can say, what `hasSession`
   * rejects with
   */
  hasAccess(productIds: readonly Any[], userId: number | string): Any {
    // That client's types do not say that it is a promise.
    return findAccess(this, productIds, userId)
  }

  /** Drops what is known of a user: the next `hasAccess` asks the service. */
  clearCachedAccessResult(productIds: readonly Any[], userId?: number | string): void {
    const ids = productIds.map(String).sort()
    const key = accessKey(ids, `${userId}`)
    const { calls, latest } = insideOf(this)
    this.cache.delete(key)
    calls?.forget(pathOf(ids))
    latest.delete(key)
  }

  /** URL of the page with the user's subscriptions. @throws {SDKError} `argument-invalid` */
  subscriptionsUrl(redirectUri: string = this.redirectUri): string {
    return pageUrl(this, 'subscriptions', redirectUri)
  }

  /** URL of the page with the user's products. @throws {SDKError} `argument-invalid` */
  productsUrl(redirectUri: string = this.redirectUri): string {
    return pageUrl(this, 'products', redirectUri)
  }

  /** Takes the global away, and rejects what is pending with `disposed`. */
  dispose(): void {
    insideOf(this).dispose()
  }
}

async function findAccess(monetization: Monetization, productIds: readonly Any[], userId: number | string) {
  const { calls, latest } = insideOf(monetization)
  if (!calls) throw failure('option-invalid', "hasAccess can only be called if 'sessionDomain' is configured")
  checkArgument(userId, "'userId' must be specified")
  checkArgument(Array.isArray(productIds), "'productIds' must be an array")
  const ids = sortedIds(productIds.map(String))
  const cache: AccessCache = monetization.cache
  const key = accessKey(ids, userId)
  let data = keptAnswer(cache, key)
  if (!data) {
    const call = calls.find(userId, pathOf(ids))
    latest.set(key, call)
    const known = await call
    data = known.data
    // The service speaks of whoever is logged in.
    if (data.userId !== undefined && `${data.userId}` !== `${userId}`)
      throw new SDKError(
        'session-malformed',
        __DEV__ ? 'the answer is about another user than the one given' : 'userId',
      )
    // What was dropped meanwhile is not kept again.
    if (latest.get(key) === call) cache.set(key, data, known.until - Date.now())
  }
  if (!data.entitled) return null
  const copy = copyOf(data) as Any as AccessResult
  monetization.emit('hasAccess', { ids: [...productIds].sort(), data: copy })
  return copy
}

function pageUrl(monetization: Monetization, page: string, redirectUri: string): string {
  const address = asText(redirectUri)
  checkArgument(isUrl(address), `${page}Url(): redirectUri is invalid`)
  const { clientId } = monetization
  const inside = insideOf(monetization)
  return addressAt(inside.env.accountUrl, `account/${page}`, { client_id: clientId, redirect_uri: address })
}

export default Monetization

/**
 * `Monetization` of the account-sdk-browser: access to products of a user whom the page names, and the pages with what they have bought.
 */
import { SDKError } from '../../core/errors.ts'
import type { Environment } from '../../core/options.ts'
import { createStorage } from '../../core/storage.ts'
import type { AccessCalls } from '../../plugins/access/access-calls.ts'
import { pathOf, sortedIds } from '../../plugins/access/product-ids.ts'
import { registerGlobal } from '../register-global.ts'
import { accessKey, createAccessCache, isAbout, onReaderGone, openCalls } from './access.ts'
import { Emitter, type Hidden, hidden } from './emitter.ts'
import { checkArgument, failure, pointing } from './errors.ts'
import { asText, checkClientId, checkSessionDomain, environmentFor, isUrl, wholeWindow, windowFor } from './options.ts'
import { addressAt } from './pages.ts'
import { copyOf } from './session.ts'
import type { AccessResult, Any, MonetizationOptions, StatedOptions } from './types.ts'

export { SDKError } from './errors.ts'
export type * from './types.ts'

interface Internals {
  readonly env: Environment
  /** Undefined without a session service. */
  readonly calls: AccessCalls | undefined
  dispose(): void
}

const internals: Hidden<Internals> = /* @__PURE__ */ hidden()

/** Access to products, with the legacy behaviour of `@schibsted/account-sdk-browser`. */
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
      return wholeWindow(windowFor(options))
    })
    super((error) => window.reportError?.(error))
    const environment = pointing(new.target, () => environmentFor(env))
    const { accountUrl } = environment
    const opened = sessionDomain ? pointing(new.target, () => openCalls(this, options, environment, window)) : undefined
    const cache = createAccessCache(
      opened?.storage ?? createStorage({ accountUrl, sessionDomain: '', clientId, window }, 'sessionStorage'),
    )
    Object.assign(this, { clientId, env, redirectUri, cache })
    const stop = onReaderGone(() => {
      cache.clear()
      opened?.calls.forget()
    })
    let unregister: (() => void) | undefined
    const dispose = () => {
      unregister?.()
      stop()
      opened?.dispose()
    }
    internals.put(this, { env: environment, calls: opened?.calls, dispose })
    // Last, since whoever hears that it is there may use it.
    unregister = registerGlobal(window, 'Monetization', this)
  }

  /**
   * Asks for access of a user to products. It knows no session: whoever calls says whose access it is.
   *
   * @returns the response where the user has access, else null
   * @throws {SDKError} (rejects) `option-invalid` without `sessionDomain`; `argument-invalid`; when nobody can say, what `hasSession`
   * rejects with
   */
  hasAccess(productIds: readonly Any[], userId: number | string): Any {
    // The account-sdk-browser's types do not say that it is a promise.
    return findAccess(this, productIds, userId)
  }

  /** Drops what is known of a user: the next `hasAccess` asks the service. */
  clearCachedAccessResult(productIds: readonly Any[], userId?: number | string): void {
    const path = pathOf(productIds.map(String).sort())
    this.cache.delete(accessKey(path, `${userId}`))
    internals.of(this).calls?.forget(path)
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
    internals.of(this).dispose()
  }
}

async function findAccess(monetization: Monetization, productIds: readonly Any[], userId: number | string) {
  const { calls } = internals.of(monetization)
  if (!calls) throw failure('option-invalid', "hasAccess can only be called if 'sessionDomain' is configured")
  checkArgument(userId, "'userId' must be specified")
  checkArgument(Array.isArray(productIds), "'productIds' must be an array")
  const { data } = await calls.find(userId, pathOf(sortedIds(productIds.map(String))))
  if (!isAbout(data, userId))
    throw new SDKError('session-malformed', __DEV__ ? 'the answer is about another user than the one given' : 'userId')
  if (!data.entitled) return null
  const copy = copyOf(data) as Any as AccessResult
  monetization.emit('hasAccess', { ids: [...productIds].sort(), data: copy })
  return copy
}

function pageUrl(monetization: Monetization, page: string, redirectUri: string): string {
  const address = asText(redirectUri)
  checkArgument(isUrl(address), `${page}Url(): redirectUri is invalid`)
  const { clientId } = monetization
  const { accountUrl } = internals.of(monetization).env
  return addressAt(accountUrl, `account/${page}`, { client_id: clientId, redirect_uri: address })
}

export default Monetization

/**
 * `Monetization` of that client: access to products of a user whom the page names, and the pages with what they have bought.
 */
import { createIdentity } from '../../core/create-identity.ts'
import type { Environment } from '../../core/environment.ts'
import { SDKError } from '../../core/errors.ts'
import type { BrowserWindow } from '../../core/options.ts'
import type { Plugin } from '../../core/plugin.ts'
import { type AccessCalls, createAccessCalls } from '../../plugins/access/access-calls.ts'
import { pathOf, sortedIds } from '../../plugins/access/product-ids.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { registerGlobal } from '../register-global.ts'
import { addressAt } from './address-at.ts'
import { Emitter } from './emitter.ts'
import { checkArgument, failure, pointing } from './failure.ts'
import { checkClientId, checkSessionDomain, environmentFor, isUrl, windowFor } from './option-checks.ts'
import type { AccessResult, Any, MonetizationOptions } from './types.ts'

export { SDKError } from '../../core/errors.ts'
export type * from './types.ts'

interface Inside {
  readonly env: Environment
  /** Undefined without a session service. */
  readonly calls: AccessCalls | undefined
  dispose(): void
}

// As in emitter.ts.
const INSIDE = Symbol('inside')

const insideOf = (instance: object): Inside => Reflect.get(instance, INSIDE)

/** The calls for access, and their end. */
function openCalls(options: MonetizationOptions, env: Environment, window: BrowserWindow) {
  const { clientId, sessionDomain = '', redirectUri } = options
  const plugin: Plugin<{ calls: AccessCalls }> = {
    name: 'calls-for-access',
    setup(kernel) {
      // The stand-in has passed the check of the options; parameters without a value are left out.
      Object.assign(kernel.options, { redirectUri })
      return { calls: createAccessCalls(kernel) }
    },
  }
  return createIdentity({ clientId, sessionDomain, redirectUri: redirectUri || 'x:', env, window }, [
    fetchTransport(),
    plugin,
  ])
}

/** Access to products, with the habits of the existing client. */
export class Monetization extends Emitter {
  declare clientId: string
  declare env: string
  declare redirectUri: string

  /**
   * @throws {SDKError} `option-invalid`
   * @example const monetization = new Monetization({ clientId, sessionDomain, redirectUri, env: 'PRO' })
   */
  constructor(given: MonetizationOptions) {
    const options: MonetizationOptions = Object(given)
    const { clientId, redirectUri, env = 'PRE', sessionDomain } = options
    const window = pointing(new.target, () => {
      checkClientId(clientId)
      if (sessionDomain) checkSessionDomain(sessionDomain)
      return windowFor(options)
    })
    super((error) => window.reportError?.(error))
    Object.assign(this, { clientId, env, redirectUri })
    const environment = pointing(new.target, () => environmentFor(env))
    const opened = sessionDomain ? pointing(new.target, () => openCalls(options, environment, window)) : undefined
    const unregister = registerGlobal(window, 'Monetization', this)
    const dispose = () => {
      unregister()
      opened?.dispose()
    }
    Object.defineProperty(this, INSIDE, { value: { env: environment, calls: opened?.calls, dispose } })
  }

  /**
   * Asks for access of a user to products. It knows no session: whoever calls says whose access it is.
   *
   * @returns the answer where the user has access, else null
   * @throws {SDKError} (rejects) `option-invalid` without `sessionDomain`; `argument-invalid`; when nobody can say, what `hasSession`
   * rejects with
   */
  async hasAccess(productIds: readonly Any[], userId: number | string): Promise<Any> {
    const { calls } = insideOf(this)
    if (!calls) throw failure('option-invalid', "hasAccess can only be called if 'sessionDomain' is configured")
    checkArgument(userId, "'userId' must be specified")
    checkArgument(Array.isArray(productIds), "'productIds' must be an array")
    const ids = sortedIds(productIds.map(String))
    const path = pathOf(ids)
    const { data } = await calls.find(userId, path)
    if (data.userId !== undefined && `${data.userId}` !== `${userId}`) {
      // The service speaks of whoever is logged in.
      calls.forget(path)
      throw new SDKError(
        'session-malformed',
        __DEV__ ? 'the answer is about another user than the one given' : 'userId',
      )
    }
    if (!data.entitled) return null
    const copy: AccessResult = JSON.parse(JSON.stringify(data))
    this.emit('hasAccess', { ids, data: copy })
    return copy
  }

  /** Drops what is known: the next `hasAccess` asks the service. */
  clearCachedAccessResult(productIds: readonly Any[], _userId?: number | string): void {
    insideOf(this).calls?.forget(pathOf(sortedIds(productIds.map(String))))
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

function pageUrl(monetization: Monetization, page: string, redirectUri: string): string {
  checkArgument(isUrl(redirectUri), `${page}Url(): redirectUri is invalid`)
  const { clientId } = monetization
  const inside = insideOf(monetization)
  return addressAt(inside.env.accountUrl, `account/${page}`, { client_id: clientId, redirect_uri: redirectUri })
}

export default Monetization

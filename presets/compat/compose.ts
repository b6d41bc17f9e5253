/**
 * What is inside of an instance: the full identity, with that client's habits, which tells and asks the instance by its methods.
 */
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { AnyPlugin } from '../../core/kernel/plugin.ts'
import type { BrowserWindow } from '../../core/options.ts'
import { checkOptionNames } from '../../devtools/development.ts'
import { checkGlobalPrefix } from '../register-global.ts'
import {
  checkClientId,
  checkLog,
  checkRedirectUri,
  checkSessionDomain,
  environmentFor,
  NO_REDIRECT_URI,
  windowFor,
} from './option-checks.ts'
import { type Composed, type Members, pluginsFor } from './plugins-for.ts'
import { createOutcomes, createSessionCall, type Outcomes } from './session-call.ts'
import { sessionHabits } from './session-habits.ts'
import type { Asked } from './through-instance.ts'
import type { AnyFunction, CompatOptions } from './types.ts'
import { wholeWindow } from './whole-window.ts'

/** What is used of an instance, each time anew: a page may assign it, and a subclass override it. */
export interface Instance extends Asked, Members {
  log: AnyFunction
}

/** What is inside of an instance. */
export interface Inside {
  readonly identity: Composed
  readonly outcomes: Outcomes
  readonly askSession: ReturnType<typeof createSessionCall>
  readonly sessionDomain: string
}

/** Names it by a symbol, for the reason that emitter.ts gives. */
export const INSIDE: unique symbol = Symbol('inside')

export const insideOf = (instance: object): Inside => Reflect.get(instance, INSIDE)

/** Options that are checked as that client checks them. */
export interface CheckedOptions extends CompatOptions {
  readonly window: BrowserWindow
}

/** @throws {SDKError} `option-invalid` */
export function checkOptions(given: CompatOptions): CheckedOptions {
  // What is no object has none of the options.
  const options: CompatOptions = Object(given)
  checkClientId(options.clientId)
  const window = wholeWindow(windowFor(options))
  checkRedirectUri(options.redirectUri)
  checkSessionDomain(options.sessionDomain)
  checkLog(options.log)
  if (__DEV__) {
    checkGlobalPrefix(options.globalPrefix ?? 'sch')
    checkOptionNames(window, options)
  }
  return { ...options, window }
}

/**
 * Composes it.
 *
 * @throws {SDKError} `option-invalid`
 */
export function compose(instance: Instance, options: CheckedOptions): Inside {
  const { redirectUri, env = 'PRE', plugins = [] as readonly AnyPlugin[] } = options
  const outcomes = createOutcomes()
  const identity: Composed = createIdentity(
    {
      ...options,
      env: environmentFor(env),
      // The habits take the stand-in away.
      redirectUri: redirectUri || NO_REDIRECT_URI,
      log: (line) => instance.log?.(line),
    },
    [...pluginsFor(instance, options), sessionHabits(outcomes, redirectUri), ...plugins],
  )
  return {
    identity,
    outcomes,
    askSession: createSessionCall(identity, outcomes),
    sessionDomain: options.sessionDomain,
  }
}

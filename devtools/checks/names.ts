/**
 * Names that a page has misspelt: options, events, what login takes. For pages without a compiler that would tell.
 */
import { type BrowserWindow, type KernelOptions, windowOf } from '../../core/options.ts'
import { tellFound } from '../console.ts'
import { EVENT_NAMES, LOGIN_NAMES, OPTION_NAMES } from '../known-names.ts'
import { observationOf } from '../recording/observe.ts'
import { quietly } from '../recording/observe-hook.ts'
import { HIDDEN } from '../shown/words.ts'
import { meant } from './meant.ts'
import { siteOf } from './site.ts'

/** Tells of a name that is similar to a known one. Other characters than those of a name are not shown. */
function checkName(
  window: BrowserWindow,
  id: 'option-unknown' | 'event-unknown',
  name: string,
  known: readonly string[],
  of: string = '',
): void {
  const right = meant(name, known)
  if (right) tellFound(window, id, `${of}${name.replace(/[^a-z_-]+/gi, HIDDEN)}; did you mean ${right}?`)
}

/** Tells of options that are similar to existing ones. */
export function checkOptionNames(window: BrowserWindow, options: object): void {
  for (const name of Object.keys(options)) checkName(window, 'option-unknown', name, OPTION_NAMES)
}

type Method = (...args: unknown[]) => unknown

/** Tells of misspelt names that are passed to the methods of an identity from now on. */
export function watchNames(identity: object, window: BrowserWindow): void {
  const methods = identity as Record<string, Method | undefined>
  const before = (name: string, look: (first: unknown) => void) => {
    const method = methods[name]
    if (!method) return
    methods[name] = function (this: unknown, ...args) {
      quietly(() => look(args[0]))
      return method.apply(this, args)
    }
  }
  const event = (name: unknown) => checkName(window, 'event-unknown', `${name}`, EVENT_NAMES)
  const login = (options: unknown) => {
    if (!(options instanceof Object)) return
    for (const name of Object.keys(options)) checkName(window, 'option-unknown', name, LOGIN_NAMES, 'login: ')
  }
  before('on', event)
  before('once', event)
  before('login', login)
  before('loginUrl', login)
  before('enableCacheCookie', (options) => {
    const { domain, expiresIn } = Object(options)
    const observation = observationOf(identity)
    if (observation && expiresIn > 0) observation.cacheCookieSeconds = Number(expiresIn)
    const wanted = `${domain ?? ''}`.replace(/^\./, '')
    const host = window.location.hostname
    const isAbove = !wanted || host === wanted || host.endsWith(`.${wanted}`)
    if (!isAbove) tellFound(window, 'cache-cookie-domain', `domain ${wanted}, page ${host}, its site ${siteOf(window)}`)
  })
}

/**
 * Warns in the console about misspelt names: options, events, what login takes. It does so in the development build. The
 * class and `createFullIdentity` do it by themselves; this is for an identity that you compose.
 *
 * @returns the same identity
 * @example const identity = checkNames(createIdentity(options, [fetchTransport(), login(), devtools()]), options)
 */
export function checkNames<Identity extends object>(identity: Identity, options: KernelOptions): Identity {
  if (!__DEV__) return identity
  const window = windowOf(options)
  checkOptionNames(window, options)
  watchNames(identity, window)
  return identity
}

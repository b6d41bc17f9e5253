/**
 * Names that a page has misspelt: options, events, what login takes. For pages without a compiler that would tell.
 */
import type { BrowserWindow } from '../core/options.ts'
import { found } from './catalogue.ts'
import { tell, tellFound } from './console.ts'
import { observationOf } from './observation.ts'
import { EVENT_NAMES } from './record.ts'
import { siteOf } from './site.ts'

/** Options of the full identity. */
export const OPTION_NAMES: readonly string[] = [
  ...['clientId', 'sessionDomain', 'redirectUri', 'env', 'log', 'window', 'callbackBeforeRedirect', 'getConsents'],
  ...['refreshLoginLinks', 'plugins', 'globalPrefix', 'interceptors'],
]

/** What `login` and `loginUrl` take. */
export const LOGIN_NAMES: readonly string[] = [
  ...['state', 'acrValues', 'scope', 'redirectUri', 'loginHint', 'tag', 'teaser', 'maxAge', 'locale'],
  ...['oneStepLogin', 'prompt', 'xDomainId', 'xEnvironmentId', 'originCampaign', 'preferPopup'],
]

/** How many letters must be changed, added or taken out to come from one word to the other; 3 for 3 and more. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, wanted] of [...other].entries())
      next.push(
        Math.min(
          (row[column] as number) + (letter === wanted ? 0 : 1),
          (row[column + 1] as number) + 1,
          (next[column] as number) + 1,
        ),
      )
    row = next
  }
  return Math.min(row.at(-1) as number, 3)
}

/** The known name that a name was meant to be; undefined for one that is known, or like none. */
export function meant(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
  const word = plain(name)
  const likely = known.map((other) => [other, distance(word, plain(other))] as const)
  const [best] = likely.sort(([, one], [, other]) => one - other)
  // Short words are like many others.
  if (best && best[1] <= (word.length > 5 ? 2 : 0)) return best[0]
}

/** Tells of the options that are like one which exists. */
export function checkOptionNames(
  window: BrowserWindow,
  options: object,
  known: readonly string[] = OPTION_NAMES,
  of: string = '',
): void {
  for (const name of Object.keys(options)) {
    const right = meant(name, known)
    if (right) tellFound(window, 'option-unknown', `${of}${name}, meant ${right}?`)
  }
}

type Method = (...args: unknown[]) => unknown

/** Tells of misspelt names that are given to the methods of an identity from now on. */
export function watchNames(identity: object, window: BrowserWindow): void {
  const methods = identity as Record<string, Method>
  const before = (name: string, look: (first: unknown) => void) => {
    const method = methods[name]
    if (!method) return
    methods[name] = function (this: unknown, ...args) {
      look(args[0])
      return method.apply(this, args)
    }
  }
  const event = (name: unknown) => {
    const right = meant(`${name}`, EVENT_NAMES)
    if (right) tellFound(window, 'event-unknown', `${name}, meant ${right}?`)
  }
  const login = (options: unknown) => {
    if (options instanceof Object) checkOptionNames(window, options, LOGIN_NAMES, 'login: ')
  }
  before('on', event)
  before('once', event)
  before('login', login)
  before('loginUrl', login)
  before('enableCacheCookie', (options) => {
    const { domain, expiresIn } = (options ?? {}) as { domain?: unknown; expiresIn?: number }
    const observation = observationOf(identity)
    if (observation && expiresIn) observation.cacheCookieSeconds = expiresIn
    const wanted = `${domain ?? ''}`.replace(/^\./, '')
    const host = window.location.hostname
    const isAbove = !wanted || host === wanted || host.endsWith(`.${wanted}`)
    if (!isAbove)
      tell(window, found('cache-cookie-domain', `domain ${wanted}, page ${host}, its site ${siteOf(window)}`))
  })
}

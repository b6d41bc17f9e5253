/**
 * Listens to the hooks and events of a kernel, and writes down what goes by: names, addresses without values, outcomes.
 */
import type { EventName } from '../core/events.ts'
import type { HookHandler, HookName } from '../core/hooks.ts'
import type { Kernel } from '../core/plugin.ts'
import { storagePrefix } from '../core/storage.ts'
import type { Observation, Outcome } from './observation.ts'
import { originOf, withoutValues } from './redact.ts'
import { REQUEST_ID } from './request-ids.ts'

/** Every event of an identity. */
export const EVENT_NAMES = [
  ...['login', 'logout', 'userChange', 'sessionChange', 'notLoggedin', 'sessionInit', 'statusChange', 'error'],
  ...['simplifiedLoginOpened', 'simplifiedLoginCancelled', 'snapshot', 'measured'],
] as EventName[]

/** Adds a handler that looks on: whatever goes wrong in it, the call goes on as without it. */
export function lookOn<Name extends HookName>(kernel: Kernel, name: Name, look: HookHandler<Name>): void {
  kernel.hook(name, ((context: never) => {
    try {
      look(context)
    } catch {}
  }) as HookHandler<Name>)
}

/** When a login began in this tab, in milliseconds since the epoch. */
const LOGIN_KEY = 'portico.devtools.login'
const LOGIN_MS = 600_000

/** Where a page has come from when a login has led to it. */
function isReturn({ kernel: { window, options } }: Observation): boolean {
  const query = new URLSearchParams(window.location.search)
  if (query.has('error')) return false
  const from = originOf(`${window.document?.referrer}`)
  return query.has('code') || (from !== '' && [options.accountUrl, options.sessionDomain].map(originOf).includes(from))
}

/** Remembers over the way to the login page and back that a login was begun. */
function followLogins(observation: Observation): void {
  const { kernel } = observation
  const storage = () => kernel.window.sessionStorage
  try {
    const at = Number(storage().getItem(LOGIN_KEY))
    observation.isBackFromLogin = Date.now() - at < LOGIN_MS && isReturn(observation)
  } catch {}
  lookOn(kernel, 'login:before', () => {
    try {
      storage().setItem(LOGIN_KEY, `${Date.now()}`)
    } catch {}
  })
  lookOn(kernel, 'session:accepted', ({ session }) => {
    if (!session.userId) return
    observation.isBackFromLogin = false
    try {
      storage().removeItem(LOGIN_KEY)
    } catch {}
  })
}

/** Hears what the policy of the page is against. */
function followPolicy({ kernel: { window, signal }, violations, recorder }: Observation): void {
  const hear = ({
    effectiveDirective: directive,
    blockedURI,
    originalPolicy,
    sample,
  }: SecurityPolicyViolationEvent) => {
    const rules = `${originalPolicy}`.split(';').map((rule) => rule.trim())
    const names = [directive, directive.replace(/-(elem|attr)$/, ''), 'default-src']
    const rule = names.flatMap((name) => rules.filter((text) => text.split(' ')[0] === name))[0] ?? directive
    const blocked = URL.canParse(blockedURI) ? withoutValues(blockedURI) : `${blockedURI}`
    violations.push({ directive, blocked, rule: rule.replace(/'nonce-[^']*'/g, "'nonce-…'"), sample: `${sample}` })
    if (violations.length > 50) violations.shift()
    recorder.add('policy', `${directive} blocked ${blocked}`, 'browser')
  }
  window.document?.addEventListener?.('securitypolicyviolation', hear, { signal })
}

/** The entries of the tab that say why a call is asked, or not. */
const ENTRIES = ['session', 'refresh', 'tabs']

/** Writes down which entries a call has left in the tab's storage, or taken out of it, by their names. */
function followStorage({ kernel, recorder }: Observation): void {
  const { options, window } = kernel
  const known = new Map<string, string | null>()
  const look = () => {
    for (const name of ENTRIES) {
      const text = window.sessionStorage.getItem(storagePrefix(options) + name)
      if (text === (known.get(name) ?? null)) continue
      known.set(name, text)
      const kept = text && `kept for ${Math.round((JSON.parse(text).expiresAt - Date.now()) / 1000)} s`
      recorder.add('storage', `${name} ${kept ?? 'removed'}`, 'library')
    }
  }
  for (const name of ['session:accepted', 'session:failed', 'session:cleared'] as const) lookOn(kernel, name, look)
}

/** Records what goes through the kernel from now on. */
export function record(observation: Observation): void {
  const { kernel, recorder } = observation
  const { add } = recorder
  let isKept = false
  const end = (outcome: Pick<Outcome, 'answer' | 'error'>) => {
    observation.outcome = { ...outcome, at: Date.now(), isKept }
  }

  lookOn(kernel, 'session:request', ({ answer }) => {
    isKept = !!answer?.expiresAt
    add('call', 'session', isKept ? 'cache' : 'page')
  })
  lookOn(kernel, 'fetch:before', ({ url, response }) => {
    const id = new URL(url).searchParams.get(REQUEST_ID)
    add('call', `GET ${withoutValues(url)}${id ? ` #${id}` : ''}`, response ? 'head start' : 'service')
  })
  lookOn(kernel, 'session:fetched', ({ answer }) => {
    end({ answer })
    add('answer', `status ${answer.status}`, 'service')
  })
  lookOn(kernel, 'session:accepted', ({ session, answer }) => {
    end({ answer })
    const who = session.userId ? 'a user' : 'nobody'
    const until = new Date(answer.expiresAt).toISOString().slice(11, 19)
    add('answer', `session of ${who}, good until ${until} UTC`, 'library')
  })
  lookOn(kernel, 'session:failed', ({ error, answer }) => {
    end({ error, answer })
    const paused = error.retryAt && 'not asked, as after the last failure'
    const more = [error.code, error.type, paused].filter(Boolean).join(' ')
    add('error', more ? `${error.reason} (${more})` : error.reason, answer ? 'service' : 'library')
  })
  lookOn(kernel, 'session:cleared', () => add('storage', 'session cleared', 'library'))
  lookOn(kernel, 'url:build', ({ kind, query }) => {
    add('url', `${kind}: ${[...new Set(query.keys())].join(' ')}`, 'library')
  })
  lookOn(kernel, 'login:before', (login) => {
    const wasInGesture = !!kernel.window.navigator?.userActivation?.isActive
    // Plugins after this one may still open the popup, at once.
    kernel.window.queueMicrotask?.(() => {
      if (login.options.preferPopup && !login.window) observation.blockedPopup = { wasInGesture }
      add('login', `login ${login.window ? 'in a popup' : 'by redirect'} to ${withoutValues(login.url)}`, 'page')
    })
  })
  lookOn(kernel, 'logout:before', ({ url }) => add('login', `logout to ${withoutValues(url)}`, 'page'))
  for (const name of EVENT_NAMES) kernel.on(name, () => add('event', name, 'library'))
  followStorage(observation)
  followPolicy(observation)
  followLogins(observation)
}

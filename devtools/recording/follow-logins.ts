/**
 * Remembers that a login has started, over the way to the login page and back.
 * Storage: `portico.devtools.login` of the tab, the time at which it started.
 */
import { originOf } from '../shown/addresses.ts'
import type { Observation } from './observation.ts'
import { observeHook, quietly } from './observe-hook.ts'

/** When a login started in this tab, in milliseconds since the epoch. */
const LOGIN_KEY = 'portico.devtools.login'
const LONGEST_LOGIN_MS = 600_000

/** Whether the page was reached from a login: it has a code, or a service sent the browser here. */
function isReturn({ kernel: { window, options } }: Observation): boolean {
  const query = new URLSearchParams(window.location.search)
  if (query.has('error')) return false
  const from = originOf(`${window.document?.referrer}`)
  return query.has('code') || (from !== '' && [options.accountUrl, options.sessionDomain].map(originOf).includes(from))
}

/** Follows logins from page to page. */
export function followLogins(observation: Observation): void {
  const { kernel } = observation
  const storage = () => kernel.window.sessionStorage
  quietly(() => {
    const startedAt = Number(storage().getItem(LOGIN_KEY))
    observation.isBackFromLogin = Date.now() - startedAt < LONGEST_LOGIN_MS && isReturn(observation)
  })
  const begin = () => storage().setItem(LOGIN_KEY, `${Date.now()}`)
  // Before: a popup gets a copy of what this tab's storage holds when it opens.
  observeHook(kernel, 'login:before', begin, 'before')
  observeHook(
    kernel,
    'login:started',
    ({ how, wasBlocked }) => {
      if (how === 'link') begin()
      if (how === 'popup') observation.isPopupAwaited = true
      if (wasBlocked) observation.blockedPopup = { wasInClick: kernel.window.navigator?.userActivation?.isActive }
    },
    'before',
  )
  observeHook(kernel, 'session:settled', ({ outcome }) => {
    if (outcome !== 'connected' && outcome !== 'notConnected') return
    observation.isBackFromLogin = false
    observation.isPopupAwaited = false
    storage().removeItem(LOGIN_KEY)
  })
}

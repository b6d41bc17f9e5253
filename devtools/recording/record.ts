/**
 * Writes down what goes through the hooks and events of a kernel: names, addresses without values, outcomes.
 */
import type { SDKError } from '../../core/errors.ts'
import type { SessionSettled } from '../../core/session/ending.ts'
import type { SessionSource } from '../../core/session/result.ts'
import { storagePrefix } from '../../core/storage.ts'
import { sessionPath } from '../../core/urls.ts'
import { EVENT_NAMES } from '../known-names.ts'
import { shownAddress, shownName, shownReason, shownSeconds, shownStatus } from '../shown/redact.ts'
import { HIDDEN, shownType } from '../shown/words.ts'
import type { Observation } from './observation.ts'
import { observeHook, quietly } from './observe-hook.ts'
import type { Source } from './recorder.ts'
import { REQUEST_ID } from './request-ids.ts'
import { STORED } from './timeline-text.ts'

/** Origins of answers, in the words of the timeline. */
const SOURCE_OF: Readonly<Record<SessionSource, Source>> = {
  server: 'page’s server',
  cache: 'cache',
  head: 'preload',
  tab: 'another tab',
  network: 'service',
}

/** Follows which entries a call has left in a storage, or removed from it. */
function storageFollower(
  { kernel: { options, window }, recorder }: Observation,
  area: keyof typeof STORED,
): () => void {
  const known = new Map<string, string | null>()
  return () => {
    for (const name of STORED[area]) {
      const text = window[area].getItem(storagePrefix(options) + name)
      if (text === (known.get(name) ?? null)) continue
      known.set(name, text)
      const seconds = () => (JSON.parse(`${text}`).expiresAt - Date.now()) / 1000
      const change = text === null ? 'removed' : `kept for ${shownSeconds(quietly(seconds) ?? Number.NaN)}`
      recorder.add('storage', `${name} ${change}`, 'library')
    }
  }
}

/** The end of a call in a line. */
function lineOf({ kernel: { options } }: Observation, settled: SessionSettled): string {
  const { outcome, error, result } = settled
  if (outcome === 'refreshing') return `leaving for ${shownAddress(`${settled.address}`, options)}`
  if (error) {
    const paused = error.retryAt ? 'not asked again yet' : ''
    const details = [shownStatus(error.code), shownType(error.type), paused].filter(Boolean).join(' ')
    return shownReason(error.reason) + (details && ` (${details})`)
  }
  const until = new Date(result?.expiresAt ?? Date.now()).toISOString().slice(11, 19)
  return `session of ${outcome === 'loggedOut' ? 'nobody' : 'a user'}, good until ${until} UTC`
}

function recordCalls(observation: Observation): void {
  const { kernel, recorder } = observation
  // A browser may deny one of the two.
  const looks = [storageFollower(observation, 'sessionStorage'), storageFollower(observation, 'localStorage')]
  kernel.use('first', (_call, next) => {
    recorder.add('call', 'session', 'page')
    return next()
  })
  const end = (settled: SessionSettled) => {
    const source = settled.source ? SOURCE_OF[settled.source] : 'library'
    recorder.add(settled.error ? 'error' : 'response', lineOf(observation, settled), source)
  }
  observeHook(kernel, 'session:settled', end, 'before')
  observeHook(kernel, 'session:cleared', () => recorder.add('storage', 'session cleared', 'library'), 'before')
  // After: the plugins have kept or removed what they keep.
  for (const look of looks) {
    observeHook(kernel, 'session:settled', look)
    observeHook(kernel, 'session:cleared', look)
  }
}

/** A request is written down when it is on its way, or at its end, if that comes sooner. */
function recordRequests({ kernel, recorder }: Observation): void {
  const { options } = kernel
  const base = `${options.sessionDomain}/${sessionPath(options)}`
  let query = new URLSearchParams()
  observeHook(kernel, 'url:build', (url) => {
    if (url.kind === 'session') query = new URLSearchParams(url.query)
    const names = [...new Set([...url.query.keys()].map(shownName))]
    recorder.add('url', `${url.kind}: ${names.join(' ')}`, 'library')
  })
  kernel.useFetch({ before: 'head' }, async (_call, next) => {
    let isWritten = false
    const begin = () => {
      if (isWritten || kernel.isDisposed()) return
      isWritten = true
      const id = query.get(REQUEST_ID)
      recorder.add('call', `GET ${shownAddress(`${base}${query}`, options)}${id ? ` #${id}` : ''}`, 'service')
    }
    // A task later: its address is built by then.
    const timer = kernel.window.setTimeout(begin)
    try {
      const response = await next()
      begin()
      recorder.add('response', `status ${shownStatus(response.status) || HIDDEN}`, SOURCE_OF[response.source])
      return response
    } finally {
      kernel.window.clearTimeout(timer)
      begin()
    }
  })
}

/** How a login goes on, in the words of the timeline. */
const HOW = { redirect: 'by redirect', popup: 'in a popup', link: 'by a link', blocked: 'not' } as const

function recordLogins({ kernel, recorder }: Observation): void {
  const { options } = kernel
  let address = ''
  observeHook(kernel, 'login:before', ({ url }) => {
    address = ` to ${shownAddress(url, options)}`
  })
  observeHook(
    kernel,
    'login:started',
    ({ how, wasBlocked }) => {
      // Whoever follows a link has called no method.
      const means = how === 'link' ? HOW.link : `${HOW[how]}${address}`
      recorder.add('login', `login ${means}${wasBlocked ? ' (popup blocked)' : ''}`, 'page')
    },
    'before',
  )
  observeHook(
    kernel,
    'logout:before',
    ({ url }) => {
      recorder.add('login', `logout to ${shownAddress(url, options)}`, 'page')
    },
    'before',
  )
}

function recordOffers({ kernel, recorder }: Observation): void {
  const start = ({ way, mode }: { way: string; mode: string }) =>
    recorder.add('login', `continue as: asked by the ${way} (${mode})`, 'page')
  observeHook(kernel, 'continue-as:started', start, 'before')
  const end = ({ outcome, error }: { outcome: string | undefined; error: SDKError | undefined }) => {
    const ending = outcome ?? shownReason(error?.reason)
    recorder.add(error ? 'error' : 'login', `continue as: ${ending}`, 'browser')
  }
  observeHook(kernel, 'continue-as:ended', end, 'before')
}

/** Records what goes through the kernel from now on. */
export function record(observation: Observation): void {
  const { kernel, recorder } = observation
  recordCalls(observation)
  recordRequests(observation)
  recordLogins(observation)
  recordOffers(observation)
  for (const name of EVENT_NAMES) kernel.on(name, () => recorder.add('event', name, 'library'))
}

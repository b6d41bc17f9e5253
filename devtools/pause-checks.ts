/**
 * Whether the session service is left alone for a while (plugin `session-pause`), until when, and after what.
 */
import { EXPLANATIONS } from '../core/reasons.ts'
import { createStorage, type StoredEntry } from '../core/storage.ts'
import { FINDINGS, type Finding, type FindingId, found } from './catalogue.ts'
import { lacks } from './composition.ts'
import type { Observation } from './observation.ts'

/** What is known of a pause: outside data where it comes out of the storage, which any script of the page can write. */
interface Pause {
  readonly reason?: unknown
  readonly code?: unknown
  readonly retryAt?: unknown
}

/** What explained the failure that began it; the pages after it are refused before they could find out. */
const CAUSE_KEY = 'portico.devtools.cause'

// As the plugin has it: what would last for longer is not heeded.
const HOUR_MS = 3_600_000

const entries: WeakMap<Observation, StoredEntry> = new WeakMap()

/** The pause as it stands in the storage, be it over or not. */
function storedPause(observation: Observation): Pause {
  const entry =
    entries.get(observation) ?? createStorage(observation.kernel.options, 'localStorage').entry('pause', HOUR_MS)
  entries.set(observation, entry)
  return Object(entry.get())
}

/** Remembers in the tab what explains the failure that the pause has begun with. */
export function rememberCause(observation: Observation, id: FindingId): void {
  try {
    observation.kernel.window.sessionStorage.setItem(CAUSE_KEY, `${storedPause(observation).retryAt} ${id}`)
  } catch {}
}

/** What explains the failure before a pause, if this tab has learnt it. */
function causeOf({ kernel: { window } }: Observation, { retryAt }: Pause): string {
  try {
    const [until, id = ''] = `${window.sessionStorage.getItem(CAUSE_KEY)}`.split(' ')
    return until === `${retryAt}` && Object.hasOwn(FINDINGS, id) ? `: ${id}` : ''
  } catch {
    return ''
  }
}

/** A time of day as a person reads it, with how far it is from Greenwich: `14:05:30 GMT+0200`. */
const timeOf = (at: number) => new Date(at).toTimeString().split(' (')[0]

/** The finding of a pause; none when it is over. */
function findingOf(observation: Observation, pause: Pause): Finding | undefined {
  const { reason, code, retryAt } = pause
  const leftMs = Number(retryAt) - Date.now()
  const text = `${reason}`
  if (!(leftMs > 0)) return
  const name = Object.hasOwn(EXPLANATIONS, text) ? text : 'a failure'
  const failure = [name, Number.isInteger(code) && code].filter(Boolean).join(' ')
  const until = `until ${timeOf(Number(retryAt))}, in ${Math.ceil(leftMs / 1000)} s`
  return found('session-paused', `${until}; after ${failure}${causeOf(observation, pause)}`)
}

/** The finding of a call that was refused, and sent nowhere. */
export function refusalFinding(observation: Observation): Finding | undefined {
  const { error } = observation.outcome ?? {}
  return error?.retryAt ? findingOf(observation, error) : undefined
}

/** The finding of a pause that is in force now, whichever tab began it. */
export function pauseFinding(observation: Observation): Finding | undefined {
  if (lacks(observation.kernel, 'session-pause')) return
  return findingOf(observation, storedPause(observation))
}

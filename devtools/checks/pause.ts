/**
 * Whether the plugin `sessionPause` spares the session service at the moment, until when, and after which failure.
 */
import { createStorage, type StoredEntry } from '../../core/storage.ts'
import { FINDINGS, type Finding, type FindingId, found } from '../catalogue.ts'
import { lacks } from '../recording/composition.ts'
import { quietly } from '../recording/look-on.ts'
import type { Observation } from '../recording/observation.ts'
import { shownReason, shownStatus } from '../shown/redact.ts'

/** A pause. Any script of the page can write it, so each member can be anything. */
interface Pause {
  readonly reason?: unknown
  readonly code?: unknown
  readonly retryAt?: unknown
}

/** The finding that explains the failure. Later pages are refused before they could find out. */
const CAUSE_KEY = 'portico.devtools.cause'

// The plugin ignores a pause that would last longer.
const HOUR_MS = 3_600_000

const entries: WeakMap<Observation, StoredEntry> = new WeakMap()

/** The pause as it is stored, whether it is over or not. */
function storedPause(observation: Observation): Pause {
  const entry =
    entries.get(observation) ?? createStorage(observation.kernel.options, 'localStorage').entry('pause', HOUR_MS)
  entries.set(observation, entry)
  return Object(entry.get())
}

/** Remembers in the tab which finding explains the failure that started the pause. */
export function rememberCause(observation: Observation, id: FindingId): void {
  const { window } = observation.kernel
  quietly(() => window.sessionStorage.setItem(CAUSE_KEY, `${storedPause(observation).retryAt} ${id}`))
}

/** The finding that explains the failure before a pause, if this tab knows it. */
function causeOf({ kernel: { window } }: Observation, { retryAt }: Pause): string {
  const [until, id = ''] = `${quietly(() => window.sessionStorage.getItem(CAUSE_KEY))}`.split(' ')
  return until === `${retryAt}` && Object.hasOwn(FINDINGS, id) ? `: ${id}` : ''
}

/** A time of day with its offset from UTC: `14:05:30 GMT+0200`. */
const timeOf = (at: number) => new Date(at).toTimeString().split(' (')[0]

/** The finding of a pause; none when it is over. */
function findingOf(observation: Observation, pause: Pause): Finding | undefined {
  const { reason, code, retryAt } = pause
  const leftMs = Number(retryAt) - Date.now()
  if (!(leftMs > 0 && leftMs <= HOUR_MS)) return
  const failure = [shownReason(reason), shownStatus(code)].filter(Boolean).join(' ')
  const until = `until ${timeOf(Number(retryAt))}, in ${Math.ceil(leftMs / 1000)} s`
  return found('session-paused', `${until}; after ${failure}${causeOf(observation, pause)}`)
}

/** The finding of a call that the pause has refused, and that was not sent. */
export function refusalFinding(observation: Observation): Finding | undefined {
  const { error } = observation.settled ?? {}
  return error?.retryAt ? findingOf(observation, error) : undefined
}

/** The finding of the pause in force, whichever tab started it. */
export function pauseFinding(observation: Observation): Finding | undefined {
  if (lacks(observation.kernel, 'session-pause')) return
  return findingOf(observation, storedPause(observation))
}

/** An ordinary visit of a reader to a page, and what it leaves behind. Whatever script is on the page, it is the same. */
import { Identity } from '../../presets/identity.ts'
import { ADA, optionsFor } from '../support/fixtures.ts'
import type { StrangePage } from './strange-page.ts'

/** What became of a visit. */
export interface Visit {
  userId: string
  /** Events of the first call. */
  events: string[]
  /** Requests of the first call, and of a hundred more. */
  requests: number
  /** Whether the first call has added listeners: else the next two say nothing. */
  hears: boolean
  /** Of which kinds the hundred calls have added listeners. */
  added: string[]
  /** Listeners that are there after `dispose`. */
  left: string[]
  reported: unknown[]
  /** What Node warns of, such as of a leak of listeners. */
  warnings: string[]
}

export const ORDINARY: Partial<Visit> = {
  userId: `${ADA.userId}`,
  events: ['login', 'sessionChange', 'sessionInit', 'statusChange'],
  requests: 1,
  reported: [],
}

export const LEAVES_NOTHING: Partial<Visit> = { hears: true, added: [], left: [], warnings: [] }

const EVENTS = [
  ...['error', 'login', 'logout', 'notLoggedin'],
  ...['sessionChange', 'sessionInit', 'statusChange', 'userChange'],
] as ['login']

const CACHED_CALLS = 100

/** Visits a page: constructs the default import, asks, asks a hundred times more, and disposes. */
export async function visit(page: StrangePage): Promise<Visit> {
  const { listeners, reported } = page
  const warnings: string[] = []
  const onWarning = (warning: Error) => void warnings.push(warning.name)
  process.on('warning', onWarning)
  const identity = new Identity(optionsFor(page))
  try {
    const events: string[] = []
    for (const event of EVENTS) identity.on(event, () => void events.push(event))
    await identity.isLoggedIn()
    const ofFirst = [...events]
    const addedByFirst = listeners.added.length
    const userId = await identity.getUserId()
    for (let call = 1; call < CACHED_CALLS; call += 1) await identity.isLoggedIn()
    const added = [...new Set(listeners.added.slice(addedByFirst))]
    identity.dispose()
    await page.settled?.()
    // Node warns after the promises that are settled by now.
    await new Promise(setImmediate)
    return {
      userId,
      events: ofFirst,
      requests: page.requests(),
      hears: addedByFirst > 0,
      added,
      left: listeners.left(),
      reported,
      warnings,
    }
  } finally {
    identity.dispose()
    process.off('warning', onWarning)
  }
}

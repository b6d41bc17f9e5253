// Wrong passwords and one-time codes, counted for each account and address from which it is tried: so many a minute,
// whatever browser and log-in they come from, and then none is listened to until the minute is over.

import type { Records } from '../../store/records.ts'

const KIND = 'wrong-guesses'
const MOST = 10
const WINDOW_MS = 60_000

interface Count {
  readonly wrong: number
  /** Milliseconds since the Unix epoch. */
  readonly until: number
}

export interface Guesses {
  /** In how many seconds guesses are listened to again; 0 when they are. */
  secondsToWait(uuid: string, address: string): number
  /** One more that was wrong. */
  countWrong(uuid: string, address: string): void
}

export function guesses(records: Records): Guesses {
  const idOf = (uuid: string, address: string): string => `${uuid} ${address}`

  return {
    secondsToWait(uuid, address) {
      const count = records.get<Count>(KIND, idOf(uuid, address))
      if (count === undefined || count.wrong < MOST) return 0
      return Math.ceil((count.until - Date.now()) / 1000)
    },
    countWrong(uuid, address) {
      const id = idOf(uuid, address)
      const { wrong, until } = records.get<Count>(KIND, id) ?? { wrong: 0, until: Date.now() + WINDOW_MS }
      records.put(KIND, id, { wrong: wrong + 1, until }, until - Date.now())
    },
  }
}

// The fault switches of one emulator, and the check of what somebody asks to go wrong. In a file of their own, since the control
// page's script knows the positions, and needs no check.

import { z } from 'zod'
import { problemsIn } from '../unusable-error.ts'
import { ACCESS_FAULTS, type Faults, FEDCM_FAULTS, NO_FAULTS, SESSION_FAULTS } from './faults.ts'

const position = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, { error: `one of ${names.join(', ')}` })
const whole = (least: number, most: number) => {
  const error = `a whole number, ${least} to ${most}`
  return z.int({ error }).min(least, { error }).max(most, { error })
}
const onOrOff = z.boolean({ error: 'true or false' })
const RETRY_AFTER = 'seconds, a date such as "Wed, 07 Jan 2026 00:00:00 GMT", or empty'

const switches = z
  .object({
    session: position(SESSION_FAULTS),
    access: position(ACCESS_FAULTS),
    fedcm: position(FEDCM_FAULTS),
    slowMs: whole(0, 600_000),
    answersPerSecond: whole(1, 100_000),
    retryAfter: z
      .string({ error: RETRY_AFTER })
      .regex(/^(\d{0,9}|\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT)$/, { error: RETRY_AFTER }),
    retryAfterExposed: onOrOff,
    thirdPartyCookiesRefused: onOrOff,
    popupsSevered: onOrOff,
    clockSkewSeconds: z.int({ error: 'a whole number of seconds' }),
  })
  .partial()

/** Thrown for a switch that does not exist, or a position that it does not have. */
export class FaultError extends Error {
  override readonly name: string = 'FaultError'
}

/** The switches of one emulator. */
export interface FaultSwitches {
  readonly current: Faults
  /** When `current.session` was last set; a refresh before that does not count. Milliseconds since the epoch. */
  readonly sessionSince: number
  /** @throws {FaultError} when a name or a value is not one of a switch; then nothing is changed */
  set(wanted: Partial<Faults>): Faults
  reset(): Faults
}

export function faultSwitches(): FaultSwitches {
  let current = NO_FAULTS
  let sessionSince = 0
  return {
    get current() {
      return current
    },
    get sessionSince() {
      return sessionSince
    },
    set(wanted) {
      const unknown = Object.keys(wanted).find((name) => !Object.hasOwn(NO_FAULTS, name))
      if (unknown !== undefined) throw new FaultError(`There is no fault switch "${unknown}".`)
      const problems = problemsIn(switches, wanted)
      if (problems !== undefined) throw new FaultError(problems)
      if (wanted.session !== undefined) sessionSince = Date.now()
      current = { ...current, ...wanted }
      return current
    },
    reset() {
      current = NO_FAULTS
      return current
    },
  }
}

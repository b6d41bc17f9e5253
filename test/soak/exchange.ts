/** What passes between a page and the session service over one question. */
import type { Fault } from './faults.ts'

/** The requests that one question of a page leads to. */
export interface Exchange {
  readonly fault: Fault
  requests: number
  /** Settles when the first request has arrived. */
  readonly arrived: Promise<void>
  /** Lets the answers go that are held back. */
  release(): void
}

/** As the service has it. */
export interface Opened extends Exchange {
  /** Settles when the answers may go. */
  hold?: Promise<void>
  arrive(): void
}

/** Opens one; with `hold`, its answers are kept back. */
export function open(fault: Fault, hold = false): Opened {
  let arrive = () => {}
  let release = () => {}
  const arrived = new Promise<void>((resolve) => void (arrive = resolve))
  const held = hold ? new Promise<void>((resolve) => void (release = resolve)) : undefined
  return { fault, requests: 0, arrived, arrive, release, hold: held }
}

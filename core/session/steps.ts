/**
 * The steps of a session call. Each answers, or asks the next one and does something with what comes. They stand by rank, whatever the
 * order of the plugins. What a step returns is knowledge about the reader; trouble is thrown.
 */
import { check } from '../errors.ts'
import type { Answer, Reading } from './reading.ts'

declare const chain: unique symbol

/** A place in one chain of steps. One of another chain does not fit. */
export type Rank<Known extends Passed = Reading> = number & { readonly [chain]: Known }

/** The ranks of the library's own steps. Another step may stand right beside one: see {@link rankBefore} and {@link rankAfter}. */
export const RANK = {
  /** Sees every call. */
  first: 0 as Rank,
  /** The session that the page's server has handed over. */
  given: 100 as Rank,
  /** What this tab has kept. */
  cache: 200 as Rank,
  /** What other tabs know. */
  tabs: 300 as Rank,
  /** Spares a service in trouble. Here end the steps that pass readings: `session:fetched` comes next. */
  pause: 400 as Rank,
  /** Leaves the page to refresh the session cookie. Here begin the steps that pass answers: see `fetchStep`. */
  refresh: 500 as Rank<Answer>,
  /** A request that a script in the page's head has begun. The library's own request comes next. */
  head: 600 as Rank<Answer>,
}

/** The place right before a rank. @example kernel.fetchStep(rankBefore(RANK.head), (call, next) => next()) */
export const rankBefore = <Place extends number>(rank: Place): Place => (rank - 1) as Place

/** The place right after a rank. @example kernel.step(rankAfter(RANK.cache), (call, next) => next()) */
export const rankAfter = <Place extends number>(rank: Place): Place => (rank + 1) as Place

/** One call for the session. */
export interface SessionCall {
  /** When it began, in milliseconds since the epoch. */
  readonly startedAt: number
  /** A newer answer than one from before this moment is wanted. Where the service is in trouble, an older one will do. */
  readonly wantedSince: number
  /** How it has asked the service; undefined while it has not. A step that begins a request sets it. */
  asked: 'head' | 'network' | undefined
  /**
   * Whether the page is about to be left. A step sets it before it waits for code of the page: whoever asks from then on gets what is known
   * so far, since this call may be waiting for them.
   */
  isLeaving?: boolean
  /** Answers that were asked for before this moment do not count: the user may have changed since. */
  notBefore(): number
  /** The address of the session service for this call. Parameters are added by `url:build`, kind `session`. */
  url(): string
  /** False once the session was cleared: the user may be gone, and the call must change nothing. */
  isCurrent(): boolean
}

/** What passes along a chain: readings, or answers that nobody has read yet. */
type Passed = Reading | Answer

/** One step. @param next asks the step after it */
export type Step<Known extends Passed = Reading> = (call: SessionCall, next: () => Promise<Known>) => Promise<Known>

/** Steps in the order of their ranks. */
export interface Chain<Known extends Passed> {
  /** Adds a step. Of two with the same rank, the later one comes later. */
  step(rank: Rank<Known>, step: Step<Known>): void
  /** Leads a call through all steps. */
  run(call: SessionCall): Promise<Known>
}

/** Makes a chain. @param last is asked where no step has answered */
export function createChain<Known extends Passed>(last: (call: SessionCall) => Promise<Known>): Chain<Known> {
  const steps: { rank: number; step: Step<Known> }[] = []

  return {
    step(rank, step) {
      if (__DEV__)
        check(
          rank < Infinity,
          'argument-invalid',
          'rank is no number. Give one of RANK, or rankBefore or rankAfter one',
        )
      steps.push({ rank, step })
      steps.sort((one, other) => one.rank - other.rank)
    },
    run(call) {
      const runFrom = async (index: number): Promise<Known> =>
        steps[index] ? steps[index].step(call, () => runFrom(index + 1)) : last(call)
      return runFrom(0)
    },
  }
}

/**
 * What findings need to know of session calls: how the latest one ended, and until when the session holds that is known.
 */

import type { SessionResponse } from '../../core/session/result.ts'
import type { Observation } from './observation.ts'
import { observeHook } from './observe-hook.ts'

/** Follows the session calls of a kernel. */
export function followCalls(observation: Observation): void {
  const { kernel } = observation
  /** What the service has answered to the call that is on its way. */
  let response: SessionResponse | undefined

  kernel.use('first', (_call, next) => {
    response = undefined
    return next()
  })
  // Before `refresh`: a redirect comes no further.
  kernel.useFetch({ before: 'head' }, async (_call, next) => {
    response = await next()
    return response
  })
  // Before: whoever looks on afterwards reads it.
  observeHook(
    kernel,
    'session:settled',
    (settled) => {
      observation.ended = { settled, response }
      // Otherwise the session that is known holds for as long as before.
      if (settled.hasLearned) observation.goodUntil = settled.result.expiresAt
    },
    'before',
  )
  observeHook(
    kernel,
    'session:cleared',
    () => {
      observation.goodUntil = undefined
    },
    'before',
  )
}

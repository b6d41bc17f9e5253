/**
 * A session service of so many answers a second: what it cannot do at once waits, what waits takes longer, and what nobody waits for
 * any more is work all the same.
 */
import { SERVICE } from './parameters.mjs'

const IDS = { userId: 101, uuid: 'uuid-1', sp_id: 'sp-1', sdrn: 'sdrn:example:user:101', displayName: 'Ada' }
const SAID = { baseDomain: 'site.example', expiresIn: SERVICE.sessionSeconds }
const NO_SESSION = { ...SAID, result: false, expiresIn: SERVICE.noSessionSeconds }
const NOBODY = { code: 400, type: 'BadRequestException', description: 'No session found' }
const BODIES = {
  200: JSON.stringify({ result: true, userStatus: 'connected', ...SAID, ...IDS }),
  400: JSON.stringify({ error: NOBODY, response: NO_SESSION }),
  503: '<h1>503 Service Unavailable</h1>',
}

/**
 * @param {object} clock the virtual one
 * @param {() => number} random the service's own chance
 * @param {number} perSecond requests that it can answer
 * @param {(what: 'request' | 'done' | 'wasted') => void} count what happens, as it happens
 */
export function createService(clock, random, perSecond, count) {
  const wayMs = SERVICE.roundTripMs / 2
  /** When everything that has come so far is done. */
  let freeAt = 0

  /** When work that has come is done: milliseconds from now, or undefined where too much waits already. */
  const work = () => {
    const waitMs = Math.max(0, freeAt - clock.now)
    if (waitMs > SERVICE.queueSeconds * 1000) return undefined
    freeAt = clock.now + waitMs + 1000 / (service.fault === 'half' ? perSecond / 2 : perSecond)
    return waitMs + SERVICE.workMs
  }

  const service = {
    /** @type {'silent' | '503' | 'restart' | 'half' | undefined} */
    fault: undefined,
    /** Asks for a session. `isGone()` says whether nobody waits any more; `resolve` and `reject` are those of fetch. */
    ask(isLoggedIn, { isGone, resolve, reject }) {
      const answer = (status, ms = 0) =>
        clock.setTimeout(() => isGone() || resolve(new Response(BODIES[status], { status })), ms + wayMs)
      clock.setTimeout(() => {
        count('request')
        if (service.fault === 'silent') return
        if (service.fault === '503') return answer(503)
        if (service.fault === 'restart' && random() < 1 / SERVICE.instances)
          return clock.setTimeout(() => reject(new TypeError('Failed to fetch')), wayMs)
        const ms = work()
        if (ms === undefined) return answer(503)
        clock.setTimeout(() => count(isGone() ? 'wasted' : 'done'), ms)
        answer(isLoggedIn ? 200 : 400, ms)
      }, wayMs)
    },
  }
  return service
}

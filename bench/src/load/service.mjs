/**
 * A session service of so many answers a second: what it cannot do at once waits, what waits takes longer, and what nobody waits for
 * any more is work all the same.
 */
import { SERVICE } from './parameters.mjs'

const IDS = { userId: 101, uuid: 'uuid-1', sp_id: 'sp-1', sdrn: 'sdrn:example:user:101', displayName: 'Ada' }
const SAID = { baseDomain: 'site.example', expiresIn: SERVICE.sessionSeconds }
const NOBODY = { code: 400, type: 'BadRequestException', description: 'No session found' }
const BODIES = {
  200: JSON.stringify({ result: true, userStatus: 'connected', ...SAID, ...IDS }),
  400: JSON.stringify({
    error: NOBODY,
    response: { ...SAID, result: false, expiresIn: SERVICE.noSessionSeconds },
  }),
  503: '<h1>503 Service Unavailable</h1>',
}

// What fetch rejects with; one for all, since a stack for each would take most of the time.
const ABORTED = new DOMException('The request was aborted.', 'AbortError')

const responseOf = (status) => ({
  status,
  ok: status < 300,
  statusText: `${status}`,
  headers: { get: () => null },
  text: async () => BODIES[status],
  json: async () => JSON.parse(BODIES[status]),
})

/**
 * @param {object} clock the virtual one
 * @param {() => number} random the service's own chance
 * @param {number} perSecond requests that it can answer
 * @param {(what: 'request' | 'done' | 'wasted') => void} count what happens, as it happens
 */
export function createService(clock, random, perSecond, count) {
  /** When everything that has come so far is done. */
  let freeAt = 0

  /** What comes of a request that has arrived: a status, after so many milliseconds; or nothing, or a broken connection. */
  const outcome = (isLoggedIn) => {
    const { fault } = service
    if (fault === 'silent') return {}
    if (fault === '503') return { status: 503, ms: 0 }
    if (fault === 'restart' && random() < 1 / SERVICE.instances) return { isBroken: true, ms: 0 }
    const waitMs = Math.max(0, freeAt - clock.now)
    if (waitMs > SERVICE.queueSeconds * 1000) return { status: 503, ms: 0 }
    freeAt = clock.now + waitMs + 1000 / (fault === 'half' ? perSecond / 2 : perSecond)
    return { status: isLoggedIn ? 200 : 400, ms: waitMs + SERVICE.workMs, isWork: true }
  }

  const service = {
    /** @type {'silent' | '503' | 'restart' | 'half' | undefined} */
    fault: undefined,
    /** `fetch` of a page; `waiting` holds what ends each of its requests when the page is left. */
    ask: (isLoggedIn, signal, waiting) =>
      new Promise((resolve, reject) => {
        let isGone = false
        const end = () => {
          signal?.removeEventListener('abort', abort)
          waiting.delete(abort)
        }
        const abort = () => {
          isGone = true
          end()
          reject(ABORTED)
        }
        signal?.addEventListener('abort', abort)
        waiting.add(abort)
        const wayMs = SERVICE.roundTripMs / 2
        clock.setTimeout(() => {
          count('request')
          const { status, ms, isBroken, isWork } = outcome(isLoggedIn)
          if (ms === undefined) return
          if (isWork) clock.setTimeout(() => count(isGone ? 'wasted' : 'done'), ms)
          clock.setTimeout(() => {
            if (isGone) return
            end()
            if (isBroken) reject(new TypeError('Failed to fetch'))
            else resolve(responseOf(status))
          }, ms + wayMs)
        }, wayMs)
      }),
  }
  return service
}

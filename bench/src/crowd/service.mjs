/**
 * A session service of so many answers a second: what it cannot do at once waits, what waits takes longer, and what
 * nobody waits for any more is work all the same.
 */
import { SERVICE } from './parameters.mjs'

const BODIES = {
  200: JSON.stringify({
    result: true,
    userStatus: 'connected',
    baseDomain: 'site.example',
    userId: 101,
    uuid: 'uuid-1',
    sp_id: 'sp-1',
    expiresIn: SERVICE.sessionSeconds,
    displayName: 'Ada',
    sdrn: 'sdrn:example:user:101',
  }),
  400: JSON.stringify({
    error: { code: 400, type: 'BadRequestException', description: 'No session found' },
    response: { result: false, expiresIn: SERVICE.noSessionSeconds, baseDomain: 'site.example' },
  }),
  503: '<h1>503 Service Unavailable</h1>',
}

// What fetch rejects with; one for all, since a stack for each would take most of the time.
const ABORTED = new DOMException('The request was aborted.', 'AbortError')

const responseOf = (status, retryAfter) => ({
  status,
  ok: status < 300,
  statusText: `${status}`,
  headers: { get: (name) => (name === 'retry-after' ? retryAfter : null) },
  text: async () => BODIES[status],
  json: async () => JSON.parse(BODIES[status]),
})

/**
 * @param {object} clock the virtual one
 * @param {() => number} random the service's own chance
 * @param {(what: 'request' | 'done' | 'wasted' | 'refused') => void} count what happens, as it happens
 */
export function createService(clock, random, count) {
  /** When everything that has come so far is done. */
  let freeAt = 0
  const state = {
    trouble: undefined,
    perSecond: Number.POSITIVE_INFINITY,
    queueSeconds: SERVICE.queueSeconds,
    retryAfter: null,
  }

  /** What comes of a request that has arrived: a status, after so many milliseconds; or nothing, or a broken connection. */
  const outcome = (isLoggedIn) => {
    if (state.trouble === 'silent') return {}
    if (state.trouble === 'lost' && random() < SERVICE.lostShare) return {}
    if (state.trouble === '503') return { status: 503, ms: 0 }
    if (state.trouble === 'restart' && random() < 1 / SERVICE.instances) return { isBroken: true, ms: 0 }
    const waitMs = Math.max(0, freeAt - clock.now)
    if (waitMs > state.queueSeconds * 1000) return { status: 503, ms: 0 }
    freeAt = clock.now + waitMs + 1000 / state.perSecond
    return { status: isLoggedIn ? 200 : 400, ms: waitMs + SERVICE.workMs, isWork: true }
  }

  return {
    state,
    /** How one reader's pages reach it. */
    forReader: (isLoggedIn) => ({
      ask: (_url, signal, page) =>
        new Promise((resolve, reject) => {
          let isGone = false
          const give = (act) => {
            signal?.removeEventListener('abort', go)
            page.waiting.delete(go)
            act()
          }
          const go = () => {
            isGone = true
            give(() => reject(ABORTED))
          }
          signal?.addEventListener('abort', go)
          page.waiting.add(go)
          const wayMs = SERVICE.roundTripMs / 2
          clock.setTimeout(() => {
            count('request')
            const { status, ms, isBroken, isWork } = outcome(isLoggedIn)
            if (ms === undefined) return
            clock.setTimeout(() => {
              if (isWork) count(isGone ? 'wasted' : 'done')
              else count('refused')
            }, ms)
            clock.setTimeout(() => {
              if (isGone) return
              give(() =>
                isBroken
                  ? reject(new TypeError('Failed to fetch'))
                  : resolve(responseOf(status, state.retryAfter)),
              )
            }, ms + wayMs)
          }, wayMs)
        }),
    }),
  }
}

/** What goes wrong with session calls, and what the contract says that a page makes of it. */

export interface Trouble {
  /** Status, body and headers in place of what is true. */
  readonly answer?: readonly [status: number, body: string, headers?: Record<string, string>]
  /** The connection breaks in the middle of the answer. */
  readonly cuts?: boolean
  /** What calls fail with. */
  readonly reason: string
  /** Requests that one call makes at most: only where a connection breaks, the page tries again. */
  readonly attempts: number
  /** For how long the service is spared, in milliseconds: at least, and at most. */
  readonly pauseMs: readonly [number, number]
}

const UNSTATED = [2000, 140_000] as const
const answering = (reason: string, ...answer: NonNullable<Trouble['answer']>): Trouble => ({
  answer,
  reason,
  attempts: 1,
  pauseMs: UNSTATED,
})

/** Nothing goes wrong. */
export const WORKS: Trouble = { reason: '', attempts: 1, pauseMs: [0, 0] }

/** While a page has no network. */
export const OFFLINE: Trouble = { cuts: true, reason: 'session-unreachable', attempts: 2, pauseMs: UNSTATED }

const text = (code: number) => JSON.stringify({ error: { code, type: 'FaultException' } })

export const TROUBLES: Readonly<Record<string, Trouble>> = {
  '500': answering('session-unreachable', 500, text(500)),
  '503 in HTML': answering('session-unreachable', 503, '<!doctype html><title>Back soon</title>'),
  '503 for 30 s': {
    ...answering('session-unreachable', 503, text(503), { 'retry-after': '30' }),
    pauseMs: [30_000, 45_000],
  },
  '429': answering('session-refused', 429, ''),
  '404': answering('session-refused', 404, ''),
  'an error in a 200': answering('session-refused', 200, text(2)),
  HTML: answering('session-malformed', 200, '<!doctype html><title>Sign in to the network</title>'),
  empty: answering('session-malformed', 200, ''),
  'a list': answering('session-malformed', 200, '[{"result":true,"userId":666}]'),
  'a redirect elsewhere': answering('redirect-refused', 200, '{"redirectURL":"//evil.localhost/"}'),
  'a cut connection': OFFLINE,
}

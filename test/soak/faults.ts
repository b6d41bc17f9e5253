/**
 * What a session service may do to a call, and what the contract says that it means. One table for both sides: the
 * service serves by it, the model predicts by it.
 */

import type { Failure } from './words.ts'

/** What is sent for one request. */
export type Reply =
  /** What is true of the cookie. */
  | { kind: 'truth'; delayMs?: number }
  | { kind: 'answer'; status: number; body: string; readable?: boolean; headers?: Record<string, string> }
  /** Headers, half a body, and the end of the connection. */
  | { kind: 'cut' }
  /** The end of the connection. */
  | { kind: 'hang up' }
  /** Nothing, for as long as the page waits. */
  | { kind: 'silence' }

/** What the library is to make of it. */
export type Meaning =
  | 'truth'
  | { none: true; lifetimeMs: number }
  /** With how long it says that it holds, or that nobody is to ask again. */
  | { failure: Failure; keptMs?: number; statedMs?: number }
  | { redirect: 'home' | 'abroad' }

export interface Fault {
  readonly name: string
  readonly weight: number
  /** @param attempt from 1 */
  reply(attempt: number): Reply
  readonly meaning: Meaning
  /** Requests that the service sees, at least and at most: browsers try again by themselves on a kept connection. */
  readonly requests: readonly [number, number]
  /** Whether an HTTP answer arrives at all. */
  readonly answered: boolean
  /** How many connections break. */
  readonly breaks?: number
  /** The page is to wait for a short while only. */
  readonly hasty?: boolean
}

const TRUTH: Reply = { kind: 'truth' }
const LIFETIME_MS = 300_000
const ONCE = [1, 1] as const
const TWICE = [2, 2] as const

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  kind: 'answer',
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers,
})
const body = (code: number, response?: object) => ({ error: { code, type: 'FaultException' }, response })

const fault = (name: string, weight: number, reply: Reply, meaning: Meaning): Fault => ({
  name,
  weight,
  reply: () => reply,
  meaning,
  requests: ONCE,
  answered: true,
})

const failing = (
  name: string,
  weight: number,
  reply: Reply,
  reason: string,
  code?: number,
  more: object = {},
): Fault => fault(name, weight, reply, { failure: { reason, code }, ...more })

const malformed = (name: string, body: unknown, status = 200): Fault =>
  failing(name, 0.7, answer(status, body), 'session-malformed')

/** The connection breaks, and so does that of the one more attempt. */
const broken = (name: string, weight: number, reply: Reply, requests: Fault['requests'] = TWICE): Fault => ({
  ...failing(name, weight, reply, 'session-unreachable'),
  requests,
  answered: false,
  breaks: 2,
})

/** The connection breaks once. */
const brokenOnce = (name: string, { reply, ...then }: Fault): Fault => ({
  ...then,
  name,
  requests: TWICE,
  breaks: 1,
  reply: (attempt) => (attempt === 1 ? { kind: 'cut' } : reply(attempt)),
})

/** What says until when nobody is to ask; across origins it is read only where the service lets pages read it. */
const retryAfter = (value: string) => ({
  'retry-after': value,
  'access-control-expose-headers': 'retry-after',
})

/** No fault: the service works. */
export const WORKS: Fault = fault('none', 48, TRUTH, 'truth')

const UNREACHABLE = 'session-unreachable'
const REFUSED = 'session-refused'
const SERVER_ERROR = failing('500', 3, answer(500, body(500)), UNREACHABLE, 500)

export const FAULTS: readonly Fault[] = [
  WORKS,
  fault('slow', 2, { kind: 'truth', delayMs: 25 }, 'truth'),
  { ...brokenOnce('reset once, then well', WORKS), weight: 1.5 },
  { ...brokenOnce('reset once, then 500', SERVER_ERROR), weight: 1 },
  // For an attempt, the browser tries each connection that it has kept, and then a new one. It keeps six, which are gone after that.
  broken('down', 2, { kind: 'hang up' }, [2, 8]),
  broken('reset in the middle of the body', 1, { kind: 'cut' }),
  broken('no CORS headers', 1, { ...answer(200, { result: true, userId: 666 }), readable: false } as Reply),
  {
    ...failing('silent', 2, { kind: 'silence' }, 'timeout'),
    answered: false,
    hasty: true,
  },
  SERVER_ERROR,
  // It says when to ask again, and no page can read it.
  failing(
    '503 in HTML',
    2,
    answer(503, '<!doctype html><title>Back soon</title>', { 'retry-after': '600' }),
    UNREACHABLE,
    503,
  ),
  failing('503 for 30 s', 2, answer(503, body(503), retryAfter('30')), UNREACHABLE, 503, {
    statedMs: 30_000,
  }),
  failing('429 for a day', 1, answer(429, '', retryAfter('86400')), REFUSED, 429, { statedMs: 86_400_000 }),
  fault('400', 3, answer(400, ''), { none: true, lifetimeMs: LIFETIME_MS }),
  fault('400 in a 200', 2, answer(200, body(400, { expiresIn: 45_000 })), { none: true, lifetimeMs: 45_000 }),
  failing('401', 1, answer(401, body(401)), REFUSED, 401),
  failing('404 without a body', 1, answer(404, ''), REFUSED, 404),
  failing('an error in a 200', 1, answer(200, body(2)), REFUSED, 2),
  failing('an error in a 200, for 20 s', 1.5, answer(200, body(2, { expiresIn: 20_000 })), REFUSED, 2, {
    keptMs: 20_000,
  }),
  malformed('HTML', '<!doctype html><title>Sign in to the network</title>'),
  malformed('empty', ''),
  malformed('204', '', 204),
  malformed('null', null),
  malformed('a list', [{ result: true, userId: 666 }]),
  malformed('cut short, and said to be whole', '{"result":true,"userId":66'),
  malformed('text', '"no session"'),
  malformed('larger than any session', { result: true, userId: 666, more: 'x'.repeat(300_000) }),
  fault('asks for a redirect', 4, answer(200, { redirectURL: '/session-refresh?mode=soak' }), {
    redirect: 'home',
  }),
  fault('asks for a redirect elsewhere', 1, answer(200, { redirectURL: '//evil.localhost/' }), {
    redirect: 'abroad',
  }),
]

/** Whether the first attempt ends the call: the library tries again only where the connection breaks. */
export const isFinal = ({ breaks }: Fault): boolean => !breaks

/** Faults of which the library makes one request, and gets an answer. */
export const SINGLE: readonly Fault[] = FAULTS.filter((fault) => isFinal(fault) && fault.answered)

/** Whether the service asks the page to leave for a refresh. */
export const asksToLeave = ({ meaning }: Fault): boolean =>
  typeof meaning === 'object' && 'redirect' in meaning && meaning.redirect === 'home'

/** The one that does. */
export const REDIRECT: Fault = FAULTS.find(asksToLeave) as Fault

/** One by which the service says when to ask again. */
export const TROUBLE: Fault = FAULTS.find(({ name }) => name === '503 for 30 s') as Fault

/** Those that leave the page where it is. */
export const STAYING: readonly Fault[] = SINGLE.filter((fault) => !asksToLeave(fault))

/** What may happen to a call that the head of a page has begun: what ends it, and what another attempt follows. */
export const OF_HEADS: readonly Fault[] = [
  ...SINGLE,
  ...FAULTS.filter(({ name }) => name === 'reset in the middle of the body'),
]

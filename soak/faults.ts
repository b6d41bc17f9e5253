/**
 * What a session service may do to a call, and what the contract says that it means. One table for both sides: the
 * service serves by it, the model predicts by it.
 */

/** What is sent for one request. */
export type Reply =
  /** What is true of the cookie. */
  | { kind: 'truth'; delayMs?: number }
  | { kind: 'answer'; status: number; body: string; type?: string; readable?: boolean }
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
  | { reason: string }
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
  /** The page is to wait for a short while only. */
  readonly hasty?: boolean
}

const TRUTH: Reply = { kind: 'truth' }
export const DEFAULT_LIFETIME_MS = 300_000
const ONCE = [1, 1] as const
const TWICE = [2, 2] as const

const answer = (status: number, body: unknown): Reply => ({
  kind: 'answer',
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const failure = (code: number, response?: object) => ({ error: { code, type: 'FaultException' }, response })

const fault = (
  name: string,
  weight: number,
  reply: Reply,
  meaning: Meaning,
  requests: Fault['requests'] = ONCE,
  answered = true,
): Fault => ({ name, weight, reply: () => reply, meaning, requests, answered })

const malformed = (name: string, body: unknown, status = 200): Fault =>
  fault(name, 1, answer(status, body), { reason: 'session-malformed' })

/** No fault: the service works. */
export const WORKS: Fault = fault('none', 48, TRUTH, 'truth')

const UNREACHABLE = { reason: 'session-unreachable' }
const REFUSED = { reason: 'session-refused' }

export const FAULTS: readonly Fault[] = [
  WORKS,
  fault('slow', 2, { kind: 'truth', delayMs: 25 }, 'truth'),
  {
    ...fault('500 once, then well', 3, TRUTH, 'truth', TWICE),
    reply: (attempt) => (attempt === 1 ? answer(500, failure(500)) : TRUTH),
  },
  fault('down', 3, { kind: 'hang up' }, UNREACHABLE, [2, 4], false),
  fault('reset in the middle of the body', 2, { kind: 'cut' }, UNREACHABLE, [2, 4], false),
  {
    ...fault('silent', 2, { kind: 'silence' }, { reason: 'timeout' }, TWICE, false),
    hasty: true,
  },
  fault(
    'no CORS headers',
    1,
    { ...answer(200, { result: true, userId: 666 }), readable: false } as Reply,
    UNREACHABLE,
    TWICE,
    false,
  ),
  fault('500', 3, answer(500, failure(500)), UNREACHABLE, TWICE),
  fault('503 in HTML', 2, answer(503, '<!doctype html><title>Back soon</title>'), UNREACHABLE, TWICE),
  fault('400', 3, answer(400, ''), { none: true, lifetimeMs: DEFAULT_LIFETIME_MS }),
  fault('400 in a 200', 2, answer(200, failure(400, { expiresIn: 45_000 })), {
    none: true,
    lifetimeMs: 45_000,
  }),
  fault('401', 1, answer(401, failure(401)), REFUSED),
  fault('404 without a body', 1, answer(404, ''), REFUSED),
  fault('an error in a 200', 1, answer(200, failure(2)), REFUSED),
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

/** Faults of which the library makes one request, whatever comes. */
export const SINGLE: readonly Fault[] = FAULTS.filter(
  ({ requests, answered }) => requests[1] === 1 && answered,
)

/** Whether an answer ends the call: the library tries again after those that do not. */
export const isFinal = ({ name }: Fault): boolean => SINGLE.some((fault) => fault.name === name)

/** Whether the service asks the page to leave for a refresh. */
export const asksToLeave = ({ meaning }: Fault): boolean =>
  typeof meaning === 'object' && 'redirect' in meaning && meaning.redirect === 'home'

/** The one that does. */
export const REDIRECT: Fault = FAULTS.find(asksToLeave) as Fault

/** Those that leave the page where it is. */
export const STAYING: readonly Fault[] = SINGLE.filter((fault) => !asksToLeave(fault))

/** What may happen to a call that the head of a page has begun: what ends it, and what another attempt follows. */
export const OF_HEADS: readonly Fault[] = [...SINGLE, ...FAULTS.filter(({ name }) => name === '500')]

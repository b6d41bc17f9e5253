/**
 * The middleware of a session call. Each responds with what it knows, or calls the next one and does something with what comes. It stands
 * at a position by name, whatever the order of the plugins. It returns what is known about the reader. Trouble is thrown.
 */
import { check } from '../errors.ts'
import type { SessionResponse, SessionResult } from './result.ts'

/** The names of the positions whose middleware passes session results, in their order. */
type SessionName =
  /** Sees every call. */
  | 'first'
  /** What the presence cookie says of anonymous readers. */
  | 'presence'
  /** The session that the page's server knows. */
  | 'server'
  /** What this tab has kept. */
  | 'cache'
  /** What other tabs know. */
  | 'tabs'
  /** Spares a service in trouble. The hook `session:fetched` comes next, and the response is read. */
  | 'backoff'

/** The names of the positions whose middleware passes responses that nobody has read, in their order. */
type FetchName =
  /** Leaves the page to refresh the session cookie. */
  | 'refresh'
  /** A request that a script in the page's head has begun. The library's own request comes next. */
  | 'head'

/** A position, or the place right before or after one. */
type Position<Name extends string> = Name | { readonly before: Name } | { readonly after: Name }

/** Where middleware stands that passes session results: see `kernel.use`. */
export type SessionPosition = Position<SessionName>

/** Where middleware stands that passes responses: see `kernel.useFetch`. */
export type FetchPosition = Position<FetchName>

export const SESSION_NAMES: readonly SessionName[] = ['first', 'presence', 'server', 'cache', 'tabs', 'backoff']
export const FETCH_NAMES: readonly FetchName[] = ['refresh', 'head']

/** One call for the session. */
export interface SessionCall {
  /** When it began, in milliseconds since the epoch. */
  readonly startedAt: number
  /** A response from this moment or later is wanted. Where the service is in trouble, an older one will do. */
  readonly freshSince: number
  /** How it has asked the service; undefined while it has not. Middleware that begins a request sets it. */
  asked: 'head' | 'network' | undefined
  /**
   * Whether the page is about to be left. Middleware sets it before it waits for code of the page: whoever asks from then on gets what is known
   * so far, since this call may be waiting for them.
   */
  isLeaving?: boolean
  /** What was asked for before this moment does not count: the user may have changed since. */
  invalidatedAt(): number
  /** The address of the session service for this call. Parameters are added by `url:build`, kind `session`. */
  url(): string
  /** False once the session was cleared: the user may be gone, and the call must change nothing. */
  isCurrent(): boolean
}

/** What passes along a chain: session results, or responses that nobody has read yet. */
type Passed = SessionResult | SessionResponse

/** What stands in the chain of a session call. @param next calls what stands after it */
export type Middleware<Known extends Passed = SessionResult> = (
  call: SessionCall,
  next: () => Promise<Known>,
) => Promise<Known>

/** Middleware in the order of its positions. */
export interface Chain<Known extends Passed, Name extends string> {
  /** Adds middleware. Of two at the same position, the later one comes later. */
  use(position: Position<Name>, middleware: Middleware<Known>): void
  /** Leads a call through the chain. */
  run(call: SessionCall): Promise<Known>
}

/** The order of a position: the index of its name, or a half beside it. */
function orderOf<Name extends string>(names: readonly Name[], position: Position<Name>): number {
  const { before, after }: { before?: Name; after?: Name } = Object(position)
  const name = before ?? after ?? (position as Name)
  if (__DEV__)
    check(
      names.includes(name),
      'argument-invalid',
      `the position is none of ${names.join(', ')}. Give one of them, or { before } or { after } one`,
    )
  return names.indexOf(name) + (before ? -0.5 : after ? 0.5 : 0)
}

/** Makes a chain. @param names are those of its positions, in their order. @param last is called where no middleware has responded */
export function createChain<Known extends Passed, Name extends string>(
  names: readonly Name[],
  last: (call: SessionCall) => Promise<Known>,
): Chain<Known, Name> {
  const chain: { order: number; middleware: Middleware<Known> }[] = []

  return {
    use(position, middleware) {
      chain.push({ order: orderOf(names, position), middleware })
      chain.sort((one, other) => one.order - other.order)
    },
    run(call) {
      const runFrom = async (index: number): Promise<Known> =>
        chain[index] ? chain[index].middleware(call, () => runFrom(index + 1)) : last(call)
      return runFrom(0)
    },
  }
}

/**
 * The middleware of a session call. Each responds with what it knows, or calls the next one and does something with what comes. It stands
 * at a position by name, whatever the order of the plugins. It returns what is known about the reader. Trouble is thrown.
 */
import { check } from '../errors.ts'
import type { SessionResponse, SessionResult } from './result.ts'

/** The names of the positions whose middleware passes session results, in their order. */
export type SessionName =
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
export type FetchName =
  /** Leaves the page to refresh the session cookie. */
  | 'refresh'
  /** A request that a script in the page's head has begun. */
  | 'head'
  /** The library's own request comes next. */
  | 'network'

/** A position, or the place right before one. */
type Position<Name extends string> = Name | { readonly before: Name }

/** Where middleware stands that passes session results: see `kernel.use`. */
export type SessionPosition = Position<SessionName>

/** Where middleware stands that passes responses: see `kernel.useFetch`. */
export type FetchPosition = Position<FetchName>

// The place of a name in this text is its order. One text serves the two chains: no name is in both, and none is a part of another.
const NAMES = 'first presence server cache tabs backoff refresh head network'

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

/** Makes a chain. @param last is called where no middleware has responded */
export function createChain<Known extends Passed, Name extends string>(
  last: (call: SessionCall) => Promise<Known>,
): Chain<Known, Name> {
  const chain: { order: number; run: Middleware<Known> }[] = []

  return {
    use(position, run) {
      if (__DEV__)
        check(
          NAMES.split(' ').includes(Object(position).before ?? position),
          'argument-invalid',
          `there is no such position. Give first, presence, server, cache, tabs, backoff, refresh, head or network, or { before: 'cache' } for the place before it`,
        )
      const { before } = position as { before?: Name }
      const order = NAMES.indexOf(before ?? (position as Name))
      // Names have more than one letter: the place before a name is that of no other one.
      chain.push({ order: before ? order - 1 : order, run })
      chain.sort((one, other) => one.order - other.order)
    },
    run(call) {
      const runFrom = async (index: number): Promise<Known> =>
        chain[index] ? chain[index].run(call, () => runFrom(index + 1)) : last(call)
      return runFrom(0)
    },
  }
}

/**
 * What a script of the page's server has left on the window: a session call that it has begun, or the session that the server
 * knows.
 */
import type { BrowserWindow, ResolvedOptions } from '../../core/options.ts'
import { readSession } from '../../core/session/result.ts'
import type { Session } from '../../core/session/types.ts'

/** What a script has begun: the address, when it asked, the response on its way, and what ends the request. */
export type BegunCall = readonly [
  url: string,
  startedAt: number,
  response: Promise<Response>,
  controller?: AbortController,
]
/**
 * What the server knows: the client (empty: the first identity that looks takes it), when the session expires, the session, and when the
 * server has made the script.
 */
export type ServerSession = readonly [clientId: string, expiresAt: number, session: Session, madeAt?: number]

/** A window with the global of that script. */
export type HeadWindow = BrowserWindow & { porticoHead?: unknown }

/** What was left. An element of the page may have the name as its id. */
const readHead = ({ porticoHead }: HeadWindow): BegunCall | ServerSession | undefined =>
  Array.isArray(porticoHead) ? (porticoHead as unknown as BegunCall | ServerSession) : undefined

const isBegunCall = (head: BegunCall | ServerSession): head is BegunCall => 'then' in head[2]

/** The session call that a script has begun. */
export function begunCallIn(window: HeadWindow): BegunCall | undefined {
  const head = readHead(window)
  if (head && isBegunCall(head)) return head
}

/** The session that the page's server has put into the page for this client. It may be over by now. */
export function serverSessionIn({ window, clientId }: ResolvedOptions): ServerSession | undefined {
  const head = readHead(window)
  if (!head || isBegunCall(head) || (head[0] && head[0] !== clientId)) return
  const [client, expiresAt, body, madeAt] = head
  // It is read once: whoever looks again finds the same object.
  const session = Object.isFrozen(body) ? body : (readSession(body) as Session)
  const given: ServerSession = [client, expiresAt, session, madeAt]
  ;(window as HeadWindow).porticoHead = given
  return given
}

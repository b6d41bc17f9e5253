// A session begins: in the place of the one that the browser had, and the user is the publisher's from then on.

import type { Context } from 'hono'
import type { EmulatorContext } from '../context.ts'
import type { Publisher } from '../publishers.ts'
import { sessionIdOf, setSessionCookie } from './session-cookie.ts'
import type { LoggedIn } from './tokens.ts'

const LIFETIME_MS = 8 * 3_600_000

export function beginSession(
  c: Context,
  { store }: EmulatorContext,
  { merchantId }: Publisher,
  { uuid, sid, clientId }: LoggedIn,
): void {
  const earlier = sessionIdOf(c)
  if (earlier !== undefined) store.siteSessions.end(earlier)
  store.users.connect(uuid, merchantId)
  setSessionCookie(c, store.siteSessions.start(clientId, uuid, sid, LIFETIME_MS))
}

// Log-out, second half: a publisher's session service has ended its own session and sends the browser here, with
// a one-time ticket, to end the single sign-on session as well. The ticket knows where the browser goes next.

import { randomBytes } from 'node:crypto'
import type { EmulatorContext } from '../context.ts'
import { ACCOUNT_HOST, originOf } from '../hosts.ts'

const KIND = 'logout-ticket'
const LIFETIME_MS = 60_000

/** Where a session service sends the browser to log out here too. */
export function endSessionUrl({ store, address }: EmulatorContext, next: string): string {
  const ticket = randomBytes(24).toString('base64url')
  store.records.put(KIND, ticket, next, LIFETIME_MS)
  return `${originOf(ACCOUNT_HOST, address)}/end-session?ticket=${ticket}`
}

/** Where the browser goes after log-out, or undefined when the ticket is not one of ours. */
export function takeEndSessionTicket({ store }: EmulatorContext, ticket: string): string | undefined {
  return store.records.take<string>(KIND, ticket)
}

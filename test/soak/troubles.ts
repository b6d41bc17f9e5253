/** What goes wrong with session calls, and what the contract says that a page makes of it. */
import type { OutgoingHttpHeaders } from 'node:http'

/** Status, body and headers of a response. */
export type Response = readonly [status: number, body: string, headers?: OutgoingHttpHeaders]

export interface Trouble {
  /** What calls are answered by in place of what is true. */
  readonly answer?: Response | undefined
  /** Requests that one call makes at most: only where a connection breaks, the page tries again. */
  readonly attempts: number
  /** For how long the service is spared at least, in milliseconds. */
  readonly backoffMs: number
}

const trouble = (answer?: Response, attempts = 1, backoffMs = 2000): Trouble => ({
  answer,
  attempts,
  backoffMs,
})

/** Nothing goes wrong. */
export const WORKS: Trouble = trouble(undefined, 1, 0)
/** A page has no network. */
export const OFFLINE: Trouble = trouble(undefined, 2)

const fault = (code: number) => JSON.stringify({ error: { code, type: 'FaultException' } })
const CUT = { 'content-length': '1000', connection: 'close' }

export const TROUBLES: Readonly<Record<string, Trouble>> = {
  '500': trouble([500, fault(500)]),
  '503 in HTML': trouble([503, '<!doctype html><title>Back soon</title>']),
  '503 for 30 s': trouble([503, fault(503), { 'retry-after': '30' }], 1, 30_000),
  '429': trouble([429, '']),
  '404': trouble([404, '']),
  'an error in a 200': trouble([200, fault(2)]),
  HTML: trouble([200, '<!doctype html><title>Sign in to the network</title>']),
  empty: trouble([200, '']),
  'a list': trouble([200, '[{"result":true,"userId":666}]']),
  // It is no outage: the service is not spared.
  'a redirect elsewhere': trouble([200, '{"redirectURL":"//evil.localhost/"}'], 1, 0),
  'a cut connection': trouble([200, '{"result":true,"userId":666', CUT], 2),
}

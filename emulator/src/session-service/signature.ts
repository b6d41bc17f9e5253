// The check of `sig` and `sp_id`, as a publisher's server does it.

import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Checks what the session service has signed: an HMAC-SHA-256 over the encoded payload, a dot, and the payload as base64url-encoded JSON.
 *
 * @returns the payload, or undefined when the signature is not ours
 */
export function verify<T = Record<string, unknown>>(key: string, signed: string): T | undefined {
  const [signature = '', encoded = '', ...rest] = signed.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = createHmac('sha256', key).update(encoded).digest()
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
    return undefined
  return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as T
}

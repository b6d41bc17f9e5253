// The signed things in a session answer: `sig` and `sp_id`, and the pairwise identifier. All are HMAC-SHA-256
// under one key, told apart by what is signed.

import { createHmac, timingSafeEqual } from 'node:crypto'

function hmac(key: string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** An HMAC-SHA-256 over the encoded payload, a dot, and the payload as base64url-encoded JSON. */
export function sign(key: string, payload: unknown): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${hmac(key, encoded).toString('base64url')}.${encoded}`
}

/**
 * Checks what {@link sign} made, as a publisher's server does with `sig` and with the SP_ID cookie.
 *
 * @returns the payload, or undefined when the signature is not ours
 */
export function verify<T = Record<string, unknown>>(key: string, signed: string): T | undefined {
  const [signature = '', encoded = '', ...rest] = signed.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = hmac(key, encoded)
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
    return undefined
  return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as T
}

/** The pairwise identifier of a user at a merchant: stable there, and unrelated to the one anywhere else. */
export function pairId(key: string, merchantId: number, uuid: string): string {
  return hmac(key, `pair:${merchantId}:${uuid}`).toString('hex')
}

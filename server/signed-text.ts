/**
 * A JSON value and its HMAC SHA-256 as one text, `<signature>.<payload>`, both base64url: the form of a session's `sig`. The
 * payload is signed as it is encoded, so nothing is parsed before the signature is known to be right.
 */
import { bytesOf, fromBase64Url, toBase64Url } from './text-encoding.ts'

/** 32 bytes in the one right spelling, a dot, and a payload of bounded length. */
const SIGNED = /^([\w-]{42}[AEIMQUYcgkosw048])\.([\w-]{2,65536})$/

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** What a payload is signed for; empty for `sig`. No payload holds a colon, so none passes for one of another purpose. */
export type Purpose = '' | `${string}:`

const keyOf = (secret: string, usage: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', bytesOf(secret), HMAC, false, [usage])

/** The HMAC of a text, as base64url. */
export async function macOf(text: string, secret: string): Promise<string> {
  const mac = await crypto.subtle.sign(HMAC, await keyOf(secret, 'sign'), bytesOf(text))
  return toBase64Url(new Uint8Array(mac))
}

/** Signs a value. */
export async function signText(value: unknown, secret: string, purpose: Purpose = ''): Promise<string> {
  const payload = toBase64Url(bytesOf(JSON.stringify(value)))
  return `${await macOf(purpose + payload, secret)}.${payload}`
}

/**
 * Opens a signed text, whatever it is.
 *
 * @returns the value; `malformed` when the text has another form or holds no JSON object, `forged` when it was made without the
 * secret, or for another purpose
 */
export async function openText(
  text: unknown,
  secret: string,
  purpose: Purpose = '',
): Promise<'malformed' | 'forged' | Readonly<Record<string, unknown>>> {
  const [, signature = '', payload = ''] = (typeof text === 'string' && SIGNED.exec(text)) || []
  if (!payload) return 'malformed'
  // The runtime compares in constant time. A comparison of texts would tell an attacker how much of it is right.
  const key = await keyOf(secret, 'verify')
  const isOurs = await crypto.subtle.verify(HMAC, key, fromBase64Url(signature), bytesOf(purpose + payload))
  if (!isOurs) return 'forged'
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const value = JSON.parse(decoder.decode(fromBase64Url(payload)))
    return value && typeof value === 'object' && !Array.isArray(value) ? value : 'malformed'
  } catch {
    return 'malformed'
  }
}

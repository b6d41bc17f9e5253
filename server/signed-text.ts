/**
 * A JSON value and its HMAC SHA-256 as one text, `<signature>.<payload>`, both base64url: the form of a session's `sig`. The
 * signature is that of the payload as it is encoded, so nothing is parsed before it is known whose it is.
 */
import { bytesOf, fromBase64Url, toBase64Url } from './text-encoding.ts'

/** 32 bytes in their one spelling, a dot, and a payload that is not endless. */
const SIGNED = /^([\w-]{42}[AEIMQUYcgkosw048])\.([\w-]{2,65536})$/

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** What a payload is signed for, where it is not `sig`. No payload holds a colon, so none passes for one of another purpose. */
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
 * The value in a signed text, whatever the text is: `malformed` when it has not this form or holds no JSON object, `forged` when
 * somebody without the secret made it, or for another purpose.
 */
export async function openText(
  text: unknown,
  secret: string,
  purpose: Purpose = '',
): Promise<'malformed' | 'forged' | Readonly<Record<string, unknown>>> {
  const [, signature = '', payload = ''] = (typeof text === 'string' && SIGNED.exec(text)) || []
  if (!payload) return 'malformed'
  // In constant time, by the runtime.
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

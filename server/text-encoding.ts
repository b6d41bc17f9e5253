/**
 * Text as bytes and as base64url (RFC 4648, section 5, without padding), by what every JavaScript runtime has.
 */

/** Text as UTF-8. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Bytes as base64url. */
export function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The bytes of base64url. @throws when it is none */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (char) => char.charCodeAt(0))
}

/** Text that nobody can guess. */
export const randomText = (bytes: number): string => toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)))

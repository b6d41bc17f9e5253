// Hashes and signatures, by `node:crypto`, which Deno, Bun and workers have as well. Each response needs several, synchronously.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** SHA-256, as base64url. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** HMAC SHA-256. */
export const hmac = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Text that nobody can guess, of so many bytes, as base64url. */
export const randomText = (bytes: number): string => randomBytes(bytes).toString('base64url')

/** Compares two texts in constant time. */
export function safeEqual(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/** A value as text that its secret has signed, `<signature>.<payload>`, both base64url: the form of a session's `sig`. */
export function signed(secret: string, value: unknown): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${hmac(secret, payload).toString('base64url')}.${payload}`
}

/** Signs as a session service does, by another implementation than the one under test. */
import { createHmac } from 'node:crypto'

/** A `sig`. @param payload text is signed as it is, anything else as JSON */
export function signPayload(payload: unknown, secret: string): string {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const encoded = Buffer.from(text).toString('base64url')
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`
}

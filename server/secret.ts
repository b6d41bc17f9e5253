/**
 * Checks of the secrets that a server is configured with.
 */
import { checkArgument } from '../core/errors.ts'

const SHORTEST = 32

/** What becomes of a variable that was never set, where something has made text of it. */
const UNSET = /^["'\s]*(undefined|null|none|nan|true|false|\[object object\])?["'\s]*$/i

/** Whether a secret is blank, or text such as `undefined`. Everybody could guess it. */
export const looksEmpty = (secret: unknown): boolean => UNSET.test(`${secret}`)

/** Checks a secret; nothing of it is in the error. @throws {SDKError} `argument-invalid` when it is too short to be one */
export function checkSecret(secret: unknown, name: string): asserts secret is string {
  const isMissing = looksEmpty(secret)
  const isLong = typeof secret === 'string' && secret.trim().length >= SHORTEST
  checkArgument(
    isLong && !isMissing,
    `${name} is ${isMissing ? 'missing' : 'too short'}. Give ${SHORTEST} characters or more, such as openssl rand -base64 48 prints`,
  )
}

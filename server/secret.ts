/**
 * Secrets of the server's own.
 */
import { checkArgument } from '../core/errors.ts'

const SHORTEST = 32

/** Checks a secret; nothing of it is in the error. @throws {SDKError} `argument-invalid` when it is too short to be one */
export function checkSecret(secret: unknown, name: string): asserts secret is string {
  checkArgument(
    typeof secret === 'string' && secret.length >= SHORTEST,
    `${name} is ${secret ? 'too short' : 'missing'}, give ${SHORTEST} characters or more, such as openssl rand -base64 48 prints`,
  )
}

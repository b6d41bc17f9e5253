/**
 * Small checks shared by everything that takes input from a page. A message names the field, says what kind of
 * value came, and what to give instead; the value itself is quoted only where it cannot be a secret.
 */
import { SDKError } from './errors.ts'

/** The kind of a value in words: `a number`, `an empty string`, `nothing`. */
export function kindOf(value: unknown): string {
  if (value == null) return 'nothing'
  if (value === '') return 'an empty string'
  const kind = Array.isArray(value) ? 'array' : typeof value
  return `${/^[aou]/.test(kind) ? 'an' : 'a'} ${kind}`
}

/** A short string in quotes, anything else as its kind. For values that cannot be secrets. */
export function quote(value: unknown): string {
  return typeof value === 'string' && value ? JSON.stringify(value.slice(0, 80)) : kindOf(value)
}

/** The error for a wrong option. */
export function invalidOption(name: string, value: unknown, fix: string): SDKError {
  return new SDKError('option-invalid', `Option ${name} is ${kindOf(value)}: give ${fix}.`)
}

/** The error for a wrong argument of a method. */
export function invalidArgument(name: string, value: unknown, fix: string): SDKError {
  return new SDKError('argument-invalid', `${name} is ${quote(value)}: give ${fix}.`)
}

// One pattern first, because `new URL` forgives what must not be forgiven here: tabs, newlines and
// backslashes inside, credentials before the host, a wildcard in it. A fragment is banned by RFC 6749, 3.1.2.
const HTTP_URL = /^https?:\/\/[^\s\\\p{Cc}@*/?#]+([/?][^\s\\\p{Cc}#]*)?$/iu

/** What {@link isHttpUrl} asks for, in words. */
export const HTTP_URL_FIX = 'an absolute http or https URL without credentials, wildcard or fragment'

/** True for an absolute http(s) URL that a browser may be sent to. */
export function isHttpUrl(value: unknown): value is string {
  try {
    return typeof value === 'string' && HTTP_URL.test(value) && new URL(value) !== null
  } catch {
    return false
  }
}

/** True for an object made of plain members: no array, no null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

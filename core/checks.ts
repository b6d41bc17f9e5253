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
  return (/^[aou]/.test(kind) ? 'an ' : 'a ') + kind
}

/** Throws `option-invalid` unless `ok`. */
export function checkOption(ok: unknown, name: string, value: unknown, fix: string): asserts ok {
  if (!ok) throw new SDKError('option-invalid', `Option ${name} is ${kindOf(value)}: give ${fix}.`)
}

/** Throws `option-invalid` unless the option is a function, or not given. */
export function checkFunctionOption(name: string, value: unknown): void {
  checkOption(value == null || typeof value === 'function', name, value, 'a function, or leave it out')
}

/**
 * Throws `argument-invalid` unless `ok`. The start of a string is quoted, unless it has the marks by which a URL holds
 * credentials, a query or a fragment. Call it for values that cannot be secrets.
 */
export function checkArgument(ok: unknown, name: string, value: unknown, fix: string): asserts ok {
  if (ok) return
  const isQuotable = typeof value === 'string' && /^[^@?#]+$/.test(value)
  const shown = isQuotable ? JSON.stringify(value.slice(0, 80)) : kindOf(value)
  throw new SDKError('argument-invalid', `${name} is ${shown}: give ${fix}.`)
}

// Patterns first, because `new URL` forgives what must not be forgiven here: tabs, newlines and backslashes inside,
// credentials before the host, a wildcard in it. A fragment is banned by RFC 6749, 3.1.2. Two, of plain ranges,
// since a browser takes its time to compile a Unicode class, and each page view pays for it.
const HTTP_URL = /^https?:\/\/[^\s\\@*/?#]+([/?][^\s\\#]*)?$/i
const WITHOUT_CONTROLS = /^[!-~\xa0-\uffff]+$/

/** What {@link isHttpUrl} asks for, in words. */
export const HTTP_URL_FIX = 'an absolute http(s) URL without credentials, wildcard or fragment'

/** True for an absolute http(s) URL that a browser may be sent to. */
export function isHttpUrl(value: unknown): value is string {
  try {
    // The parsed host besides, since `%2a` and a full-width asterisk are wildcards only once they are parsed.
    return (
      typeof value === 'string' &&
      HTTP_URL.test(value) &&
      WITHOUT_CONTROLS.test(value) &&
      !new URL(value).host.includes('*')
    )
  } catch {
    return false
  }
}

/** Checks a URL that others are built on: a query would end up in the middle of them. */
export function checkBaseUrl(name: string, value: unknown): void {
  checkOption(isHttpUrl(value) && !value.includes('?'), name, value, `${HTTP_URL_FIX}, and without query`)
}

/** True for an object made of plain members: no array, no null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

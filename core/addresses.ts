/**
 * Which addresses may be given: those that others are built on, and those that a service sends the browser back to.
 */

// Addresses are tested in small letters: a slow phone takes long to compile an expression that ignores case.
// `new URL` accepts what must not stand in an address that others are built on: backslashes, and credentials before the host. A
// query would end up in the middle of them.
export const BASE_URL: RegExp = /^https?:\/\/[^\s\\@*/?#]+(\/[^\s\\?#]*)?$/
export const A_BASE_URL = 'an http(s) URL without credentials, wildcard, query or fragment'

/** Whether a service may send the browser back to an address, if it is registered there. The library itself never goes to it. */
export const isReturnUri = (value: unknown): boolean =>
  typeof value === 'string' && /^(?!(javascript|data|vbscript|blob|file):)[a-z][a-z\d+.-]*:/.test(value.toLowerCase())
export const A_RETURN_URI = 'an absolute URL that does not begin with javascript:, data:, vbscript:, blob: or file:'

/**
 * What `enableVarnishCookie` is called with.
 */
import { checkArgument } from './failure.ts'
import type { VarnishCookieOptions } from './types.ts'

/** Reads it. A number that is no integer, and whatever else is no object, counts as nothing given. @throws {SDKError} `argument-invalid` */
export function varnishCookie(given?: number | VarnishCookieOptions): { expiresIn: number; domain?: string } {
  const options: VarnishCookieOptions =
    typeof given === 'object' ? given : { expiresIn: Number.isInteger(given) ? given : 0 }
  const expiresIn = options.expiresIn || 0
  checkArgument(Number.isInteger(expiresIn), `'expiresIn' must be an integer`)
  checkArgument(expiresIn >= 0, `'expiresIn' cannot be negative`)
  return { expiresIn, domain: options.domain || undefined }
}

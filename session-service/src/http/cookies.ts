// The cookies of the service. A sibling host may set cookies of any name for the domain that both share. So the names here have the
// prefix `__Host-` (RFC 6265bis, section 4.1.3.2): browsers accept such a cookie from its own host alone. WebKitGTK does not.

import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'

/** A cookie that a browser has sent. */
export interface SentCookie {
  readonly name: string
  /** Of the header `Cookie`, name and value. */
  readonly bytes: number
}

/** Cookies of one service. */
export interface Cookies {
  get(c: Context, name: string): string | undefined
  set(c: Context, name: string, value: string, maxAgeSeconds: number): void
  delete(c: Context, name: string): void
  /** The cookies whose names have this prefix, the oldest first, as browsers send them. */
  withPrefix(c: Context, start: string): SentCookie[]
}

/** `Max-Age` in seconds. Browsers keep no cookie for longer than 400 days, and Hono refuses to ask for more. */
export const maxAgeOf = (seconds: number): number => Math.min(Math.max(1, Math.floor(seconds)), 400 * 86_400)

const ATTRIBUTES = { path: '/', httpOnly: true, secure: true, sameSite: 'Lax' } as const
const PREFIX = '__Host-'

/** The header `Cookie`, cookie by cookie. A parser of the whole header returns only the first of two cookies of one name. */
const pairsIn = (c: Context): string[] => (c.req.header('cookie') ?? '').split(';')

/** All values that the browser has sent under a name. Each host of the domain, and each path of a host, may have set one. */
export const valuesOf = (c: Context, name: string): string[] =>
  pairsIn(c).flatMap((pair) => parse(pair, name)[name] ?? [])

/**
 * @param isSecure whether the service is on https. On plain http under `localhost`, WebKit keeps no `Secure` cookies: it gets cookies
 * without `Secure` and without the prefix
 */
export function cookiesOf(isSecure: boolean): Cookies {
  const keepsPrefix = (c: Context): boolean =>
    // Chromium's user agent names a WebKit too, frozen at this version.
    isSecure || !/AppleWebKit\/(?!537\.36)/.test(c.req.header('user-agent') ?? '')

  function set(c: Context, name: string, value: string, maxAge: number): void {
    const ours = keepsPrefix(c)
      ? ({ ...ATTRIBUTES, prefix: 'host' } as const)
      : { ...ATTRIBUTES, secure: false }
    setCookie(c, name, value, { ...ours, maxAge })
  }

  return {
    get(c, name) {
      const [value, another] = valuesOf(c, keepsPrefix(c) ? PREFIX + name : name)
      // In a browser that ignores the prefix, a second cookie shows that another host has set one. Neither is trusted.
      return another === undefined ? value : undefined
    },
    set(c, name, value, maxAgeSeconds) {
      set(c, name, value, maxAgeOf(maxAgeSeconds))
    },
    delete(c, name) {
      set(c, name, '', 0)
    },
    withPrefix(c, start) {
      const prefix = keepsPrefix(c) ? PREFIX : ''
      const ours = pairsIn(c).filter((pair) => pair.includes(prefix + start))
      const named = ours.flatMap((pair) =>
        Object.keys(parse(pair)).map((name) => [name, pair.length] as const),
      )
      const byName = new Map(named.filter(([name]) => name.startsWith(prefix + start)))
      return [...byName].map(([name, bytes]) => ({ name: name.slice(prefix.length), bytes }))
    },
  }
}

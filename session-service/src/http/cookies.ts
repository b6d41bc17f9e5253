// The cookies of the service. A host beside this one may set cookies of any name for the domain that they share. So these have the
// prefix `__Host-` (RFC 6265bis, section 4.1.3.2): browsers take such a cookie from its own host alone, but for WebKitGTK.

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
  drop(c: Context, name: string): void
  /** Those whose names begin so, the oldest first, as browsers send them. */
  thoseOf(c: Context, start: string): SentCookie[]
}

/** Browsers keep no cookie for longer than 400 days, and Hono refuses to ask for more. */
export const mostSeconds = (seconds: number): number =>
  Math.min(Math.max(1, Math.floor(seconds)), 400 * 86_400)

const ATTRIBUTES = { path: '/', httpOnly: true, secure: true, sameSite: 'Lax' } as const
const PREFIX = '__Host-'

/** The header `Cookie`, cookie by cookie: of two of one name, a parser of the whole gives the first alone. */
const pairsIn = (c: Context): string[] => (c.req.header('cookie') ?? '').split(';')

/** All values that the browser has sent under a name: hosts of one domain, and paths of one host, may each have set one. */
export const valuesOf = (c: Context, name: string): string[] =>
  pairsIn(c).flatMap((pair) => parse(pair, name)[name] ?? [])

/**
 * @param isSecure whether the service is on https. On plain http under `localhost`, WebKit keeps no `Secure` cookies, and gets them
 * without the prefix
 */
export function cookiesOf(isSecure: boolean): Cookies {
  const keepsPrefix = (c: Context): boolean =>
    // Chromium names a WebKit too, and will for ever name this one.
    isSecure || !/AppleWebKit\/(?!537\.36)/.test(c.req.header('user-agent') ?? '')

  function set(c: Context, name: string, value: string, maxAge: number): void {
    const ours = keepsPrefix(c)
      ? ({ ...ATTRIBUTES, prefix: 'host' } as const)
      : { ...ATTRIBUTES, secure: false }
    setCookie(c, name, value, { ...ours, maxAge })
  }

  return {
    get(c, name) {
      const [value, twin] = valuesOf(c, keepsPrefix(c) ? PREFIX + name : name)
      // Where a browser does not heed the prefix, all that can be seen is that somebody else has set one too.
      return twin === undefined ? value : undefined
    },
    set(c, name, value, maxAgeSeconds) {
      set(c, name, value, mostSeconds(maxAgeSeconds))
    },
    drop(c, name) {
      set(c, name, '', 0)
    },
    thoseOf(c, start) {
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

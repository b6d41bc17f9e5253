// The cookies of the service. A host beside this one may set cookies of any name for the domain that they share. So these have the
// prefix `__Host-` (RFC 6265bis, section 4.1.3.2): browsers take such a cookie from its own host alone, but for WebKitGTK.

import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

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

/**
 * @param isSecure whether the service is on https. On plain http under `localhost`, WebKit keeps no `Secure` cookies, and gets them
 * without the prefix
 */
export function cookiesOf(isSecure: boolean): Cookies {
  const keepsPrefix = (c: Context): boolean =>
    // Chromium names a WebKit too, and will for ever name this one.
    isSecure || !/AppleWebKit\/(?!537\.36)/.test(c.req.header('user-agent') ?? '')

  function attributes(c: Context) {
    return keepsPrefix(c) ? ({ ...ATTRIBUTES, prefix: 'host' } as const) : { ...ATTRIBUTES, secure: false }
  }

  // Spaces and tabs alone are taken off, as browsers do (RFC 6265, section 5.2): `trim` would make another host's name one of ours.
  function cookiesIn(c: Context): SentCookie[] {
    const pairs = (c.req.header('cookie') ?? '').split(';')
    return pairs.map((pair) => {
      const [name = ''] = pair.split('=')
      return { name: name.replace(/^[ \t]+|[ \t]+$/g, ''), bytes: pair.length }
    })
  }

  return {
    get(c, name) {
      const wanted = keepsPrefix(c) ? PREFIX + name : name
      // Where a browser does not heed the prefix, all that can be seen is that somebody else has set one too.
      return cookiesIn(c).filter((given) => given.name === wanted).length > 1
        ? undefined
        : getCookie(c, wanted)
    },
    set(c, name, value, maxAgeSeconds) {
      setCookie(c, name, value, { ...attributes(c), maxAge: mostSeconds(maxAgeSeconds) })
    },
    drop(c, name) {
      deleteCookie(c, name, attributes(c))
    },
    thoseOf(c, start) {
      const prefix = keepsPrefix(c) ? PREFIX : ''
      const own = cookiesIn(c).filter(({ name }) => name.startsWith(prefix + start))
      const byName = new Map(own.map(({ name, bytes }) => [name.slice(prefix.length), bytes]))
      return [...byName].map(([name, bytes]) => ({ name, bytes }))
    },
  }
}

// Cookies that decide who a browser is. A host beside this one may set cookies of any name for the domain that they
// share, and then both arrive, or only its own. So these have the prefix `__Host-` (RFC 6265bis, section 4.1.3.2):
// browsers take such a cookie from its own host alone, but for WebKitGTK.

import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'Lax' } as const

/** Sets a cookie for this host alone; it ends with the browser's session unless it is given a time. */
export function setHostCookie(c: Context, name: string, value: string, maxAgeSeconds?: number): void {
  const lifetime = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }
  setCookie(c, name, value, { ...ATTRIBUTES, ...prefixFor(c), ...lifetime })
}

/** The value of a cookie that this host has set. */
export function hostCookie(c: Context, name: string): string | undefined {
  const wanted = prefixFor(c).prefix === undefined ? name : `__Host-${name}`
  // where a browser does not heed the prefix, all that can be seen is that somebody else has set one too
  const names = (c.req.header('cookie') ?? '').split(/;[ \t]*/).map((pair) => pair.split('=')[0])
  return names.filter((given) => given === wanted).length > 1 ? undefined : getCookie(c, wanted)
}

/** Takes a cookie back that this host has set. */
export function deleteHostCookie(c: Context, name: string): void {
  deleteCookie(c, name, { ...ATTRIBUTES, ...prefixFor(c) })
}

/** Not WebKit on plain http: there, it keeps no `Secure` cookie, and so none with the prefix. */
export function keepsHostCookies(c: Context): boolean {
  // Chromium names a WebKit too, and will for ever name this one
  const isWebKit = /AppleWebKit\/(?!537\.36)/.test(c.req.header('user-agent') ?? '')
  return !(isWebKit && c.req.url.startsWith('http:'))
}

function prefixFor(c: Context): { prefix?: 'host' } {
  return keepsHostCookies(c) ? { prefix: 'host' } : {}
}

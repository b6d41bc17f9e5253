/**
 * Where a reader goes after a login. It comes from outside, as a parameter of a link, and leads to the site itself or nowhere.
 */

/** More would not fit into a cookie beside others. As it is written in the end: a letter may take nine characters there. */
const LONGEST = 500

const isShort = (text: string) => text.length <= LONGEST

/**
 * An address of the site as an absolute one, which no part of it can lead elsewhere; the front page for anything else. It is read
 * as a browser reads it: so a backslash is a slash, and a tab is nothing.
 *
 * @param wanted a path, or an address on the site's own origin; outside data
 * @param redirectUri an address of the site
 */
export function returnAddress(wanted: unknown, redirectUri: string): string {
  const home = new URL('/', redirectUri)
  const text = typeof wanted === 'string' && isShort(wanted) ? wanted : '/'
  const { protocol, host, pathname, search, hash } = URL.canParse(text, home) ? new URL(text, home) : home
  // Put together anew, without user and password.
  const address = `${home.origin}${pathname}${search}${hash}`
  // By both: the origin of blob:https://site.com/ is that of https://site.com.
  return protocol === home.protocol && host === home.host && isShort(address) ? address : home.href
}

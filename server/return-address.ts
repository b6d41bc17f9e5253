/**
 * Where a reader goes after a login. It comes from outside, as a parameter of a link, and leads to the site itself or nowhere.
 */

/** Characters, as the address stands in the cookie: a letter may take nine there. A longer one would not fit beside other cookies. */
const LONGEST = 500

const isShort = (text: string) => text.length <= LONGEST

/**
 * An address of the site, made absolute; the front page for anything else. No part of it can lead elsewhere. It is read as a
 * browser reads it: a backslash is a slash, and a tab is nothing.
 *
 * @param wanted a path, or an address on the site's own origin; outside data
 * @param redirectUri an address of the site
 */
export function returnAddress(wanted: unknown, redirectUri: string): string {
  const home = new URL('/', redirectUri)
  const text = typeof wanted === 'string' && isShort(wanted) ? wanted : '/'
  const { protocol, host, pathname, search, hash } = URL.canParse(text, home) ? new URL(text, home) : home
  // Built from its parts, so that user and password are left out.
  const address = `${home.origin}${pathname}${search}${hash}`
  // Compare scheme and host, and not the origin: that of blob:https://site.com/ is https://site.com.
  return protocol === home.protocol && host === home.host && isShort(address) ? address : home.href
}

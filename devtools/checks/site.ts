/**
 * The site of a page, which is its registrable domain. No list of public suffixes is shipped: the browser shows by the
 * cookies that it accepts which domains are public.
 */
import type { BrowserWindow } from '../../core/options.ts'

const PROBE = 'portico_site'

/** Whether the browser accepts a cookie for a domain. The cookie is removed at once. */
function takesCookieFor({ document }: BrowserWindow, domain: string): boolean {
  try {
    document.cookie = `${PROBE}=1; path=/; max-age=5; SameSite=Lax; domain=${domain}`
    const isTaken = document.cookie.includes(`${PROBE}=1`)
    document.cookie = `${PROBE}=; path=/; expires=${new Date(0).toUTCString()}; domain=${domain}`
    return isTaken
  } catch {
    return false
  }
}

/** A guess where cookies are denied: the last two labels, or three for endings such as `co.uk`. */
function likelySite(host: string): string {
  const labels = host.split('.')
  const [second = '', top = ''] = labels.slice(-2)
  return labels.slice(top.length === 2 && second.length <= 3 ? -3 : -2).join('.')
}

const sites: WeakMap<BrowserWindow, string> = new WeakMap()

/** The registrable domain of the page. It is the host itself for an IP address and for a single label. */
export function siteOf(window: BrowserWindow): string {
  const known = sites.get(window)
  if (known !== undefined) return known
  const host = window.location.hostname ?? ''
  const labels = host.split('.')
  const isName = labels.length > 1 && /[a-z]/i.test(labels.at(-1) ?? '')
  const parents = labels.map((_, index) => labels.slice(-index - 1).join('.')).slice(1)
  const site = isName ? (parents.find((domain) => takesCookieFor(window, domain)) ?? likelySite(host)) : host
  sites.set(window, site)
  return site
}

/** Whether a host is on the site of the page. */
export function isOnSite(window: BrowserWindow, host: string): boolean {
  const site = siteOf(window)
  // A single label or an IP address has no subdomains.
  return host === site || (/\..*[a-z]/i.test(site) && host.endsWith(`.${site}`))
}

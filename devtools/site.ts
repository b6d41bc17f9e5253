/**
 * The site of a page (its registrable domain), as the browser itself sees it: no list of domains is shipped, since a
 * browser tells by which cookies it takes.
 */
import type { BrowserWindow } from '../core/options.ts'

const PROBE = 'portico_site'

/** Whether the browser takes a cookie for a domain; it is taken back at once. */
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

/** Where cookies are denied: the last two labels, or three below such as `co.uk`. */
function likelySite(host: string): string {
  const labels = host.split('.')
  const [second = '', top = ''] = labels.slice(-2)
  return labels.slice(top.length === 2 && second.length <= 3 ? -3 : -2).join('.')
}

const sites: WeakMap<BrowserWindow, string> = new WeakMap()

/** The registrable domain of the page; its host when that is an address or a single label. */
export function siteOf(window: BrowserWindow): string {
  const known = sites.get(window)
  if (known) return known
  const host = window.location.hostname ?? ''
  const labels = host.split('.')
  const isName = labels.length > 1 && /[a-z]/i.test(labels.at(-1) ?? '')
  const above = labels.map((_, index) => labels.slice(-index - 1).join('.')).slice(1)
  const site = isName ? (above.find((domain) => takesCookieFor(window, domain)) ?? likelySite(host)) : host
  sites.set(window, site)
  return site
}

/** Whether a host is on the site of the page. */
export function isOnSite(window: BrowserWindow, host: string): boolean {
  const site = siteOf(window)
  // A single label and an address have nothing beneath them.
  return host === site || (/\..*[a-z]/i.test(site) && host.endsWith(`.${site}`))
}

/** Whether a host is this machine, which browsers trust without https. */
export const isLoopback = (host: string): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)

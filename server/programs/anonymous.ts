/**
 * Runs in the head of a page, before the session call begins there: looks at the presence cookie, and at the service's word that nobody is
 * logged in. The build makes text of it, as of `preload.ts`. Cookies and entries are those of `plugins/session/presence-cookie.ts`.
 */

/**
 * Whether nobody is logged in, so that there is nothing to ask. What the tab has kept goes, where somebody has logged in or out since on
 * another host.
 *
 * @param presenceCookie the name of the presence cookie
 * @param prefix of the client's keys in the storage
 */
export default (presenceCookie: string, prefix: string): boolean => {
  try {
    const now = Date.now()
    const cookiesNamed = (name: string, value: RegExp) =>
      `; ${document.cookie}`
        .split(`; ${name}=`)
        .slice(1)
        .map((rest) => value.exec(rest)?.[0])
        .join('')
    const reader = cookiesNamed(presenceCookie, /^\d{1,12}(?=;|$)/)
    const saidAt = +cookiesNamed(`__Host-${presenceCookie}-none`, /^\w+/)
    const known = JSON.parse(sessionStorage[`${prefix}reader`] ?? null)
    if (known?.value !== reader) delete sessionStorage[`${prefix}session`]
    return !reader && now >= saidAt && saidAt > now - 864e5
  } catch {
    // Cookies or storage are denied. The library looks by itself.
    return false
  }
}

/**
 * The cookie `SP_ID`, as the server sees it. A cache in front of the site varies its pages by whether it is there.
 */
import { cookiesIn } from './cookies.ts'
import { fromBase64Url } from './text-encoding.ts'

/** What {@link readCacheCookie} finds. */
export interface CacheCookie {
  /** The session-cache id, as the page wrote it. Opaque. A secret: never log it. */
  readonly spId: string
  /** What it says. Only the emulator's can be read. Nobody has checked it. */
  readonly unverified?: Readonly<Record<string, unknown>>
}

/** The payload of an id in the emulator's form, a signature and base64url-encoded JSON. */
function payloadOf(spId: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const payload = JSON.parse(new TextDecoder().decode(fromBase64Url(/^[\w-]+\.([\w-]+)$/.exec(spId)?.[1] ?? '')))
    return payload && typeof payload === 'object' && !Array.isArray(payload) ? payload : undefined
  } catch {
    // Another service than the emulator has made it.
  }
}

/**
 * Reads the cookie `SP_ID`, which the page's library writes while there is a session.
 *
 * A script of the page wrote it, and anybody can send one. So a cache may vary on its presence, or keep a copy for each value. Do
 * not show anything because of it: use {@link verifySession} for that. In production its value is opaque.
 *
 * @param header the request's header `Cookie`; outside data
 * @returns undefined when there is none
 * @example const variant = readCacheCookie(request.headers.get('cookie')) ? 'with a session' : 'anonymous'
 */
export function readCacheCookie(header: string | null | undefined): CacheCookie | undefined {
  const [, value] = cookiesIn(`${header ?? ''}`).find(([name, text]) => name === 'SP_ID' && text) ?? []
  if (!value) return
  const spId = decoded(value)
  const unverified = payloadOf(spId)
  return unverified ? { spId, unverified } : { spId }
}

/** The page writes it encoded. A value that cannot be decoded stays as it came. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/**
 * Headers that take the cookie away: it names the session of whoever was here before. A server cannot see for which domain it was set,
 * so there is a header for each that is possible. Browsers ignore those that do not fit.
 */
export function endCacheCookie(host: string): string[] {
  const labels = host.split('.')
  const domains = labels.slice(0, -1).map((_, index) => `; Domain=${labels.slice(index).join('.')}`)
  return ['', ...domains].map((domain) => `SP_ID=; Path=/; Max-Age=0${domain}`)
}

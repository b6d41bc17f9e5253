/**
 * What the browser, the page and its other scripts make of the page.
 */
import type { BrowserWindow } from '../core/options.ts'
import { type Finding, found } from './catalogue.ts'
import type { Observation } from './observation.ts'
import { hostOf, originOf } from './redact.ts'
import { isOnSite } from './site.ts'

const DAY_SECONDS = 86_400

function storageFinding({ kernel: { window } }: Observation): Finding | undefined {
  const key = 'portico.devtools.probe'
  try {
    window.sessionStorage.setItem(key, '1')
    window.sessionStorage.removeItem(key)
  } catch (error) {
    return found('storage-denied', `sessionStorage: ${(error as Error).name}`)
  }
}

function frameFinding({ kernel: { window } }: Observation): Finding | undefined {
  if (window.top === window || !window.top) return
  const above = window.location.ancestorOrigins?.[0] ?? originOf(window.document.referrer)
  if (hostOf(above) && !isOnSite(window, hostOf(above))) return found('page-embedded', `in a frame of ${above}`)
}

function fetchFinding({ kernel: { window } }: Observation): Finding | undefined {
  const source = Function.prototype.toString.call(window.fetch)
  if (!/\{\s*\[native code\]\s*\}$/.test(source)) return found('fetch-wrapped', 'window.fetch is not the browser’s own')
}

function backForwardFinding({ kernel: { window } }: Observation): Finding | undefined {
  const [navigation] = (window.performance?.getEntriesByType?.('navigation') ?? []) as unknown as {
    notRestoredReasons?: { reasons?: { reason: string }[] | null } | null
  }[]
  const reasons = (navigation?.notRestoredReasons?.reasons ?? []).map(({ reason }) => reason)
  if (reasons.length > 0) return found('back-forward-cache-blocked', reasons.join(', '))
}

/** Whether the browser is a Safari, whose cap for what scripts write is lower than that of others. */
const isSafari = ({ navigator }: BrowserWindow): boolean =>
  /^(?!.*(Chrome|Chromium|Android)).*AppleWebKit.*Safari/.test(`${navigator?.userAgent}`)

/** Whether a script can read a cookie of this name; a page in a sandbox can read none, and asking throws there. */
function hasCookie({ document }: BrowserWindow, name: string): boolean {
  try {
    return document.cookie.includes(`${name}=`)
  } catch {
    return false
  }
}

async function cookieFinding({ kernel, cacheCookieSeconds }: Observation): Promise<Finding | undefined> {
  const { window, answer } = kernel
  const { cookieStore } = window as { cookieStore?: { get(name: string): Promise<{ expires?: number | null } | null> } }
  const cookie = await cookieStore?.get('SP_ID').catch(() => null)
  const isThere = cookie ?? hasCookie(window, 'SP_ID')
  if (!isThere) return
  const wanted = cacheCookieSeconds || Math.round(((answer?.expiresAt ?? 0) - Date.now()) / 1000)
  const told = cookie?.expires && Math.round((cookie.expires - Date.now()) / 1000)
  const kept = told || Math.min(wanted, (isSafari(window) ? 7 : 400) * DAY_SECONDS)
  const inDays = (seconds: number) => Math.round(seconds / DAY_SECONDS)
  const by = told ? '' : ', by what is known of this browser, which does not tell'
  if (wanted - kept > DAY_SECONDS)
    return found('cache-cookie-shortened', `${inDays(kept)} days, of ${inDays(wanted)}${by}`)
}

/** The session service knows a user, and the global one nobody: its cookie did not come along. */
async function thirdPartyFinding({ kernel }: Observation): Promise<Finding | undefined> {
  const { window, options, answer, signal } = kernel
  if (!answer?.body.userId || isOnSite(window, hostOf(options.globalSessionUrl))) return
  const request: { data?: object | null } = {}
  await kernel.call('user-context:request', request as never).catch(() => signal.throwIfAborted())
  if (request.data === null)
    return found(
      'third-party-cookies-blocked',
      `${originOf(options.globalSessionUrl)} knows nobody, the session a user`,
    )
}

/** Findings about the browser. */
export async function browserFindings(observation: Observation): Promise<Finding[]> {
  const all = [
    storageFinding(observation),
    frameFinding(observation),
    fetchFinding(observation),
    backForwardFinding(observation),
    await cookieFinding(observation),
    await thirdPartyFinding(observation),
  ]
  return all.filter((finding) => finding !== undefined)
}

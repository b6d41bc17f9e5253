/**
 * Findings about the browser, and about what the page and its other scripts do with it.
 */
import type { BrowserWindow } from '../../core/options.ts'
import { clientParameters } from '../../core/urls.ts'
import { type Finding, found } from '../catalogue.ts'
import { lacks } from '../recording/composition.ts'
import type { Observation } from '../recording/observation.ts'
import { quietly } from '../recording/observe-hook.ts'
import { hostOf, originOf } from '../shown/addresses.ts'
import { embeddingFindings } from './embedding.ts'
import { isFetchReplaced } from './replaced-fetch.ts'
import { isOnSite } from './site.ts'

const DAY_SECONDS = 86_400
const KEY = 'portico.devtools.probe'

function storageFinding({ kernel: { window } }: Observation): Finding | undefined {
  try {
    window.sessionStorage.setItem(KEY, '1')
    window.sessionStorage.removeItem(KEY)
  } catch (error) {
    return found('storage-denied', `sessionStorage: ${(error as Error).name}`)
  }
}

function fetchFinding({ kernel: { window } }: Observation): Finding | undefined {
  if (isFetchReplaced(window)) return found('fetch-wrapped', 'window.fetch is not the browser’s own')
}

/** What Chromium tells about a page that it did not keep. The types of TypeScript do not have it yet. */
interface Navigation extends PerformanceEntry {
  readonly notRestoredReasons?: { readonly reasons?: readonly { readonly reason: string }[] | null } | null
}

function backForwardFinding({ kernel: { window } }: Observation): Finding | undefined {
  const [navigation]: Navigation[] = window.performance?.getEntriesByType?.('navigation') ?? []
  const reasons = (navigation?.notRestoredReasons?.reasons ?? []).map(({ reason }) => reason)
  if (reasons.length > 0) return found('back-forward-cache-blocked', reasons.join(', '))
}

/** Whether the browser is Safari, which keeps cookies of scripts for a shorter time than others. */
const isSafari = ({ navigator }: BrowserWindow): boolean =>
  /^(?!.*(Chrome|Chromium|Android)).*AppleWebKit.*Safari/.test(`${navigator?.userAgent}`)

/** Whether there is a cookie of a name. Reading cookies throws on a page in a sandbox. */
const hasCookie = ({ document }: BrowserWindow, name: string): boolean =>
  quietly(() => `; ${document.cookie}`.includes(`; ${name}=`)) === true

type CookieReader = { get(name: string): Promise<{ expires?: number | null } | null> }

async function cookieFinding({ kernel, cacheCookieSeconds, goodUntil = 0 }: Observation): Promise<Finding | undefined> {
  const { window } = kernel
  const { cookieStore } = window as { cookieStore?: CookieReader }
  const cookie = await cookieStore?.get('SP_ID').catch(() => null)
  if (!cookie && !hasCookie(window, 'SP_ID')) return
  const wanted = cacheCookieSeconds || Math.round((goodUntil - Date.now()) / 1000)
  const told = cookie?.expires && Math.round((cookie.expires - Date.now()) / 1000)
  const kept = told || Math.min(wanted, (isSafari(window) ? 7 : 400) * DAY_SECONDS)
  const inDays = (seconds: number) => Math.round(seconds / DAY_SECONDS)
  const by = told ? '' : ', as this browser is known to do; it does not tell a page'
  if (wanted - kept > DAY_SECONDS)
    return found('cache-cookie-shortened', `${inDays(kept)} days instead of ${inDays(wanted)}${by}`)
}

/** Whether the global session service answers that it knows nobody. */
async function knowsNobody({ kernel }: Observation, globalSessionUrl: string): Promise<boolean> {
  const { options, transport, buildUrl, throwIfDisposed } = kernel
  const parameters = clientParameters(options)
  const url = buildUrl('user-context', globalSessionUrl, 'user-context?', parameters)
  const answer = await transport(url).catch(() => undefined)
  throwIfDisposed()
  if (!answer) return false
  return answer.status === 401 || (answer.status < 300 && !Object(answer.body).identifier)
}

/** The plugins that ask the global session service. */
const ASKING = ['user-context', 'simplified-login', 'fedcm']

/** The session has a user, and the global session service knows nobody: its cookie was not sent along. */
async function thirdPartyFinding(observation: Observation): Promise<Finding | undefined> {
  const { kernel } = observation
  const { window, options, knownSession } = kernel
  const { globalSessionUrl } = options
  if (!globalSessionUrl || !knownSession()?.userId || isOnSite(window, hostOf(globalSessionUrl))) return
  if (ASKING.every((name) => lacks(kernel, name))) return
  if (await knowsNobody(observation, globalSessionUrl))
    return found(
      'third-party-cookies-blocked',
      `${originOf(globalSessionUrl)} answers that nobody is logged in; the session has a user`,
    )
}

/** Findings about the browser. */
export async function browserFindings(observation: Observation): Promise<Finding[]> {
  const all = [
    storageFinding(observation),
    ...(await embeddingFindings(observation)),
    fetchFinding(observation),
    backForwardFinding(observation),
    await cookieFinding(observation),
    await thirdPartyFinding(observation),
  ]
  return all.filter((finding) => finding !== undefined)
}

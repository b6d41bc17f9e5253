// What can be made to go wrong. Kept in memory: a restarted emulator is a healthy one.

/** How the session endpoint answers instead of properly. `refresh` and `refresh-refused` ask for a redirect. */
export const SESSION_FAULTS = [
  'none',
  'down',
  'slow',
  '400',
  '401',
  '404',
  '429',
  '500',
  '503',
  'flaky',
  'busy',
  'html',
  'refresh',
  'refresh-refused',
] as const

/** How the access endpoint answers instead of properly: as a session endpoint that is there, and sends nobody anywhere. */
export const ACCESS_FAULTS: readonly AccessFault[] = SESSION_FAULTS.filter(
  (fault): fault is AccessFault => fault !== 'down' && fault !== 'refresh' && fault !== 'refresh-refused',
)

/** One of {@link ACCESS_FAULTS}. */
export type AccessFault = Exclude<SessionFault, 'down' | 'refresh' | 'refresh-refused'>

/** One of {@link SESSION_FAULTS}. */
export type SessionFault = (typeof SESSION_FAULTS)[number]

/** How the account service answers a browser's own dialog (FedCM). */
export const FEDCM_FAULTS = ['none', 'no-account', 'refused', 'continue-on', 'slow', 'error'] as const

/** One of {@link FEDCM_FAULTS}. */
export type FedcmFault = (typeof FEDCM_FAULTS)[number]

/** The fault switches of an emulator. */
export interface Faults {
  /**
   * `down`: the session service hangs up on every request. `slow`: it answers after `slowMs`. A number: it
   * answers with that status. `flaky`: one answer in three is a 503. `busy`: it gives `answersPerSecond`, one after the
   * other, so that it is slow under load alone. `html`: it answers 200 with a page. `refresh`: it asks once for a
   * full-page visit, which succeeds. `refresh-refused`: the same, but the browser never keeps the refreshed cookie.
   */
  readonly session: SessionFault
  /** The same for access to products alone, where the session is told properly. A fault of the session is one of access as well. */
  readonly access: AccessFault
  /**
   * For the browser's own dialog. `no-account`: nobody is logged in at the account service, as far as the browser can see.
   * `refused`: a site gets no code. `continue-on`: the reader agrees in a window of the account service first. `slow`: accounts and
   * codes come after `slowMs`. `error`: they do not come.
   */
  readonly fedcm: FedcmFault
  /** Milliseconds that a slow service takes. @default 15000 */
  readonly slowMs: number
  /** Answers in a second that a busy session service gives. @default 10 */
  readonly answersPerSecond: number
  /** What 429 and 503 say by `Retry-After`: seconds, or a date of HTTP; empty to leave it out. @default '' */
  readonly retryAfter: string
  /** Whether the header may be read by pages of other origins, which it is not by itself. @default false */
  readonly retryAfterExposed: boolean
  /** The account service sees no third-party cookie, as if the browser had blocked it. */
  readonly thirdPartyCookiesRefused: boolean
  /**
   * The account service sends `Cross-Origin-Opener-Policy: same-origin`, so that a popup which shows it is severed: the
   * page that opened it is told that it is closed, and the popup has no opener any more.
   */
  readonly popupsSevered: boolean
  /** How far the session service's clock is ahead (negative: behind), in seconds. */
  readonly clockSkewSeconds: number
}

export const NO_FAULTS: Faults = {
  session: 'none',
  access: 'none',
  fedcm: 'none',
  slowMs: 15_000,
  answersPerSecond: 10,
  retryAfter: '',
  retryAfterExposed: false,
  thirdPartyCookiesRefused: false,
  popupsSevered: false,
  clockSkewSeconds: 0,
}

/** The switches that are not where they are when everything works, with their positions. */
export function faultsOn(faults: Faults): string[] {
  // how slow slow is matters only while it is
  const isIdle = (name: string): boolean =>
    name === 'slowMs' && ![faults.session, faults.access, faults.fedcm].includes('slow')
  return Object.entries(faults)
    .filter(([name, value]) => value !== NO_FAULTS[name as keyof Faults] && !isIdle(name))
    .map(([name, value]) => `${name}: ${value}`)
}

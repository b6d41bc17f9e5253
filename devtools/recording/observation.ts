/**
 * What is known about one identity: its kernel, a recording of what went through its hooks, and the evidence for
 * findings.
 */
import type { Kernel } from '../../core/kernel/plugin.ts'
import type { SessionSettled } from '../../core/session/ending.ts'
import type { SessionResponse } from '../../core/session/result.ts'
import type { Recorder } from './recorder.ts'

/** Something that the page's Content-Security-Policy has blocked. */
export interface Violation {
  readonly directive: string
  /** The origin of what was blocked, or a keyword such as `inline`. Holds no secret. */
  readonly blocked: string
  /** The part of the policy that applied, without nonces and paths. */
  readonly rule: string
  /** Whether a service of the library was blocked. */
  readonly isOurs: boolean
  /** Whether the Trusted Types policy of the library was refused. */
  readonly isOurPolicy: boolean
}

/** An identity on the page. All copies of the library share the list of them. */
export interface Instance {
  readonly version: string
  readonly clientId: string
  readonly sessionDomain: string
  /** The address of the session call that it takes over from the page's head. Absent where it is composed without `preload`. */
  readonly headUrl?: (() => string) | undefined
}

/** How a session call has ended. */
export interface Ended {
  readonly settled: SessionSettled
  /** What the service has answered to it, before anybody read it; undefined where it was not asked, or has not answered. */
  readonly response: SessionResponse | undefined
}

/** What is known about one identity. */
export interface Observation {
  readonly kernel: Kernel
  readonly recorder: Recorder
  /** The latest session call. */
  ended?: Ended
  /** Until when the session holds that is known, in milliseconds since the epoch. Undefined once it was cleared. */
  goodUntil?: number | undefined
  readonly violations: Violation[]
  /** The latest popup that did not open. `wasInClick` is undefined where the browser does not tell. */
  blockedPopup?: { readonly wasInClick: boolean | undefined }
  /** True after a login has led back to this page, until there is a session. */
  isBackFromLogin?: boolean
  /** True after a login has begun in a popup, until there is a session. */
  isPopupAwaited?: boolean
  /** What enableCacheCookie was given, in seconds. */
  cacheCookieSeconds?: number
  /** All identities of the page, this one included. */
  readonly instances: ReadonlySet<Instance>
}

/** Identities hold their kernel under this key, so that they can be diagnosed. All copies of the library use the same key. */
export const KERNEL: unique symbol = Symbol.for('portico.kernel')

/** An identity that can be diagnosed. */
export interface Diagnosable {
  readonly [KERNEL]?: Kernel
}

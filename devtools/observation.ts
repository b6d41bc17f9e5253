/**
 * What can be known of one identity: its kernel, a recording of what went through its hooks, and the evidence that
 * findings are decided from. There is one for each kernel, whoever asks for it first.
 */
import type { SDKError } from '../core/errors.ts'
import type { Kernel } from '../core/plugin.ts'
import type { TransportAnswer } from '../core/transport.ts'
import { VERSION } from '../core/version.ts'
import { record } from './record.ts'
import { createRecorder, type Recorder } from './recorder.ts'

/** How a session call ended. */
export interface Outcome {
  readonly error?: SDKError | undefined
  /** Absent when none came. */
  readonly answer?: TransportAnswer | undefined
  /** When it ended, in milliseconds since the epoch. */
  readonly at: number
  /** True for an answer that was kept: what it says of the time was true then. */
  readonly isKept?: boolean
}

/** Something that the page's Content-Security-Policy was against. */
export interface Violation {
  readonly directive: string
  readonly blocked: string
  /** The part of the policy that is about it. */
  readonly rule: string
  readonly sample: string
}

/** An identity on the page; all copies of the library know each other by these. */
export interface Instance {
  readonly version: string
  readonly clientId: string
  readonly sessionDomain: string
}

/** What is known of one identity. */
export interface Observation {
  readonly kernel: Kernel
  readonly recorder: Recorder
  /** How the latest session call ended, of those that asked the service. */
  outcome?: Outcome
  readonly violations: Violation[]
  /** The latest popup that was asked for and did not open. */
  blockedPopup?: { readonly wasInGesture: boolean }
  /** True once a login has led back to this page. */
  isBackFromLogin?: boolean
  /** What enableCacheCookie was told, in seconds. */
  cacheCookieSeconds?: number
  /** All identities of the page, this one among them. */
  readonly instances: ReadonlySet<Instance>
}

/** The key under which an identity holds its kernel, for whoever diagnoses it. The same in all copies of the library. */
export const KERNEL: unique symbol = Symbol.for('portico.kernel') as never

const INSTANCES = Symbol.for('portico.instances')

const observations: WeakMap<Kernel, Observation> = new WeakMap()

/** Adds an identity to those of the page, until it is disposed. */
function register({ window, options, onDispose }: Kernel): ReadonlySet<Instance> {
  const globals = window as unknown as Record<symbol, Set<Instance> | undefined>
  globals[INSTANCES] ??= new Set()
  const instances = globals[INSTANCES]
  const { clientId, sessionDomain } = options
  const instance: Instance = { version: VERSION, clientId, sessionDomain }
  instances.add(instance)
  onDispose(() => {
    instances.delete(instance)
    if (instances.size === 0) delete globals[INSTANCES]
  })
  return instances
}

/** The observation of a kernel; begins with the first call. */
export function observe(kernel: Kernel): Observation {
  const known = observations.get(kernel)
  if (known) return known
  const observation: Observation = {
    kernel,
    recorder: createRecorder(),
    violations: [],
    instances: register(kernel),
  }
  observations.set(kernel, observation)
  record(observation)
  return observation
}

/** The observation of an identity, if it is one that can be looked into. */
export function observationOf(identity: object): Observation | undefined {
  const kernel = (identity as { [KERNEL]?: Kernel })[KERNEL]
  return kernel && observe(kernel)
}

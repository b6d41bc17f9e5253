/**
 * Starts the observation of a kernel. There is one for each kernel, whoever asks for it first.
 */
import type { Kernel } from '../../core/kernel/plugin.ts'
import { VERSION } from '../../core/names.ts'
import { lacks } from './composition.ts'
import { followLogins } from './follow-logins.ts'
import { followPolicy } from './follow-policy.ts'
import { type Diagnosable, type Instance, KERNEL, type Observation } from './observation.ts'
import { record } from './record.ts'
import { createRecorder } from './recorder.ts'
import { followCalls } from './session-calls.ts'
import { sessionUrl } from './session-url.ts'
import { timelineText } from './timeline-text.ts'

const INSTANCES = Symbol.for('portico.instances')

const observations: WeakMap<Kernel, Observation> = new WeakMap()

/** Adds an identity to those of the page, until it is disposed. */
function register(kernel: Kernel): ReadonlySet<Instance> {
  const { window, options, onDispose } = kernel
  const globals = window as { [INSTANCES]?: Set<Instance> }
  globals[INSTANCES] ??= new Set()
  const instances = globals[INSTANCES]
  const { clientId, sessionDomain } = options
  const headUrl = lacks(kernel, 'preload') ? undefined : () => sessionUrl(kernel)
  const instance: Instance = { version: VERSION, clientId, sessionDomain, headUrl }
  instances.add(instance)
  onDispose(() => {
    instances.delete(instance)
    if (instances.size === 0) delete globals[INSTANCES]
  })
  return instances
}

/** The observation of a kernel. The first call starts it. */
export function observe(kernel: Kernel): Observation {
  const known = observations.get(kernel)
  if (known) return known
  const observation: Observation = {
    kernel,
    recorder: createRecorder(timelineText(kernel.options)),
    violations: [],
    instances: register(kernel),
  }
  observations.set(kernel, observation)
  followCalls(observation)
  followLogins(observation)
  followPolicy(observation)
  record(observation)
  return observation
}

/** The observation of an identity; undefined when it cannot be diagnosed. */
export function observationOf(identity: Diagnosable): Observation | undefined {
  const kernel = identity[KERNEL]
  return kernel && observe(kernel)
}

/**
 * Whether the page's consent-management platform can tell the reader's consents.
 */
import { type Finding, found } from '../catalogue.ts'
import { lacks } from '../recording/composition.ts'
import type { Observation } from '../recording/observation.ts'
import { quietly } from '../recording/observe-hook.ts'

const PATIENCE_MS = 1000

/** The states that the two standards define for a platform that has not loaded. */
const STATES = ['stub', 'loading', 'error']

type Api = (command: string, ...more: unknown[]) => void

/** What a platform answers to a command; an empty object when it does not. */
function ask({ kernel: { window } }: Observation, api: Api, ...command: [string, ...unknown[]]): Promise<object> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(() => resolve({}), PATIENCE_MS)
    const hear = (answer: unknown) => {
      window.clearTimeout(timer)
      resolve(Object(answer))
    }
    try {
      api(...command, hear)
    } catch {
      hear({})
    }
  })
}

/** The name of a value's type, such as `Promise`. */
const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice('[object '.length, -1)

/** Whether a login link has consents. */
const hasConsents = ({ kernel }: Observation): boolean => kernel.buildUrl('login-link', '', '', {}) !== '/'

/** What the page's own function returns. Nothing makes sure that it is URLSearchParams. */
function givenConsents({ kernel }: Observation): unknown {
  const { getConsents } = kernel.options as { getConsents?: () => unknown }
  // One that throws counts as one that knows nothing.
  return quietly(() => getConsents?.())
}

/** The finding about the consents; none when they are known, or when no plugin asks for them. */
export async function consentFinding(observation: Observation): Promise<Finding | undefined> {
  const { kernel } = observation
  if (lacks(kernel, 'consents') && lacks(kernel, 'consent-management')) return
  const given = givenConsents(observation)
  if (given && typeof Object(given).entries !== 'function')
    return found('consents-unreadable', `it returned ${kindOf(given)}`)
  if (hasConsents(observation)) return
  const { __tcfapi: tcf, __gpp: gpp } = kernel.window as { __tcfapi?: Api; __gpp?: Api }
  const isTcf = typeof tcf === 'function'
  if (!isTcf && typeof gpp !== 'function') return found('consent-platform-absent', 'no __tcfapi, no __gpp')
  const name = isTcf ? '__tcfapi' : '__gpp'
  const ping = isTcf ? await ask(observation, tcf, 'ping', 2) : await ask(observation, gpp as Api, 'ping')
  const { cmpLoaded, cmpStatus } = ping as { cmpLoaded?: boolean; cmpStatus?: string }
  if (cmpLoaded !== true && cmpStatus !== 'loaded')
    return found(
      'consent-platform-late',
      `${name} is a stub: cmpStatus ${STATES.find((state) => state === cmpStatus) ?? 'unknown'}`,
    )
  return found('consent-state-unusable', `${name} has loaded, and reports no usable state`)
}

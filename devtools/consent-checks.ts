/**
 * Whether the page's consent-management platform has anything to tell.
 */
import { type Finding, found } from './catalogue.ts'
import { lacks } from './composition.ts'
import type { Observation } from './observation.ts'

const PATIENCE_MS = 1000

type Api = (command: string, ...more: unknown[]) => void

/** What a platform answers to a command; nothing when it does not. */
function ask({ kernel: { window } }: Observation, api: Api, ...command: [string, ...unknown[]]): Promise<object> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(() => resolve({}), PATIENCE_MS)
    const hear = (answer: unknown) => {
      window.clearTimeout(timer)
      resolve((answer ?? {}) as object)
    }
    try {
      api(...command, hear)
    } catch {
      hear({})
    }
  })
}

/** The finding about the consents; none when they are known, or when nobody composed what asks for them. */
export async function consentFinding(observation: Observation): Promise<Finding | undefined> {
  const { kernel } = observation
  if (lacks(kernel, 'consents')) return
  const request: { params?: URLSearchParams | null } = {}
  try {
    kernel.callSync('consents:request', request)
  } catch {
    // A reader of consents that throws counts as one that knows nothing.
  }
  if ([...(request.params?.keys() ?? [])].length > 0) return
  const { __tcfapi: tcf, __gpp: gpp } = kernel.window as { __tcfapi?: Api; __gpp?: Api }
  if (typeof tcf !== 'function' && typeof gpp !== 'function')
    return found('consent-platform-absent', 'no __tcfapi, no __gpp')
  const name = typeof tcf === 'function' ? '__tcfapi' : '__gpp'
  const ping =
    typeof tcf === 'function' ? await ask(observation, tcf, 'ping', 2) : await ask(observation, gpp as Api, 'ping')
  const { cmpLoaded, cmpStatus } = ping as { cmpLoaded?: boolean; cmpStatus?: string }
  if (cmpLoaded !== true && cmpStatus !== 'loaded')
    return found('consent-platform-late', `${name} is a stub: cmpStatus ${cmpStatus ?? 'unknown'}`)
  return found('consent-state-unusable', `${name} has loaded, and told no usable state`)
}

/**
 * Reads the reader's consents from the page's consent-management platform: IAB TCF v2.2 and later by `__tcfapi`, IAB GPP by
 * `__gpp`. It subscribes and keeps the last state, since a platform's stub answers nothing before the platform is loaded.
 * Hooks: url:build. Storage, methods: none.
 */
import type { Plugin } from '../../core/kernel/plugin.ts'
import { appendConsents } from './append-consents.ts'

type Api = (...args: unknown[]) => void

/** The parts of a platform's event that are used here. */
interface ConsentEvent {
  listenerId?: unknown
  eventStatus?: string
  gdprApplies?: boolean
  tcString?: string
  pingData?: { signalStatus?: string; gppString?: string; applicableSections?: number[] }
}

type Consents = Record<string, string | number | undefined>

/** One of the two standards: its global function, the arguments between a command and its callback, and how its event is read. */
type Framework = [global: string, version: unknown[], read: (event: ConsentEvent) => Consents | false | undefined]

const FRAMEWORKS: Framework[] = [
  [
    '__tcfapi',
    [2],
    (event) =>
      // While the user interface is open, the string is still the one of before.
      /^(tcloaded|useractioncomplete)$/.test(`${event.eventStatus}`) && {
        gdpr: event.gdprApplies == null ? undefined : +event.gdprApplies,
        gdpr_consent: event.tcString,
      },
  ],
  [
    '__gpp',
    [],
    (event) =>
      event.pingData?.signalStatus === 'ready' && {
        gpp: event.pingData.gppString,
        // What is thrown here would be thrown into the platform's own code.
        gpp_sid: event.pingData.applicableSections?.join?.(),
      },
  ],
]

/**
 * Contributes `gdpr`, `gdpr_consent`, `gpp` and `gpp_sid` to login URLs, as the platform states them. A platform that is loaded later
 * is found when the page has loaded, or when a login URL is built.
 *
 * @example createIdentity(options, [login(), consentManagement()])
 */
export function consentManagement(): Plugin {
  return {
    name: 'consent-management',
    setup(kernel) {
      /** The platform's function; undefined while there is none. */
      const apiOf = (global: string): Api | undefined => Reflect.get(kernel.window, global)
      const followed: Record<string, Api> = {}
      const known: Consents = {}

      const look = () => {
        for (const [global, version, read] of FRAMEWORKS) {
          const api = apiOf(global)
          // Another function is another platform, or the one that a stub stood for. It may not know of the stub's subscribers.
          if (!api || api === followed[global]) continue
          followed[global] = api
          let id: unknown
          const hear = (event: ConsentEvent | null) => {
            id = event?.listenerId
            Object.assign(known, read(event ?? {}))
          }
          try {
            api('addEventListener', ...version, hear)
          } catch {
            if (__DEV__) kernel.log(`${global} threw`)
          }
          kernel.onDispose(() => apiOf(global)?.('removeEventListener', ...version, () => {}, id))
        }
      }

      look()
      kernel.listen('load', look)
      appendConsents(kernel, () => {
        look()
        const stated = Object.entries(known).filter(([, value]) => value || value === 0)
        return new URLSearchParams(stated.map(([name, value]) => [name, `${value}`]))
      })
    },
  }
}

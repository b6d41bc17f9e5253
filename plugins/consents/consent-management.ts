/**
 * Knows the reader's consents from the page's consent-management platform: IAB TCF v2.2 and later by `__tcfapi`, IAB
 * GPP by `__gpp`. Subscribes and keeps the last state, since a platform's stub answers nothing before it is loaded.
 * Hooks: consents:request. Storage, methods: none.
 */
import type { Plugin } from '../../core/plugin.ts'

type Api = (...args: unknown[]) => void

/** What a platform tells, as far as it matters here. */
interface ConsentEvent {
  listenerId?: unknown
  eventStatus?: string
  gdprApplies?: boolean
  tcString?: string
  pingData?: { signalStatus?: string; gppString?: string; applicableSections?: number[] }
}

type Consents = Record<string, string | number | undefined>

/** One of the two standards: its global function, what stands between a command and its callback, and how it is read. */
type Framework = [global: string, version: unknown[], read: (event: ConsentEvent) => Consents | false | undefined]

const FRAMEWORKS: Framework[] = [
  [
    '__tcfapi',
    [2],
    (event) =>
      // Between these two the user interface is open, and the string is that of before.
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
        gpp_sid: event.pingData.applicableSections?.join(),
      },
  ],
]

/**
 * Answers with `gdpr`, `gdpr_consent`, `gpp` and `gpp_sid` as the platform states them, unmodified. A platform that
 * arrives later is found when the page has loaded, or when the consents are next asked for.
 *
 * @example createIdentity(options, [consents(), consentManagement()])
 */
export function consentManagement(): Plugin {
  return {
    name: __DEV__ ? 'consent-management' : '',
    setup(kernel) {
      const globals = kernel.window as unknown as Record<string, Api | undefined>
      const followed: Record<string, Api> = {}
      const known: Consents = {}

      const look = () => {
        for (const [global, version, read] of FRAMEWORKS) {
          const api = globals[global]
          // Another function is another platform, or the one behind a stub, which need not replay what the stub was told.
          if (typeof api !== 'function' || api === followed[global]) continue
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
          kernel.onDispose(() => globals[global]?.('removeEventListener', ...version, () => {}, id))
        }
      }

      look()
      kernel.window.addEventListener?.('load', look, { signal: kernel.signal })
      kernel.hook('consents:request', (request) => {
        look()
        for (const [name, value] of Object.entries(known)) {
          if (!value && value !== 0) continue
          request.params ??= new URLSearchParams()
          request.params.set(name, `${value}`)
        }
      })
    },
  }
}

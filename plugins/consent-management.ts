/**
 * Knows the reader's consents from the page's consent-management platform: IAB TCF v2.2 and later by `__tcfapi`, IAB
 * GPP by `__gpp`. Subscribes and keeps the last state, since a platform's stub answers nothing before it is loaded.
 * Hooks: consents:request. Storage, methods: none.
 */
import { isRecord } from '../core/checks.ts'
import type { Kernel, Plugin } from '../core/plugin.ts'

type Callback = (event: unknown, success?: boolean) => void
type Api = (...args: unknown[]) => void

/** One of the two standards. */
interface Framework {
  /** Name of the global function. */
  readonly global: string
  /** What stands between a command and its callback. */
  readonly version: unknown[]
  /** The parameters that an event stands for; undefined when the event is not to be trusted. */
  read(event: Record<string, unknown>): Record<string, unknown> | undefined
}

const TCF: Framework = {
  global: '__tcfapi',
  version: [2],
  read: ({ eventStatus, gdprApplies, tcString }) =>
    // Between these two the user interface is open, and the string is that of before.
    eventStatus === 'tcloaded' || eventStatus === 'useractioncomplete'
      ? { gdpr: typeof gdprApplies === 'boolean' && `${Number(gdprApplies)}`, gdpr_consent: tcString }
      : undefined,
}

const GPP: Framework = {
  global: '__gpp',
  version: [],
  read: ({ pingData: ping }) =>
    isRecord(ping) && ping.signalStatus === 'ready'
      ? {
          gpp: ping.gppString,
          gpp_sid: Array.isArray(ping.applicableSections) && ping.applicableSections.join(),
        }
      : undefined,
}

// base64url, and what the two standards separate with. The limit keeps a login URL within what servers accept.
const CONSENT_CHARACTERS = /^[\w.~,-]{1,4096}$/

/** Follows one framework; returns a function that looks for it on the page and gives its last state. */
function follow(kernel: Kernel, { global, version, read }: Framework): () => Record<string, unknown> {
  const globals = kernel.window as unknown as Record<string, Api | undefined>
  let followed: Api | undefined
  let state: Record<string, unknown> = {}

  const call = (api: Api, command: string, callback: Callback, ...parameter: unknown[]) => {
    try {
      api(command, ...version, callback, ...parameter)
    } catch {
      kernel.log(`${global} threw`)
    }
  }

  /** The platform's function, if there is one and the page lets it be seen. */
  const find = () => {
    try {
      return globals[global]
    } catch {
      return undefined
    }
  }

  return () => {
    const api = find()
    // Another function is another platform, or the one behind a stub, which need not replay what the stub was told.
    if (typeof api !== 'function' || api === followed) return state
    followed = api
    const ids = new Set<unknown>()
    call(api, 'addEventListener', (event, success) => {
      if (success === false || !isRecord(event)) return
      ids.add(event.listenerId)
      state = read(event) ?? state
    })
    kernel.onDispose(() => {
      for (const id of ids) call(find() ?? api, 'removeEventListener', () => {}, id)
    })
    return state
  }
}

/**
 * Answers with `gdpr`, `gdpr_consent`, `gpp` and `gpp_sid` as the platform states them, unmodified. A platform that
 * arrives later is found when the page has loaded, or when the consents are next asked for.
 *
 * @example createIdentity(options, [consents(), consentManagement()])
 */
export function consentManagement(): Plugin {
  return {
    name: 'consent-management',
    setup(kernel) {
      const { window } = kernel
      const states = [follow(kernel, TCF), follow(kernel, GPP)]
      const look = () => states.map((state) => state())
      look()
      window.addEventListener?.('load', look)
      kernel.onDispose(() => window.removeEventListener?.('load', look))

      kernel.hook('consents:request', (request) => {
        for (const state of look()) {
          for (const name in state) {
            const value = state[name]
            if (typeof value !== 'string' || !CONSENT_CHARACTERS.test(value)) continue
            request.params ??= new URLSearchParams()
            request.params.set(name, value)
          }
        }
      })
    },
  }
}

/**
 * Looks on, keeps the latest of what went through the hooks, and opens a panel that shows it. The panel is loaded when
 * it is opened first: by the method, by Alt+Shift+I, or by `?portico-devtools` in the address of the page.
 * Hooks: all, to look on. Storage: the recording, without values, from one page of the tab to the next. Methods:
 * openDevtools, devtoolsReport.
 */
import type { Plugin } from '../core/plugin.ts'
import { consoleFindings } from './console-findings.ts'
import { diagnoseObservation } from './diagnose.ts'
import { KERNEL, type Observation, observe } from './observation.ts'
import type { Entry } from './recorder.ts'
import { reportOf } from './report.ts'
import { numberRequests } from './request-ids.ts'

/** Options of {@link devtools}. */
export interface DevtoolsOptions {
  /** Makes the state for the panel's login button, as the page does for its own. @default a random one */
  state?: () => string | Promise<string>
}

/** What the plugin contributes. */
export interface DevtoolsApi {
  /** Opens the panel. Rejects when it cannot be loaded. */
  openDevtools(): Promise<void>
  /** What is known, with a diagnosis, as text that holds no secret and does not say who the reader is. */
  devtoolsReport(): Promise<string>
}

const LOG_KEY = 'portico.devtools.log'
const QUERY = 'portico-devtools'

/** Whether it is an entry: any script of the page can write to its storage. */
const isEntry = (entry?: Entry): boolean =>
  Number.isSafeInteger(entry?.id) &&
  Math.abs(Number(entry?.at)) < 8e15 &&
  [entry?.kind, entry?.text, entry?.source].every((text) => typeof text === 'string')

/** Keeps the recording over navigations of the tab. */
function keepRecording({ kernel: { window, signal }, recorder }: Observation): void {
  try {
    const earlier = JSON.parse(window.sessionStorage.getItem(LOG_KEY) ?? '[]') as Entry[]
    if (Array.isArray(earlier)) recorder.restore(earlier.filter(isEntry))
  } catch {}
  const keep = () => {
    try {
      window.sessionStorage.setItem(LOG_KEY, JSON.stringify(recorder.entries))
    } catch {}
  }
  window.addEventListener?.('pagehide', keep, { signal })
}

/**
 * Records what the identity does, and contributes a panel to look at it.
 *
 * @example
 * const identity = createIdentity(options, noted([fetchTransport(), sessionCache(), user(), devtools()]))
 * await identity.openDevtools()
 */
export function devtools({ state }: DevtoolsOptions = {}): Plugin<DevtoolsApi> {
  return {
    name: 'devtools',
    setup(kernel) {
      const { window, signal, onDispose } = kernel
      // Before the recording listens, so that it has the numbers.
      numberRequests(kernel)
      const observation = observe(kernel)
      keepRecording(observation)
      consoleFindings().setup(kernel)
      let close: (() => void) | undefined
      onDispose(() => close?.())

      const openDevtools = async () => {
        const { openPanel } = await import('./panel.ts')
        signal.throwIfAborted()
        close = openPanel(observation, state ?? (() => window.crypto.randomUUID()))
      }

      const hear = (event: KeyboardEvent) => {
        if (event.code !== 'KeyI' || !event.altKey || !event.shiftKey) return
        event.preventDefault()
        void openDevtools()
      }
      window.addEventListener?.('keydown', hear, { signal })
      const query = new URLSearchParams(window.location.search)
      if (query.has(QUERY)) void openDevtools()

      return {
        openDevtools,
        devtoolsReport: async () => reportOf(observation, await diagnoseObservation(observation)),
        [KERNEL]: kernel,
      }
    },
  }
}

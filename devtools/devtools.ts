/**
 * Records what goes through the hooks, and opens a panel that shows it. The panel is loaded when it is first opened: by
 * the method, by Alt+Shift+I, or by `?portico-devtools` in the address of the page.
 * Hooks: all, to look on. Storage: the recording, without values, while the tab goes from page to page. Methods:
 * openDevtools, devtoolsReport.
 */
import type { Plugin } from '../core/kernel/plugin.ts'
import type { BrowserWindow } from '../core/options.ts'
import { consoleFindings } from './console-findings.ts'
import { diagnoseObservation } from './diagnose.ts'
import { keepRecording } from './recording/keep-recording.ts'
import { KERNEL } from './recording/observation.ts'
import { observe } from './recording/observe.ts'
import { numberRequests } from './recording/request-ids.ts'
import { reportOf } from './report.ts'

/** Options of {@link devtools}. */
export interface DevtoolsOptions {
  /** Makes the state for the panel's login button, as the page does for its own. @default a random one */
  state?: () => string | Promise<string>
}

/** What the plugin contributes. */
export interface DevtoolsApi {
  /** Opens the panel. Rejects when it cannot be loaded. */
  openDevtools(): Promise<void>
  /** What is known, with a diagnosis, as text that holds no secret and does not name the reader. */
  devtoolsReport(): Promise<string>
}

const QUERY = 'portico-devtools'

/** A state that nobody can guess. `randomUUID` is missing on pages without https. */
const randomState = ({ crypto }: BrowserWindow): string => [...crypto.getRandomValues(new Uint32Array(4))].join('-')

/**
 * Records what the identity does, and contributes a panel that shows it.
 *
 * @example
 * const identity = createIdentity(options, [fetchTransport(), sessionCache(), user(), devtools()])
 * await identity.openDevtools()
 */
export function devtools({ state }: DevtoolsOptions = {}): Plugin<DevtoolsApi> {
  return {
    name: 'devtools',
    setup(kernel) {
      const { window } = kernel
      // The recording must see the numbers.
      numberRequests(kernel)
      const observation = observe(kernel)
      keepRecording(observation)
      consoleFindings().setup(kernel)
      let close: (() => void) | undefined
      kernel.onDispose(() => close?.())

      const openDevtools = async () => {
        const { openPanel } = await import('./panel/panel.ts')
        kernel.throwIfDisposed()
        close = openPanel(observation, state ?? (() => randomState(window)))
      }
      // Nobody waits for it then. Whoever has pressed the keys has to learn why nothing opens.
      const openByHand = () => {
        openDevtools().catch((error) => {
          if (!kernel.isDisposed()) window.console?.warn('portico: the panel cannot be opened', error)
        })
      }
      kernel.listen('keydown', (event) => {
        if (event.code !== 'KeyI' || !event.altKey || !event.shiftKey) return
        event.preventDefault()
        openByHand()
      })
      if (new URLSearchParams(window.location.search).has(QUERY)) openByHand()

      return {
        openDevtools,
        devtoolsReport: async () => reportOf(observation, await diagnoseObservation(observation)),
        [KERNEL]: kernel,
      }
    },
  }
}

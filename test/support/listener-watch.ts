/** Which listeners a window and its document have: from their own side, whatever stands between them and who adds one. */
import type { BrowserWindow } from '../../core/options.ts'

export interface ListenerWatch {
  /** What has been added so far, such as `window pageshow`. */
  readonly added: readonly string[]
  /** What is there. A listener whose signal has aborted is not. */
  left(): string[]
}

interface Listening {
  name: string
  target: EventTarget
  type: string
  listener: unknown
  signal: AbortSignal | undefined
}

/** Writes down what is added from now on, and what is taken off. */
export function watchListeners(window: BrowserWindow): ListenerWatch {
  const added: string[] = []
  let all: Listening[] = []
  for (const [name, target] of Object.entries<EventTarget>({ window, document: window.document })) {
    const { addEventListener, removeEventListener } = target
    Object.assign(target, {
      addEventListener(type: string, listener: never, options?: AddEventListenerOptions) {
        added.push(`${name} ${type}`)
        all.push({ name, target, type, listener, signal: options?.signal })
        return addEventListener.call(target, type, listener, options)
      },
      removeEventListener(type: string, listener: never, options?: EventListenerOptions) {
        all = all.filter((one) => one.target !== target || one.type !== type || one.listener !== listener)
        return removeEventListener.call(target, type, listener, options)
      },
    })
  }
  const left = () => all.filter(({ signal }) => !signal?.aborted).map(({ name, type }) => `${name} ${type}`)
  return { added, left }
}

/**
 * The life of one instance: what has to be undone at its end, how late code learns of it, and how code of the page is run.
 */
import { SDKError } from '../errors.ts'
import type { BrowserWindow } from '../options.ts'

export interface Lifecycle {
  /** True once the identity was disposed. */
  isDisposed(): boolean
  /** Throws once the instance is disposed. For code that goes on after an `await`. @throws {SDKError} `disposed` */
  throwIfDisposed(): void
  /**
   * Calls the function at `dispose()`, the latest one first. After `dispose()` it is called at once.
   *
   * @returns a function that removes it from the list
   */
  onDispose(undo: () => void): () => void
  /** Listens to events of the window until dispose. @returns a function that removes the listener */
  listen<Type extends keyof WindowEvents>(
    type: Type,
    listener: (event: WindowEvents[Type]) => void,
    options?: { capture?: boolean },
  ): () => void
}

/** Events that reach the window: its own, and two of the document. */
type WindowEvents = WindowEventMap & Pick<DocumentEventMap, 'visibilitychange'> & { prerenderingchange: Event }

/** Runs code of the page. */
export type Guard = (run: () => void) => void

/** Makes the guard: what the code throws goes to the page's own error reporting, and harms nobody here. */
export function createGuard(window: BrowserWindow): Guard {
  return (run) => {
    try {
      run()
    } catch (error) {
      window.reportError?.(error)
    }
  }
}

/** Makes the life of one instance. @param guard runs an undo, and keeps what it throws from the others */
export function createLifecycle(window: BrowserWindow, guard: Guard): Lifecycle & { dispose(): void } {
  const undos = new Set<() => void>()
  let isDisposed = false

  const onDispose = (undo: () => void) => {
    if (isDisposed) guard(undo)
    else undos.add(undo)
    return () => void undos.delete(undo)
  }

  return {
    isDisposed: () => isDisposed,
    throwIfDisposed() {
      if (isDisposed) throw new SDKError('disposed')
    },
    onDispose,
    listen(type: string, listener: (event: never) => void, options?: { capture?: boolean }) {
      const handler = listener as EventListener
      // Taken off by hand: a window of another realm refuses the signal of this one.
      window.addEventListener?.(type, handler, options)
      const stop = () => window.removeEventListener?.(type, handler, options)
      const forget = onDispose(stop)
      return () => {
        forget()
        stop()
      }
    },
    dispose() {
      isDisposed = true
      // Taken off the list first: an undo may dispose once more.
      const lastFirst = [...undos].reverse()
      undos.clear()
      for (const undo of lastFirst) guard(undo)
    },
  }
}

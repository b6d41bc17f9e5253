/**
 * The end of an instance: what has to be undone then, and how code that comes late learns of it.
 */
import { SDKError } from './errors.ts'

export interface Disposal {
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
}

/** Makes the end of one instance. @param guard runs an undo, and keeps what it throws from the others */
export function createDisposal(guard: (run: () => void) => void): Disposal & { dispose(): void } {
  const undos = new Set<() => void>()
  let isDisposed = false

  return {
    isDisposed: () => isDisposed,
    throwIfDisposed() {
      if (isDisposed) throw new SDKError('disposed')
    },
    onDispose(undo) {
      if (isDisposed) guard(undo)
      else undos.add(undo)
      return () => void undos.delete(undo)
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

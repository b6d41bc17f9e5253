/** An `AbortController` as sites wrote it themselves, before browsers had one: its signal is no event target of any realm. */

type Listener = ((event: { type: string }) => void) | { handleEvent(event: { type: string }): void }

class HandWrittenSignal {
  aborted = false
  onabort: ((event: { type: string }) => void) | null = null
  listeners: Listener[] = []
  addEventListener(type: string, listener: Listener): void {
    if (type === 'abort') this.listeners.push(listener)
  }
  removeEventListener(_type: string, listener: Listener): void {
    this.listeners = this.listeners.filter((other) => other !== listener)
  }
}

/** No `reason`, no `throwIfAborted`, no `AbortSignal.timeout`. */
export class HandWrittenAbortController {
  signal: HandWrittenSignal = new HandWrittenSignal()
  abort(): void {
    if (this.signal.aborted) return
    this.signal.aborted = true
    const event = { type: 'abort' }
    this.signal.onabort?.(event)
    for (const listener of this.signal.listeners)
      if (typeof listener === 'function') listener(event)
      else listener.handleEvent(event)
  }
}

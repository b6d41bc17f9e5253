/** Watches a window for what an instance adds to it: listeners, timers, globals. */
import type { BrowserWindow } from '../../core/options.ts'

export function watch(window: BrowserWindow) {
  const open = new Map<unknown, string>()
  const globals = new Set(Object.getOwnPropertyNames(window))

  for (const target of [window, window.document]) {
    const { addEventListener, removeEventListener } = target
    target.addEventListener = (type: string, listener: never, options: never) => {
      open.set(listener, `listener ${type}`)
      // A signal takes a listener off as well.
      const { signal } = Object(options) as AddEventListenerOptions
      signal?.addEventListener('abort', () => open.delete(listener))
      addEventListener.call(target, type, listener, options)
    }
    target.removeEventListener = (type: string, listener: never, options: never) => {
      open.delete(listener)
      removeEventListener.call(target, type, listener, options)
    }
    globals.add('addEventListener').add('removeEventListener')
  }
  for (const [start, stop] of [
    ['setTimeout', 'clearTimeout'],
    ['setInterval', 'clearInterval'],
  ] as const) {
    const [begin, end] = [window[start], window[stop]]
    Object.assign(window, {
      [start]: (...args: unknown[]) => {
        const timer = (begin as (...args: unknown[]) => unknown).apply(window, args)
        open.set(timer, `timer by ${start}`)
        return timer
      },
      [stop]: (timer: never) => {
        open.delete(timer)
        end.call(window, timer)
      },
    })
  }

  return {
    /** What is still there, in words. */
    leftovers: (): string[] => [
      ...open.values(),
      ...Object.getOwnPropertyNames(window)
        .filter((name) => !globals.has(name))
        .map((name) => `global ${name}`),
    ],
  }
}

/** Watches a window for what an instance adds to it: listeners, timers, globals. */
import type { BrowserWindow } from '../../core/options.ts'
import { watchListeners } from './listener-watch.ts'

export function watch(window: BrowserWindow) {
  const listeners = watchListeners(window)
  const open = new Map<unknown, string>()
  const globals = new Set(Object.getOwnPropertyNames(window))

  for (const [start, stop] of [
    ['setTimeout', 'clearTimeout'],
    ['setInterval', 'clearInterval'],
  ] as const) {
    const [begin, end] = [window[start], window[stop]]
    Object.assign(window, {
      [start]: (run: () => void, ms?: number) => {
        const timer = begin.call(
          window,
          () => {
            // A timer of `setTimeout` is over once it has run.
            if (start === 'setTimeout') open.delete(timer)
            run()
          },
          ms,
        )
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
      ...listeners.left().map((name) => `listener ${name}`),
      ...open.values(),
      ...Object.getOwnPropertyNames(window)
        .filter((name) => !globals.has(name))
        .map((name) => `global ${name}`),
    ],
  }
}

/** Timers of a page that end when they are told to. */
import type { Page } from 'playwright-core'

/** Has no time pass for a page's timers but by {@link pass}. Run it before the page's scripts. */
export function holdTimers(): void {
  let now = 0
  const timers: ({ at: number; end(): void } | undefined)[] = []
  const setTimeout = (end: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    timers.push({ at: now + ms, end: () => end(...given) })
  const clearTimeout = (id: number) => void delete timers[id - 1]
  const pass = (ms: number) => {
    now += ms
    for (const [index, timer] of timers.entries()) {
      if (!timer || timer.at > now) continue
      delete timers[index]
      timer.end()
    }
  }
  Object.assign(window, { setTimeout, clearTimeout, pass })
}

/** Lets time pass for the timers of a page. */
export function pass(page: Page, ms: number): Promise<void> {
  return page.evaluate((time) => (window as unknown as { pass(ms: number): void }).pass(time), ms)
}

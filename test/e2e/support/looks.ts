/** The looks of a page at the popup that it has opened: tests have them happen, and wait for none. */
import type { Frame, Page } from 'playwright-core'

/** Has a page, and its frames, look when {@link looks} says so, too. Call it before the page is opened. */
export async function offerLooks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const LOOK_MS = 250
    const { setInterval, clearInterval } = window
    const looking = new Map<number | undefined, () => void>()
    const begin = (run: () => void, ms?: number) => {
      const timer = setInterval(run, ms)
      if (ms === LOOK_MS) looking.set(timer, run)
      return timer
    }
    const end = (timer?: number) => {
      looking.delete(timer)
      clearInterval(timer)
    }
    const look = (times: number) => {
      for (let left = times; left > 0; left -= 1) for (const run of looking.values()) run()
      return looking.size > 0
    }
    Object.assign(window, { setInterval: begin, clearInterval: end, look })
  })
}

/**
 * Has a page, or a frame, look so many times, which is longer than any grace by default.
 *
 * @returns whether it looks on
 */
export const looks = (page: Page | Frame, times = 10): Promise<boolean> =>
  page.evaluate((count) => (window as unknown as { look(times: number): boolean }).look(count), times)

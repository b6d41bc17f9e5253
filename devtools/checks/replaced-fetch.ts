/**
 * Whether the page's fetch is the browser's own, and whether a call failed as that does.
 */
import type { BrowserWindow } from '../../core/options.ts'

/** Whether a script has replaced the fetch of the page. */
export function isFetchReplaced({ fetch }: BrowserWindow): boolean {
  if (typeof fetch !== 'function') return false
  return !/\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(fetch))
}

/** What Chromium, Firefox, Safari and Node say when no answer comes. */
const NETWORK_FAILURE =
  /^(failed to fetch|networkerror when attempting to fetch resource|load failed|fetch failed|the network connection was lost|the internet connection appears to be offline|cancelled|network request failed)/i

/** Whether an error, or one of its causes, is what a browser's fetch fails with. */
export function isNetworkFailure(error: unknown): boolean {
  const causes: unknown[] = []
  for (let cause = error; cause && !causes.includes(cause); cause = Object(cause).cause) causes.push(cause)
  return causes.some((cause) => {
    const { name, message } = Object(cause)
    return name === 'NetworkError' || (name === 'TypeError' && NETWORK_FAILURE.test(`${message}`))
  })
}

/**
 * The window of a login: how it opens, and what tells that it is time to ask how the login ended. No plugin, but what
 * those that open one share.
 */
import type { BrowserWindow } from '../../core/options.ts'

const WIDTH = 360
const HEIGHT = 570
const POLL_MS = 250
// A popup that closes by itself has called before: so long may the call take.
const GRACE_POLLS = 4
const LIMIT_MS = 900_000

/** Opens it in the middle of the screen; null where the browser lets none open. */
export function openPopup(window: BrowserWindow, url: string): Window | null {
  try {
    const left = (window.screen.width - WIDTH) / 2
    const top = (window.screen.height - HEIGHT) / 2
    return window.open(url, '', `width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`)
  } catch {
    return null
  }
}

/** Whom a popup's signs are for. None of them says how the login ended. */
export interface PopupWatcher {
  /** The page on which the popup ends has called. */
  called(): void
  /** The user is back on this page, and the popup is open. */
  returned(): void
  /**
   * There is nothing more to wait for.
   *
   * @param isClosed whether the popup is closed for certain: one that was severed, by Cross-Origin-Opener-Policy, says
   * that it is closed while it is open
   */
  over(isClosed: boolean): void
}

/**
 * Watches a popup until `signal` aborts.
 *
 * @param name the channel on which the page calls that it ends on; of its messages, what they begin with
 * @param origin where that page may call from by postMessage
 */
export function watchPopup(
  window: BrowserWindow,
  popup: Window,
  { name, origin, signal }: { name: string; origin: string; signal: AbortSignal },
  watcher: PopupWatcher,
): void {
  const deadline = Date.now() + LIMIT_MS
  /** It has shown a page of another origin, and could still be seen: nothing had severed it by then. */
  let isAttached = false
  let hasCalled = false
  /** The user has left this page since, for the popup or for something else. */
  let isAway = false
  let closedPolls = 0
  let heard: unknown

  const over = (isClosed: boolean) => {
    window.clearInterval(timer)
    watcher.over(isClosed)
  }
  const timer = window.setInterval(() => {
    const { document } = window
    const isHere = document.hasFocus()
    isAway ||= !isHere
    if (Date.now() > deadline) over(false)
    else if (!popup.closed) {
      try {
        isAttached ||= !popup.location.href
      } catch {
        isAttached = true
      }
      if (isHere && isAway) {
        isAway = false
        watcher.returned()
      }
    } else if (!document.hidden && (hasCalled || (++closedPolls > GRACE_POLLS && isHere && (isAttached || isAway))))
      over(isAttached || hasCalled)
  }, POLL_MS)

  const call = ({ data }: MessageEvent) => {
    // It comes by two ways.
    if (data === heard) return
    heard = data
    hasCalled = true
    watcher.called()
  }
  let channel: BroadcastChannel | undefined
  const close = () => channel?.close()
  const open = () => {
    close()
    try {
      channel = new window.BroadcastChannel(name)
      channel.onmessage = call
    } catch {}
  }
  open()
  const onMessage = (event: MessageEvent) => {
    if (event.source === popup && event.origin === origin && `${event.data}`.startsWith(`${name} `)) call(event)
  }
  window.addEventListener('message', onMessage, { signal })
  // An open channel keeps a page out of the back/forward cache.
  window.addEventListener('pagehide', close, { signal })
  window.addEventListener('pageshow', open, { signal })
  signal.addEventListener('abort', () => {
    window.clearInterval(timer)
    close()
  })
}

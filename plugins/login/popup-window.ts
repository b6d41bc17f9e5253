/**
 * The window of a login, while it is open: what tells that it is time to ask how the login ended.
 */
import { pageLeaves, pageReturns } from '../../core/kernel/page.ts'
import type { Kernel } from '../../core/kernel/plugin.ts'

const POLL_MS = 250
// A popup that closes by itself has sent its message before. The message may take so long.
const GRACE_POLLS = 4
const LIMIT_MS = 900_000

/** Who is told of what a popup does. Nothing of it says how the login ended. */
export interface PopupWatcher {
  /** The page on which the popup ends has sent its message. */
  messaged(): void
  /** The user is back on this page, and the popup is open. */
  returned(): void
  /**
   * The popup is closed, or the waiting has taken too long.
   *
   * @param isClosed whether the popup is certainly closed. One that Cross-Origin-Opener-Policy has severed seems closed while
   * it is open
   */
  over(isClosed: boolean): void
}

/**
 * Watches a popup.
 *
 * @param name the channel on which the popup's last page sends its message, which begins with the same text
 * @param origin where that page may send it from by postMessage
 * @returns a function that ends the watching
 */
export function watchPopup(
  kernel: Kernel,
  popup: Window,
  { name, origin }: { name: string; origin: string },
  watcher: PopupWatcher,
): () => void {
  const { window } = kernel
  const deadline = Date.now() + LIMIT_MS
  /** The popup was seen on a page of another origin: nothing has severed it. */
  let isAttached = false
  let hasMessaged = false
  /** This page has lost the focus since, to the popup or to something else. */
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
    } else if (!document.hidden && (hasMessaged || (++closedPolls > GRACE_POLLS && isHere && (isAttached || isAway))))
      over(isAttached || hasMessaged)
  }, POLL_MS)

  const receive = ({ data }: MessageEvent) => {
    // The page sends it by the channel and by postMessage.
    if (data === heard) return
    heard = data
    hasMessaged = true
    watcher.messaged()
  }
  let channel: BroadcastChannel | undefined
  const close = () => channel?.close()
  const open = () => {
    close()
    try {
      channel = new window.BroadcastChannel(name)
      channel.onmessage = receive
    } catch {}
  }
  open()
  const hear = (event: MessageEvent) => {
    if (event.source === popup && event.origin === origin && `${event.data}`.startsWith(`${name} `)) receive(event)
  }
  const undos = [
    kernel.listen('message', hear),
    // An open channel keeps a page out of the back/forward cache.
    pageLeaves(kernel, close),
    pageReturns(kernel, open),
    close,
    () => window.clearInterval(timer),
  ]
  return () => {
    for (const undo of undos) undo()
  }
}

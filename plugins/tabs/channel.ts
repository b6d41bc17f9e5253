/**
 * What the tabs of one client say to each other, by a broadcast channel, which all pages of the origin can hear and use: a question, and
 * fresh responses of the service.
 */
import { ownMembers } from '../../core/json.ts'
import type { BrowserWindow } from '../../core/options.ts'
import type { SessionResult } from '../../core/session/result.ts'
import { revive } from '../shared/kept-result.ts'

// An older answer is not shared: the user may have changed since.
const FRESH_MS = 10_000
// A tab that knows replies at once, unless it has been closed.
const REPLY_MS = 250

const QUESTION = 'question'

/**
 * Reads a response that another tab has sent. Any page of the origin can say that nobody is logged in, so that is believed for a short
 * time only.
 */
function readMessage(data: unknown): SessionResult | undefined {
  const result = revive(ownMembers(data).reading, 'tab')
  if (!result || result.session?.userId) return result
  return { ...result, expiresAt: Math.min(result.expiresAt, result.askedAt + FRESH_MS) }
}

/** A channel of the browser; undefined where it has none, or denies it. */
function openChannel(window: BrowserWindow, name: string): BroadcastChannel | undefined {
  try {
    return new window.BroadcastChannel(name)
  } catch {}
}

export interface Channel {
  open(): void
  close(): void
  /** Forgets what was heard: it may be about another user. */
  forget(): void
  /** The latest answer of another tab; undefined when it is no longer fresh. */
  latest(): SessionResult | undefined
  /** Asks the other tabs for their latest answer, which may not come. */
  ask(): Promise<void>
  /** Tells the other tabs what the service has answered. */
  tell(result: SessionResult): void
}

/** Makes the channel of one tab. @param learn is called when another tab has told what the service has answered it */
export function createChannel(window: BrowserWindow, name: string, learn: () => void): Channel {
  let channel: BroadcastChannel | undefined
  /** The latest answer of another tab, and the latest of this one. A tab does not answer itself: that would be a second cache. */
  let heard: SessionResult | undefined
  let told: SessionResult | undefined
  let endWaiting = () => {}

  const ifFresh = (result: SessionResult | undefined) => {
    const now = Date.now()
    if (result && result.askedAt + FRESH_MS > now && result.expiresAt > now) return result
  }
  const latest = () => ifFresh(heard)

  const hear = (data: unknown) => {
    const known = ifFresh(told) ?? latest()
    if (data === QUESTION) return known && channel?.postMessage({ reading: known })
    const result = readMessage(data)
    if (!result || (known && known.askedAt >= result.askedAt)) return
    heard = result
    // Whoever asks this tab gets the newest.
    told = undefined
    endWaiting()
    learn()
  }
  const forget = () => {
    heard = told = undefined
  }

  return {
    latest,
    open() {
      channel ??= openChannel(window, name)
      if (channel) channel.onmessage = ({ data }) => hear(data)
    },
    close() {
      channel?.close()
      channel = undefined
      forget()
      endWaiting()
    },
    forget,
    ask: () =>
      new Promise((resolve) => {
        if (!channel) return resolve()
        const timer = window.setTimeout(resolve, REPLY_MS)
        endWaiting = () => {
          window.clearTimeout(timer)
          resolve()
        }
        channel.postMessage(QUESTION)
      }),
    tell(result) {
      told = result
      channel?.postMessage({ reading: result })
    },
  }
}

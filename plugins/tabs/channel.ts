/**
 * What the tabs of one client say to each other, by a broadcast channel, which all pages of the origin can hear and use.
 */
import { type DatedAnswer, parseAnswer } from '../../core/answer.ts'
import { SDKError } from '../../core/errors.ts'
import type { BrowserWindow } from '../../core/options.ts'
import { ownMembers } from '../../core/own-members.ts'
import { type SDKErrorReason, SERVICE_TROUBLE } from '../../core/reasons.ts'
import { isAboutReader } from '../../core/session-answer.ts'

/** A tab wants to know who has a fresh answer. */
interface Question {
  readonly type: 'question'
}

/** A tab has an answer of the service. */
interface Told {
  readonly type: 'answer'
  readonly answer: DatedAnswer
}

/** The service could not be asked. Whoever waits for an answer need not try. */
interface Trouble {
  readonly type: 'trouble'
  readonly reason: SDKErrorReason
  readonly code: number | undefined
}

export type Message = Question | Told | Trouble

/** What ends the waiting of a tab. */
export type Reply = Told | Trouble

/** Reads a message, which any page of the origin may have sent; undefined when it is none of ours. */
export function parseMessage(data: unknown): Message | undefined {
  const { type, answer, reason, code } = ownMembers(data)
  if (type === 'question') return { type }
  if (type === 'answer') {
    const parsed = parseAnswer(answer, 'tab')
    return parsed && isAboutReader(parsed) ? { type, answer: parsed } : undefined
  }
  if (type !== 'trouble') return
  const known = SERVICE_TROUBLE.find((trouble) => trouble === reason)
  return known && { type, reason: known, code: typeof code === 'number' ? code : undefined }
}

/** The trouble as an error of the tab that has heard of it. */
export const errorOf = ({ reason, code }: Trouble): SDKError => new SDKError(reason, code, { code })

/** A channel of the browser; undefined where it has none, or denies it. */
function openChannel(window: BrowserWindow, name: string): BroadcastChannel | undefined {
  try {
    return new window.BroadcastChannel(name)
  } catch {}
}

export interface Channel {
  open(): void
  /** Also ends the waiting, without a reply. */
  close(): void
  /** @returns false where there is no channel */
  send(message: Message): boolean
  /** The next useful reply; undefined when none comes in time. */
  nextReply(timeoutMs: number): Promise<Reply | undefined>
  /** Ends the waiting, without a reply. */
  stopWaiting(): void
}

/**
 * Makes the channel of one tab.
 *
 * @param hear gets each message. It returns the message if that is a useful reply
 */
export function createChannel(
  window: BrowserWindow,
  name: string,
  hear: (message: Message) => Reply | undefined,
): Channel {
  let channel: BroadcastChannel | undefined
  let endWaiting: (reply?: Reply) => void = () => {}

  return {
    open() {
      if (channel) return
      channel = openChannel(window, name)
      if (!channel) return
      channel.onmessage = ({ data }) => {
        const message = parseMessage(data)
        const reply = message && hear(message)
        if (reply) endWaiting(reply)
      }
    },
    close() {
      channel?.close()
      channel = undefined
      endWaiting()
    },
    send(message) {
      channel?.postMessage(message)
      return !!channel
    },
    stopWaiting: () => endWaiting(),
    nextReply: (timeoutMs) =>
      new Promise((resolve) => {
        const timer = window.setTimeout(resolve, timeoutMs)
        endWaiting = (reply) => {
          window.clearTimeout(timer)
          resolve(reply)
        }
      }),
  }
}

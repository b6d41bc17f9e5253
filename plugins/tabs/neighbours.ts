/**
 * The other tabs of one client, as one tab sees them: what they know, which of them asks, and what they are told.
 */
import type { DatedAnswer } from '../../core/answer.ts'
import { draw } from '../../core/chance.ts'
import type { SDKError } from '../../core/errors.ts'
import type { BrowserWindow } from '../../core/options.ts'
import { SERVICE_TROUBLE } from '../../core/reasons.ts'
import { readAnswer } from '../../core/session-answer.ts'
import { isHidden } from '../../core/visibility.ts'
import { type Agreement, FRESH_MS } from './agreement.ts'
import { createChannel, errorOf, type Message, type Reply } from './channel.ts'
import { createLeadership } from './leader.ts'

// A tab waits for so long, and for at most twice as long. A hidden one does so again and again, while another tab asks and its promise
// holds. The transport's attempts come after it. A stale answer causes a second round.
const WAIT_MS = 1900
// A tab that knows replies at once, unless it has been closed.
const REPLY_MS = 250

export interface Neighbours {
  /** Hears of them from now on. */
  open(): void
  /** Does what `giveUp` does, and stops hearing of them. */
  close(): void
  /** The last answer of the service, to this tab or another; undefined when it is too old. */
  latest(): DatedAnswer | undefined
  /** Asks them. Without an answer, this tab is to ask the service. Rejects with the trouble that another tab had. */
  ask(): Promise<DatedAnswer | undefined>
  /** Ends the waiting: this tab is to ask the service. */
  stopWaiting(): void
  /** Offers the answer of the request that this tab has sent, and tries to lead. */
  offerComing(): void
  /** The request has ended: another tab may take the lead. */
  resign(): void
  /** Withdraws what this tab has offered if it leads, and resigns. */
  giveUp(): void
  /** The service has answered this tab. */
  tell(answer: DatedAnswer): void
  /** The offered answer has not come. Withdraws the offer, and tells those who wait of trouble with the service. */
  tellTrouble(error: SDKError | undefined): void
}

const freshUntil = ({ askedAt, expiresAt }: DatedAnswer) => Math.min(askedAt + FRESH_MS, expiresAt)

/** What another tab has said. Any page of the origin can say that nobody is logged in, so that is believed for a short time only. */
const bounded = (answer: DatedAnswer): DatedAnswer =>
  readAnswer(answer).session?.userId ? answer : { ...answer, expiresAt: freshUntil(answer) }

/** Makes the view of the other tabs. @param learn is called when one of them has told what the service has answered it */
export function createNeighbours(
  window: BrowserWindow,
  name: string,
  agreement: Agreement,
  learn: () => unknown,
): Neighbours {
  const leadership = createLeadership(window, name)
  let heard: DatedAnswer | undefined
  /** The waiting that goes on, if any: an earlier one ends. */
  let waiting: object | undefined

  const isFresh = (answer: DatedAnswer) =>
    answer.askedAt >= agreement.readMark().changedAt && freshUntil(answer) > Date.now()
  const latest = () => (heard && isFresh(heard) ? heard : undefined)

  /** Takes a message in. @returns the message, if it is a useful reply */
  const hear = (message: Message): Reply | undefined => {
    if (message.type === 'trouble') return message
    if (message.type === 'question') {
      const answer = latest()
      if (answer) channel.send({ type: 'answer', answer })
      return
    }
    if (!isFresh(message.answer)) return
    heard = bounded(message.answer)
    learn()
    return message
  }
  const channel = createChannel(window, name, hear)

  const giveUp = () => {
    waiting = undefined
    if (leadership.isLeader()) agreement.withdraw()
    leadership.resign()
  }

  return {
    open: channel.open,
    close() {
      giveUp()
      channel.close()
      heard = undefined
    },
    latest,
    async ask() {
      const mine = {}
      waiting = mine
      for (;;) {
        const role = await leadership.claim()
        // The reader may have turned to this page meanwhile.
        if (role === 'alone' || mine !== waiting || (role === 'leader' && !agreement.isOffered())) return
        if (!channel.send({ type: 'question' })) return
        const reply = await channel.nextReply(role === 'leader' ? REPLY_MS : WAIT_MS * (1 + draw(window)))
        if (reply) {
          // This tab usually makes no request now, so it resigns. It resigns at the end of the call, too, but plugins do not hear of the
          // end of a call that was cleared.
          leadership.resign()
          if (reply.type === 'trouble') throw errorOf(reply)
          return latest()
        }
        // Nobody sees a hidden page, so it goes on waiting while a slow request of another tab is on its way.
        if (role === 'leader' || mine !== waiting || !isHidden(window) || !agreement.isOffered()) return
      }
    },
    stopWaiting() {
      waiting = undefined
      channel.stopWaiting()
    },
    offerComing() {
      agreement.offer(Date.now() + FRESH_MS)
      leadership.claim()
    },
    resign: leadership.resign,
    giveUp,
    tell(answer) {
      heard = { ...answer, origin: 'tab' }
      channel.send({ type: 'answer', answer: heard })
      agreement.offer(freshUntil(answer))
    },
    tellTrouble(error) {
      agreement.withdraw()
      if (!error || !SERVICE_TROUBLE.includes(error.reason)) return
      channel.send({ type: 'trouble', reason: error.reason, code: error.code })
    },
  }
}

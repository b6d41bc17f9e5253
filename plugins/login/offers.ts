/**
 * The offer to continue that is on its way: one at a time, with one end.
 */
import { SDKError } from '../../core/errors.ts'
import type { Kernel } from '../../core/plugin.ts'
import type { ContinueAsEndedContext, ContinueAsMode, ContinueAsResult, ContinueAsWay } from './continue-as.ts'

type Outcome = ContinueAsResult['outcome']

/** An offer to whoever asks the reader. */
export interface Offer {
  readonly mode: ContinueAsMode
  /** Aborts when the offer is over, however it ended. */
  readonly signal: AbortSignal
  /** Says who is about to ask. */
  askBy(way: ContinueAsWay): void
  /** Ends the offer by an error. */
  fail(error: SDKError): void
}

/** Asks the reader. Resolves with the outcome; with undefined where a button of the widget will end the offer. */
export type Ask = (offer: Offer) => Promise<Outcome | undefined>

/** An offer as its list has it. */
interface Current {
  readonly mode: ContinueAsMode
  readonly result: Promise<ContinueAsResult>
  way: ContinueAsWay | undefined
  end(outcome: Outcome): void
}

/** Makes what begins the offers of one identity. @returns a function that begins one, or joins the one that is on its way */
export function createOffers(kernel: Kernel): (mode: ContinueAsMode, ask: Ask) => Promise<ContinueAsResult> {
  let current: Current | undefined

  // A login leaves the page, or opens a popup beside it. The buttons of the widget begin one.
  kernel.hook('login:started', ({ how }) => {
    if (how !== 'blocked') current?.end(current.way === 'widget' ? 'connected' : 'unavailable')
  })
  // A code that comes now would log the reader in again.
  kernel.hook('logout:before', () => current?.end('unavailable'))
  kernel.on('simplifiedLoginCancelled', () => {
    if (current?.way === 'widget') current.end('dismissed')
  })
  kernel.listen('pagehide', () => current?.end('unavailable'))

  const begin = (mode: ContinueAsMode, ask: Ask): Current => {
    const controller = new AbortController()
    const { signal } = controller
    // The first end counts: a signal aborts once.
    const end = (ended: ContinueAsEndedContext) => controller.abort(ended)
    const fail = (error: SDKError) => end({ outcome: undefined, error })
    const result = new Promise<ContinueAsResult>((resolve, reject) => {
      signal.addEventListener('abort', () => {
        // Nobody else has the controller.
        const ended = signal.reason as ContinueAsEndedContext
        forget()
        // An active offer may have taken the place.
        if (current === offer) current = undefined
        kernel.notify('continue-as:ended', ended)
        if (ended.outcome) resolve({ outcome: ended.outcome })
        else reject(ended.error)
      })
    })
    const forget = kernel.onDispose(() => fail(new SDKError('disposed')))
    const offer: Current = {
      mode,
      result,
      way: undefined,
      end: (outcome) => end({ outcome, error: undefined }),
    }
    const askBy = (way: ContinueAsWay) => {
      offer.way = way
      kernel.notify('continue-as:started', { way, mode })
    }
    // Yield once, so that the offer is the current one when it asks.
    Promise.resolve({ mode, signal, askBy, fail })
      .then((asked) => (signal.aborted ? undefined : ask(asked)))
      .then(
        (outcome) => outcome && offer.end(outcome),
        (error) => fail(SDKError.from(error, 'plugin-failed', 'continueAs')),
      )
    return offer
  }

  return (mode, ask) => {
    const takesPlace = mode === 'active' && current?.mode === 'passive'
    if (current && !takesPlace) return current.result
    const passive = current
    current = begin(mode, ask)
    passive?.end('unavailable')
    return current.result
  }
}

/**
 * The offer to continue that is on its way: one at a time, with one end.
 */
import { SDKError } from '../../core/errors.ts'
import { pageLeaves } from '../../core/kernel/page.ts'
import type { Kernel } from '../../core/kernel/plugin.ts'
import type { ContinueAsEndedContext, ContinueAsMode, ContinueAsResult, ContinueAsWay } from './continue-as.ts'

type Outcome = ContinueAsResult['outcome']

/** An offer to whoever asks the reader. */
export interface Offer {
  readonly mode: ContinueAsMode
  /** Aborts when the offer is over, however it ended. */
  readonly signal: AbortSignal
  /** From now on, an active call joins this offer instead of taking its place. */
  keepPlace(): void
  /** Says by which other provider the reader continues. */
  continueBy(provider: string): void
  /** Says who is about to ask. */
  announce(way: ContinueAsWay): void
  /** Ends the offer. The first end counts. */
  end(outcome: Outcome): void
  fail(error: SDKError): void
}

/** Asks the reader. Resolves with the outcome; with undefined where a button of the widget will end the offer. */
export type Ask = (offer: Offer) => Promise<Outcome | undefined>

/** An offer as its list has it. */
interface Current {
  /** Whether an active call ends it, and begins another one. */
  isReplaceable: boolean
  readonly result: Promise<ContinueAsResult>
  way: ContinueAsWay | undefined
  end(outcome: Outcome): void
}

/** Runs something when the reader logs out on this page, and when the page learns that they have logged out elsewhere. */
export function onLogout(kernel: Kernel, run: () => void): void {
  kernel.hook('logout:before', run)
  kernel.hook('session:settled', ({ outcome, previous }) => {
    if (outcome === 'loggedOut' && previous?.userId) run()
  })
}

/** Makes what begins the offers of one identity. @returns a function that begins one, or joins the one that is on its way */
export function createOffers(kernel: Kernel): (mode: ContinueAsMode, ask: Ask) => Promise<ContinueAsResult> {
  let current: Current | undefined

  // A login leaves the page, or opens a popup beside it. The buttons of the widget begin one.
  kernel.hook('login:started', ({ how }) => {
    if (how !== 'blocked') current?.end(current.way === 'widget' ? 'connected' : 'unavailable')
  })
  // A code that comes now would log the reader in again.
  onLogout(kernel, () => current?.end('unavailable'))
  pageLeaves(kernel, () => current?.end('unavailable'))

  const begin = (mode: ContinueAsMode, ask: Ask): Current => {
    const controller = new AbortController()
    const { signal } = controller
    let end: (ended: ContinueAsEndedContext) => void
    let provider: string | undefined
    const result = new Promise<ContinueAsResult>((resolve, reject) => {
      end = (ended) => {
        // The first end counts.
        if (signal.aborted) return
        forget()
        // An active offer may have taken the place.
        if (current === offer) current = undefined
        controller.abort()
        kernel.notify('continue-as:ended', ended)
        if (ended.outcome) resolve({ outcome: ended.outcome, ...(provider && { provider }) })
        else reject(ended.error)
      }
    })
    const fail = (error: SDKError) => end({ outcome: undefined, error })
    const forget = kernel.onDispose(() => fail(new SDKError('disposed')))
    const offer: Current = {
      isReplaceable: mode === 'passive',
      result,
      way: undefined,
      end: (outcome) => end({ outcome, error: undefined }),
    }
    const keepPlace = () => {
      offer.isReplaceable = false
    }
    const continueBy = (other: string) => {
      provider = other
    }
    const announce = (way: ContinueAsWay) => {
      offer.way = way
      kernel.notify('continue-as:started', { way, mode })
    }
    // Yield once, so that the offer is the current one when it asks.
    Promise.resolve({ mode, signal, keepPlace, continueBy, announce, end: offer.end, fail })
      .then((asked) => (signal.aborted ? undefined : ask(asked)))
      .then(
        (outcome) => outcome && offer.end(outcome),
        (error) => fail(SDKError.from(error, 'plugin-failed', 'continueAs')),
      )
    return offer
  }

  return (mode, ask) => {
    const before = current
    if (before && !(mode === 'active' && before.isReplaceable)) return before.result
    current = begin(mode, ask)
    before?.end('unavailable')
    return current.result
  }
}

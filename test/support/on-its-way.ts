/** An answer that takes as long as a test wants. */
import type { Answer } from './page.ts'

export interface OnItsWay {
  /** Does not hear that nobody wants it any more. */
  readonly answer: Answer
  /** Settles when somebody has asked for it. */
  readonly wasAsked: Promise<void>
  /** Lets it come. */
  come(): void
}

/** Keeps an answer on its way until the test lets it come. */
export function onItsWay(answer: Answer): OnItsWay {
  let come = () => {}
  let ask = () => {}
  const until = new Promise<void>((resolve) => void (come = resolve))
  const wasAsked = new Promise<void>((resolve) => void (ask = resolve))
  const late: Answer = (url, signal) => {
    ask()
    return until.then(() => answer(url, signal))
  }
  return { answer: late, wasAsked, come: () => come() }
}

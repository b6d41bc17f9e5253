/**
 * The part of the reference model that stands for all tabs, in local storage. Where there is none, each instance agrees with
 * itself.
 */
import { type Pause, remembered } from './pause-model.ts'
import { NOBODY, tagOf } from './readers.ts'

/** Who the user is, as tabs tell users apart, and when they changed last, in whichever tab. */
export interface Mark {
  readonly changedAt: number
  readonly who: string
}

/** The browser tells other tabs of each key by itself: that the user changed, that a logout began or ended. */
export type News = 'mark' | 'leaving'

/** For so long others may go by an answer, and for so long a logout may take to leave its page. */
export const FRESH_MS = 10_000

export class AgreementModel {
  #mark: Mark = { changedAt: 0, who: NOBODY }
  #leavingUntil: number | undefined
  #pause: Pause | undefined
  readonly #notify: (news: News) => void

  /** @param notify called when something else stands there than before */
  constructor(notify: (news: News) => void = () => {}) {
    this.#notify = notify
  }

  /** What stands there, as a page reports it, be it over or not. */
  word(): string {
    const { changedAt, who } = this.#mark
    return [changedAt, tagOf(who), this.#leavingUntil ?? '-', this.#pause?.retryAt ?? '-'].join(' ')
  }

  get mark(): Mark {
    return this.#mark
  }

  set mark(mark: Mark) {
    this.#mark = mark
    this.#notify('mark')
  }

  /** Whether a tab is on its way to the logout page, so that the cookie is of a user who may be gone. */
  isLeaving(now: number): boolean {
    return this.#leavingUntil !== undefined && this.#leavingUntil > now
  }

  leaves(now: number): void {
    this.#leavingUntil = now + FRESH_MS
    this.#notify('leaving')
  }

  arrives(): void {
    if (this.#leavingUntil === undefined) return
    this.#leavingUntil = undefined
    this.#notify('leaving')
  }

  /** The pause that is in force. */
  pauseAt(now: number): Pause | undefined {
    return this.#pause && this.#pause.retryAt > now && remembered(this.#pause) > now ? this.#pause : undefined
  }

  pauses(pause: Pause): void {
    this.#pause = pause
  }

  pausesNoMore(): void {
    this.#pause = undefined
  }
}

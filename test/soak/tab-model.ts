/** What a tab owes its reader, by what it has been told and has heard. */

export const PATHS = ['/', '/head', '/hidden', '/alone', '/denied'] as const
export type Path = (typeof PATHS)[number]

export class TabModel {
  isHidden: boolean
  /** Whether it shows anybody yet. */
  hasAsked = false
  /** What was true before counts no more: the tab has heard that the reader has changed. */
  notBefore = 0
  /** Until then it makes no request: what it has been told still holds. */
  holdsUntil = 0
  /** Until then it spares the service. */
  sparesUntil = 0
  /** When it was told last who reads. */
  toldAt = 0
  /** It has heard that the reader has changed, and may ask by itself. */
  hasNews = false
  /** Nothing but the service can tell it who reads. */
  mustAsk = false
  /** Its storage has no room. */
  isFull = false
  readonly path: Path

  constructor(path: Path) {
    this.path = path
    this.isHidden = path === '/hidden'
  }

  /** It shares nothing with other tabs. */
  get isAlone(): boolean {
    return this.isFull || this.path === '/alone' || this.path === '/denied'
  }

  /** What it is told is kept by nothing but the page. */
  get keepsNothing(): boolean {
    return this.isFull || this.path === '/denied'
  }

  /** Another page is shown in this tab. */
  loads(): void {
    this.isHidden = this.path === '/hidden'
    this.constructs()
  }

  /** Another identity is made. What only the page's memory has had is gone: all of it, or that the service is to be spared. */
  constructs(): void {
    this.hasAsked = false
    if (this.keepsNothing) this.holdsUntil = 0
    if (this.isAlone) this.sparesUntil = 0
  }

  /** What it was told counts no more. */
  forgets(): void {
    this.holdsUntil = 0
    this.mustAsk = false
  }

  /** The reader has changed then, and it cannot but hear of that. */
  hears(moment: number): void {
    this.notBefore = moment
    this.hasNews = true
    this.forgets()
  }
}

/** One tab: the page that it shows, with the library in it, over and over as it is left and comes back. */
import type { Identity, IdentityOptions } from '../../../../presets/identity.ts'
import { type Line, OPTIONS, type StandIn } from './stand-in.ts'

type BrowserWindow = Window & typeof globalThis

/** The class of the package, which the page imports. */
type IdentityClass = new (options: IdentityOptions) => Identity

const EVENTS = ['login', 'logout', 'userChange', 'notLoggedin', 'error'] as const

export class Tab {
  readonly name: string
  readonly #Class: IdentityClass
  #identity: Identity
  readonly #window: BrowserWindow
  readonly #tell: (line: Line) => void
  readonly #changed: () => void

  constructor(
    Class: IdentityClass,
    name: string,
    page: BrowserWindow,
    standIn: StandIn,
    tell: (line: Line) => void,
    changed: () => void,
  ) {
    this.name = name
    this.#Class = Class
    this.#tell = tell
    this.#changed = changed
    this.#window = standIn.openTab(name, page, () => queueMicrotask(() => this.#load()))
    this.#identity = this.#construct()
  }

  #construct(): Identity {
    const identity = new this.#Class({ ...OPTIONS, window: this.#window })
    for (const name of EVENTS)
      identity.on(name, (payload: unknown) => {
        const { reason } = Object(payload)
        this.#tell({ tab: this.name, text: `event ${name}${reason ? `: ${reason}` : ''}` })
      })
    identity.subscribe(this.#changed)
    return identity
  }

  /** The page is loaded anew, as a browser does after a visit elsewhere. */
  #load(): void {
    this.#identity.dispose()
    this.#tell({ tab: this.name, text: 'The page is loaded' })
    this.#identity = this.#construct()
    this.#changed()
    this.ask()
  }

  get status(): string {
    return this.#identity.getSnapshot().status
  }

  get user(): string | undefined {
    return this.#identity.getSnapshot().session?.givenName
  }

  async ask(): Promise<void> {
    // Rejects where the page is left, or closed, while it waits.
    const answer = await this.#identity.isLoggedIn().catch(({ reason }) => reason)
    this.#tell({ tab: this.name, text: `isLoggedIn(): ${answer}` })
  }

  logIn(): void {
    this.#identity.login({ state: crypto.randomUUID() })
  }

  logOut(): void {
    this.#identity.logout()
  }

  forget(): void {
    this.#identity.clearCachedUserSession()
    this.#tell({ tab: this.name, text: 'clearCachedUserSession()' })
  }

  close(): void {
    this.#identity.dispose()
  }
}

/**
 * Who is reading, as a signal. On the server, and on the first render in the browser, it is the reader whom the server knows; later the one
 * whom the library knows. A server has no identity.
 */
import {
  afterNextRender,
  DestroyRef,
  Injectable,
  inject,
  makeStateKey,
  REQUEST_CONTEXT,
  signal,
  TransferState,
} from '@angular/core'
import type { EmptySnapshot, Session, Snapshot } from 'portico'
import { keepServerTold } from '../../site/follow'
import { logOut, uuidOf } from '../../site/identify.mjs'
import { getIdentity } from '../../site/identity'

/** What the server gives to a page that it renders. */
export interface PageContext {
  /** The reader's; undefined for an anonymous reader. */
  readonly session: Session | undefined
}

const SESSION = makeStateKey<PageContext['session']>('session')
const NOBODY_YET: EmptySnapshot = {
  status: 'unknown',
  session: null,
  reason: undefined,
  since: 0,
  source: undefined,
}

@Injectable({ providedIn: 'root' })
export class Reader {
  readonly #known = this.#fromServer()
  readonly snapshot = signal<Snapshot>(
    this.#known
      ? { status: 'connected', session: this.#known, reason: undefined, since: 0, source: 'server' }
      : NOBODY_YET,
  )
  #stopTelling = () => {}

  constructor() {
    const destroyed = inject(DestroyRef)
    afterNextRender(() => {
      const identity = getIdentity()
      const stop = identity.subscribe((snapshot) => this.#show(snapshot))
      this.#show(identity.getSnapshot())
      this.#tellServer(this.#known?.uuid ?? '')
      identity.isLoggedIn()
      destroyed.onDestroy(() => {
        stop()
        this.#stopTelling()
      })
    })
  }

  logOut(): void {
    logOut(getIdentity())
  }

  /** The server hands it over with the page. */
  #fromServer(): PageContext['session'] {
    const state = inject(TransferState)
    const context = inject(REQUEST_CONTEXT, { optional: true }) as PageContext | null
    if (context) state.set(SESSION, context.session)
    return state.get(SESSION, undefined)
  }

  /** What the server has rendered stays until the library knows better. */
  #show(snapshot: Snapshot): void {
    const isKnown = snapshot.source !== undefined || snapshot.status === 'loggedOut'
    if (isKnown || !this.snapshot().session) this.snapshot.set(snapshot)
  }

  /** Tells the server at each change who reads. @param known the uuid of the reader whom it knows */
  #tellServer(known: string): void {
    this.#stopTelling()
    const identity = getIdentity()
    this.#stopTelling = keepServerTold(identity, known, () =>
      this.#tellServer(uuidOf(identity.getSnapshot()) ?? ''),
    )
  }
}

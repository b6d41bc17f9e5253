/**
 * The reader, for the components of a page: as the server says, until the library knows better.
 */
import type { Snapshot } from 'portico'
import { createContext } from 'svelte'
import { follow, isOutdated, UNKNOWN } from '#site/follow.ts'
import { logOut } from '#site/identify.mjs'
import { identityOf } from '#site/identity.ts'
import type { Known, Settings } from '#site/page.mjs'

/** What the layout's data has of the server. */
interface ServerData {
  settings: Settings
  /** Whom the server has made this route for. */
  known: Known
}

export class Reader {
  /** What the library knows. The server and the first render in the browser agree that this is nothing yet. */
  snapshot = $state.raw<Snapshot>(UNKNOWN)
  readonly #data: () => ServerData

  /** @param data of the route that is shown; each has its own */
  constructor(data: () => ServerData, refresh: () => void) {
    this.#data = data
    // In the browser alone, and anew for each route.
    $effect(() => {
      const { known } = data()
      const identity = this.#identity
      this.snapshot = identity.getSnapshot()
      const stop = identity.subscribe((snapshot) => {
        this.snapshot = snapshot
      })
      const stopFollowing = follow(identity, known, refresh)
      return () => {
        stopFollowing()
        stop()
      }
    })
  }

  /** What to greet them by; undefined for a stranger. */
  get name(): string | undefined {
    const { known } = this.#data()
    return isOutdated(this.snapshot, known) ? undefined : known.name
  }

  logOut(): void {
    logOut(this.#identity)
  }

  get #identity() {
    const { settings, known } = this.#data()
    return identityOf(settings, known)
  }
}

export const [getReader, setReader] = createContext<Reader>()

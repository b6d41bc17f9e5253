/**
 * The reader, for the components of a page: as the server says, until the library knows better.
 */
import type { Snapshot } from 'portico'
import type { ComputedRef, ShallowRef } from 'vue'
import { follow, isOutdated, UNKNOWN } from '~~/site/follow'
import * as site from '~~/site/identify.mjs'
import { identityOf } from '~~/site/identity'
import type { Known, Settings } from '~~/site/page.mjs'

/** What the server says with each route. */
export interface ServerData {
  settings: Settings
  /** Whom it has made this route for. */
  known: Known
}

export interface Reader {
  /** What to greet them by; undefined for a stranger. */
  name: ComputedRef<string | undefined>
  /** What the library knows. The server and the first render in the browser agree that this is nothing yet. */
  snapshot: Readonly<ShallowRef<Snapshot>>
  logOut: () => void
}

/** @param refresh asks the server anew */
export function useReader(data: () => ServerData, refresh: () => void): Reader {
  const snapshot = shallowRef<Snapshot>(UNKNOWN)
  const name = computed(() => (isOutdated(snapshot.value, data().known) ? undefined : data().known.name))
  const identity = () => identityOf(data().settings, data().known)

  // In the browser alone, and anew for each route.
  onMounted(() =>
    watchEffect((onCleanup) => {
      snapshot.value = identity().getSnapshot()
      onCleanup(
        identity().subscribe((next) => {
          snapshot.value = next
        }),
      )
      onCleanup(follow(identity(), data().known, refresh))
    }),
  )
  return { name, snapshot, logOut: () => site.logOut(identity()) }
}

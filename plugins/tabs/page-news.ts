/**
 * What the identities of one client on one page tell each other: of what is written to local storage, the browser tells other pages alone.
 */
import type { Kernel } from '../../core/plugin.ts'

export interface PageNews {
  /** The mark was written. */
  tell(): void
  /** Hears what another identity has told, once that one has done what belongs to it. */
  listen(hear: () => void): void
}

/** Makes the news of one identity, by an event of the window. @param name its type, which the identities of one client share */
export function createPageNews(kernel: Kernel, name: string): PageNews {
  const { window } = kernel
  let isTelling = false

  return {
    tell() {
      isTelling = true
      // A window that somebody has made for a test may lack it.
      if (window.Event) window.dispatchEvent(new window.Event(name))
      isTelling = false
    },
    listen(hear) {
      // The compiler knows the types of the browser's own events alone.
      kernel.listen(name as 'storage', () => {
        if (!isTelling) Promise.resolve().then(() => kernel.isDisposed() || hear())
      })
    },
  }
}

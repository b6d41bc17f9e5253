/**
 * The one tab that asks for all, by a lock of the browser.
 */
import type { BrowserWindow } from '../../core/options.ts'

/** What a tab is: the one that asks, one that waits for it, or on its own, where there are no locks or none answers in time. */
export type Role = 'leader' | 'follower' | 'alone'

// A browser answers within milliseconds. Something that stands in for its locks may not answer at all.
const LOCK_MS = 1000

export interface Leadership {
  /** Tries to become the leader. Whoever is the leader stays it until it resigns. */
  claim(): Promise<Role>
  /**
   * Gives the lead up, and a claim that is still on its way. A browser does not let a page that holds a lock into
   * the back/forward cache, or throws it out as soon as another page asks about the lock.
   */
  resign(): void
  isLeader(): boolean
}

/** Makes the leadership of the tabs that share a name, as one of them sees it. */
export function createLeadership(window: BrowserWindow, name: string): Leadership {
  let isLeader = false
  /** Ends the lead, or the claim. */
  let release = () => {}

  const resign = () => {
    isLeader = false
    release()
    release = () => {}
  }

  const claim = async (): Promise<Role> => {
    if (isLeader) return 'leader'
    resign()
    // Pages that are not secure have no locks.
    const locks = window.navigator?.locks
    if (!locks) return 'alone'

    return new Promise((resolve) => {
      let hasResigned = false
      const resigned = new Promise<void>((done) => {
        release = () => {
          hasResigned = true
          done()
        }
      })
      const timer = window.setTimeout(() => {
        resign()
        resolve('alone')
      }, LOCK_MS)
      const take = (lock: Lock | null) => {
        window.clearTimeout(timer)
        // A lock that comes after its time is let go of: by now somebody else may lead.
        if (hasResigned) return resolve('follower')
        isLeader = !!lock
        resolve(isLeader ? 'leader' : 'follower')
        return isLeader ? resigned : undefined
      }
      const ask = async () => locks.request(name, { ifAvailable: true }, take)
      ask().catch(() => {
        // A page without an origin of its own may not ask for a lock, and what stands in for locks may be no function.
        window.clearTimeout(timer)
        resolve('alone')
      })
    })
  }

  return { claim, resign, isLeader: () => isLeader }
}

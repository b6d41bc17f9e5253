/**
 * The reference for the events of one instance: what a page hears, said as plainly as the contract says it, and without
 * a line of the library.
 */

/** What a session says that events depend on; nothing in it where there is no session. */
export interface Known {
  userId?: number
  userStatus?: string
}

export const EVENTS: readonly (
  | 'error'
  | 'login'
  | 'logout'
  | 'userChange'
  | 'sessionChange'
  | 'notLoggedin'
  | 'sessionInit'
  | 'statusChange'
)[] = [
  'error',
  'login',
  'logout',
  'userChange',
  'sessionChange',
  'notLoggedin',
  'sessionInit',
  'statusChange',
]

/** Names of the events, in order, that one instance tells after each thing that happens to it. */
export interface EventModel {
  /** A session arrived, from the service or from the cache. */
  session(next: Known): string[]
  /** The service, or the cache, said that there is no session. */
  none(): string[]
  /** The call failed in a way that says nothing about the user. */
  failure(): string[]
  /** The page called `logout`. */
  logout(): string[]
}

/** Whether it is a session of somebody: 0 is nobody. */
const isUser = ({ userId }: Known): boolean => !!userId

export function createEventModel(): EventModel {
  let known: Known = {}
  let initialised = false

  const compare = (next: Known): string[] => {
    const before = known
    known = next
    const heard: string[] = []
    if (isUser(next)) heard.push('login')
    if (isUser(before) && !isUser(next)) heard.push('logout')
    if (isUser(before) && isUser(next) && before.userId !== next.userId) heard.push('userChange')
    heard.push(isUser(before) || isUser(next) ? 'sessionChange' : 'notLoggedin')
    if (isUser(next) && !initialised) {
      initialised = true
      heard.push('sessionInit')
    }
    if (before.userStatus !== next.userStatus) heard.push('statusChange')
    return heard
  }

  return {
    session: compare,
    none: () => [...compare({}), 'error'],
    failure: () => ['error'],
    logout() {
      known = {}
      return ['logout']
    },
  }
}

// The command `copy`: it copies the sessions and the user ids of a store into another one, so that a move logs nobody out.

import type { FoundSession, ReservedUserId, SessionStore } from '../store/session-store.ts'
import { commandError, waitForStore } from './manage.ts'
import { isStoreAddress, openStore } from './open-store.ts'

/** What was copied, and what was not. */
export interface Copied {
  sessions: number
  userIds: number
  /** Sessions that the other store had already. */
  alreadyThere: number
  /** Sessions that the other store refused, since a logout is remembered there. */
  ended: number
  /** Readers who have another `userId` there, or whose `userId` is another reader's there. */
  conflicts: number
}

/** How many are copied at the same time. */
const CONCURRENCY = 50

/**
 * Copies. What is there stays as it is, so that a copy that was interrupted goes on when it is run again.
 *
 * @param onPage is called after each page
 * @throws {OptionsError} when the first store cannot be scanned
 */
export async function copyStore(
  from: SessionStore,
  to: SessionStore,
  onPage: (copied: Readonly<Copied>) => void,
): Promise<Copied> {
  if (!from.scan) throw commandError('copy', 'the store in --from cannot be read as a whole')
  const copied: Copied = { sessions: 0, userIds: 0, alreadyThere: 0, ended: 0, conflicts: 0 }

  async function copySession({ key, session, leftMs }: FoundSession): Promise<void> {
    if (await to.read(key)) copied.alreadyThere += 1
    else if (await to.create(key, session, Math.ceil(leftMs))) copied.sessions += 1
    else copied.ended += 1
  }
  async function copyUserId({ reader, userId }: ReservedUserId): Promise<void> {
    if ((await to.reserveUserId(reader, userId)) === userId) copied.userIds += 1
    else copied.conflicts += 1
  }

  let next: string | undefined
  do {
    const page = await from.scan(next)
    // First the user ids: a reader who logs in meanwhile finds theirs.
    await eachOf(page.userIds, copyUserId)
    await eachOf(page.sessions, copySession)
    next = page.next
    onPage(copied)
  } while (next !== undefined)
  return copied
}

async function eachOf<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += CONCURRENCY)
    await Promise.all(all.slice(at, at + CONCURRENCY).map(run))
}

/**
 * Copies between two addresses.
 *
 * @param addresses such as `sqlite:sessions.db`, or `$NAME` for the variable that has one
 * @throws {OptionsError} when one of them cannot be used
 */
export async function copy(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Copied> {
  const [source, target] = [from, to].map((text) => (text?.startsWith('$') ? variables[text.slice(1)] : text))
  if (!source || !target || !isStoreAddress(source) || !isStoreAddress(target) || source === target)
    throw commandError(
      'copy',
      'give --from and --to, two stores such as sqlite:sessions.db, or $NAME for the variable NAME',
    )
  const stores = [await openStore(source), await openStore(target)] as const
  try {
    await Promise.all(stores.map((store) => waitForStore('copy', store)))
    return await copyStore(...stores, ({ sessions, alreadyThere, userIds }) => {
      process.stderr.write(
        `copied ${sessions} sessions and ${userIds} user ids, ${alreadyThere} sessions were there\n`,
      )
    })
  } finally {
    await Promise.all(stores.map((store) => store.close()))
  }
}

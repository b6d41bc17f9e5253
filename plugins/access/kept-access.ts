/**
 * What this tab keeps about access to products: the latest answers, of one user alone.
 */
import { ownMembers } from '../../core/json.ts'
import type { StoredEntry } from '../../core/storage.ts'
import { type DatedResponse, keptResponseIn } from './access-response.ts'

// A page asks for a few lists of products. What a script asks for beyond that must not fill the storage.
const MOST = 20

/** The answers by what was asked for, the latest first. */
type Answers = readonly (readonly [path: string, response: DatedResponse])[]

/** The number of a user. It is text where a number cannot hold it. */
export type UserId = number | string

/** Holds the answers of one user. Whoever asks first says by `keepOnly` who reads. */
export interface KeptAccess {
  get(user: UserId, path: string): DatedResponse | undefined
  set(user: UserId, path: string, response: DatedResponse): void
  /** Drops what is about this list of products; without it, everything. */
  remove(path?: string): void
  /** Drops what is about anybody else than this user. */
  keepOnly(user: UserId | undefined): void
}

/** What was found, as it was. It is read anew each time, since the answers in it hold for different times. */
export const asFound = (found: unknown): unknown => found

/** Opens what is kept. The page's other scripts can write it, too, so each member is checked. */
export function keptAccess(entry: StoredEntry<unknown>): KeptAccess {
  const read = (): { user: unknown; answers: Answers } => {
    const { user, answers } = ownMembers(entry.get())
    const pairs: unknown[] = Array.isArray(answers) ? answers : []
    return {
      user,
      answers: pairs.flatMap((pair) => {
        const [path, kept]: unknown[] = Array.isArray(pair) ? pair : []
        const response = keptResponseIn(kept)
        return typeof path === 'string' && response ? [[path, response] as const] : []
      }),
    }
  }
  const write = (user: unknown, answers: Answers) => {
    const latest = answers.slice(0, MOST)
    if (latest.length) entry.set({ user, answers: latest }, Math.max(...latest.map(([, { expiresAt }]) => expiresAt)))
    else entry.remove()
  }
  const without = (answers: Answers, path: string) => answers.filter(([other]) => other !== path)

  return {
    get: (_user, path) => read().answers.find(([other]) => other === path)?.[1],
    set: (user, path, response) => write(user, [[path, response], ...without(read().answers, path)]),
    remove(path) {
      if (path === undefined) return entry.remove()
      const { user, answers } = read()
      write(user, without(answers, path))
    },
    keepOnly(user) {
      if (read().user !== user) entry.remove()
    },
  }
}

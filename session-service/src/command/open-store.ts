// Opens the store of the option `store`.

import { OptionsError } from '../options/options-error.ts'
import type { SessionStore } from '../store/session-store.ts'

interface StoreKind {
  readonly address: RegExp
  /** For what set-up the store is, as `--check` prints it. */
  readonly advice: string
  /** @throws {Error} when the address cannot be used. A server that is away is no error: it may come */
  open(address: string): Promise<SessionStore>
}

const KINDS: readonly StoreKind[] = [
  {
    address: /^sqlite::memory:$/,
    advice: 'Sessions are kept in memory: for a trial. They end with the process.',
    open: async () => (await import('../store/sqlite.ts')).sqliteStore(':memory:'),
  },
  {
    address: /^sqlite:./,
    advice:
      'Sessions are kept in SQLite: for processes of one machine. More machines need PostgreSQL or Redis.',
    open: async (address) =>
      (await import('../store/sqlite.ts')).sqliteStore(address.slice('sqlite:'.length)),
  },
  {
    address: /^postgres(ql)?:\/\/./,
    advice: 'Sessions are kept in PostgreSQL: for any number of machines.',
    open: async (address) => (await import('../store/postgres.ts')).postgresStore(address),
  },
  {
    address: /^rediss?:\/\/./,
    advice:
      'Sessions are kept in Redis: for any number of machines. It has to write down what it is told (appendonly yes).',
    open: async (address) => (await import('../store/redis.ts')).redisStore(address),
  },
]

const kindOf = (store: string): StoreKind | undefined => KINDS.find(({ address }) => address.test(store))

export const isStoreAddress = (store: string): boolean => kindOf(store) !== undefined

/** A sentence about the set-up that a store is for. */
export const storeAdvice = (store: string): string => kindOf(store)?.advice ?? ''

/** @throws {OptionsError} when a file or an address cannot be used */
export async function openStore(store: string): Promise<SessionStore> {
  try {
    return await (kindOf(store) as StoreKind).open(store)
  } catch (cause) {
    // Without the address, which may hold a password.
    const what = store.startsWith('sqlite:') ? `the file ${store.slice('sqlite:'.length)}` : 'the address'
    throw new OptionsError([`store: ${what} cannot be used (${(cause as Error).message}). Name another one`])
  }
}

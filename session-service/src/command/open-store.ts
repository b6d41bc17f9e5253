// Opens the store that the command was told of.

import { OptionsError } from '../options/options-error.ts'
import type { SessionStore } from '../store/session-store.ts'

/** @throws {OptionsError} when a file cannot be used. A Redis that is away is no error: it may come */
export async function openStore(store: string): Promise<SessionStore> {
  const [, file] = /^sqlite:(.+)$/.exec(store) ?? []
  if (file === undefined) {
    const { redisStore } = await import('../store/redis.ts')
    return redisStore(store)
  }
  const { sqliteStore } = await import('../store/sqlite.ts')
  try {
    return sqliteStore(file)
  } catch (cause) {
    throw new OptionsError([
      `store: the file ${file} cannot be used (${(cause as Error).message}). Name another one`,
    ])
  }
}

// Options that a service starts with, and what it says of others.

import { createSessionService, OptionsError, type SessionServiceOptions } from '../../src/index.ts'
import { sqliteStore } from '../../src/store/sqlite.ts'
import { NEWS } from './service.ts'

export const good: SessionServiceOptions = {
  origin: 'https://id.news.test',
  provider: { issuer: 'https://login.test', clientId: 'service', clientSecret: 'a-secret-of-the-provider' },
  sites: [NEWS],
  store: sqliteStore(':memory:'),
  cookieSecret: 'c'.repeat(40),
  identitySecret: 'i'.repeat(40),
}

/** What the service says of options, with these in the place of good ones. @throws what is no error of options */
export function problemsOf(more: object): readonly string[] {
  try {
    createSessionService({ ...good, ...more })
  } catch (error) {
    if (error instanceof OptionsError) return error.problems
    throw error
  }
  return []
}

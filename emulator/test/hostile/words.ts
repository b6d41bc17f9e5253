// What a parser may stumble over.

import { ACCOUNT_HOST, PUBLISHERS } from '../../src/index.ts'

export const HOSTS: readonly string[] = [
  ACCOUNT_HOST,
  ...PUBLISHERS.flatMap(({ siteHost, sessionHost }) => [siteHost, sessionHost]),
]

/** Targets that are hardly one. */
export const TARGETS: readonly string[] = [
  ...'// /// //[ /\\ //% http://[ http:// ftp://[::1 * /% //evil@['.split(' '),
  '/'.repeat(9000),
  `/${'%41'.repeat(3000)}`,
]

/** `npm run verify mutate-session-service`: small changes to the session service, each of which a test of it must notice. See mutation.mjs. */
import { readdirSync } from 'node:fs'
import { ROOT } from '../system/processes.mjs'
import { mutate } from './mutation.mjs'

const ALL = 'session-service/test/**/*.test.ts'

/** The tests of a folder, by its name; all of them where none have it. */
function testsOf(folder) {
  const [name] = folder.split('/').slice(2)
  const isThere = name && readdirSync(`${ROOT}/session-service/test`).some((test) => test.startsWith(name))
  return isThere ? `session-service/test/${name}{*,/**/*}.test.ts` : ALL
}

await mutate({
  command: 'mutate-session-service',
  folders: ['session-service/src'],
  // They are run as processes, or where a server is, by tests that are not run here. The contract is a test itself, and the texts of the
  // service's pages are words.
  isOutOfReach: (file) =>
    /^session-service\/src\/(command|pages\/texts|store\/(contract|postgres|redis))\b/.test(file),
  testsOf,
  allTests: ALL,
  results: 'test/reports/mutation-session-service.md',
})

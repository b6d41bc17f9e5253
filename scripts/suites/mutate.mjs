/** `npm run verify mutate`: small changes to the library, each of which a unit test must notice. See mutation.mjs. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { ROOT } from '../system/processes.mjs'
import { mutate } from './mutation.mjs'

/** The tests of a folder; those of the folder above where it has none of its own. */
const testsOf = (folder) =>
  existsSync(`${ROOT}/test/${folder}`) ? `test/${folder}/**/*.test.ts` : testsOf(dirname(folder))

await mutate({
  command: 'mutate',
  folders: ['core', 'plugins', 'presets', 'server'],
  // What runs in pages is text to the unit tests, and no mutant in it would be switched on.
  isOutOfReach: (file) => file.startsWith('server/programs/'),
  testsOf,
  results: 'test/reports/mutation.md',
})

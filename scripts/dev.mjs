/** `npm run dev`: runs the unit tests that a change concerns, at each change. The first run is for what is not committed. */
import { installDependencies } from './build/prepare.mjs'
import { endWithNpm, run, tool } from './system/processes.mjs'

endWithNpm()
await installDependencies()
await run(tool('vitest/vitest.mjs', 'watch', '--project=unit', '--changed', ...process.argv.slice(2)))

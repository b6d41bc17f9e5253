/** `npm run docs`: serves the documentation at `http://docs.site.localhost:8900/`. Its samples are checked with the library, which is built first. */
import { buildLibrary, installDependencies } from './build/prepare.mjs'
import { endWithNpm, npm, run } from './system/processes.mjs'

endWithNpm()
await installDependencies()
await buildLibrary()
await run(npm('run', 'serve', '-w', 'docs'))

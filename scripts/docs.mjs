/** `npm run docs`: the documentation's site with search, at `http://docs.site.localhost:8900/`, after the library that its samples are checked with. */
import { buildLibrary, installDependencies } from './build/prepare.mjs'
import { endWithNpm, npm, run } from './system/processes.mjs'

endWithNpm()
await installDependencies()
await buildLibrary()
await run(npm('run', 'serve', '-w', 'docs'))

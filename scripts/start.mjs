/** `npm start`: the emulator and its demo sites, built and running. Arguments go on to the emulator. */
import { build, installDependencies } from './build/prepare.mjs'
import { endWithNpm } from './system/processes.mjs'

endWithNpm()
await installDependencies()
await build()
// The demo sites hear of a logout on a page of their session service, as they would in production.
if (!process.argv.some((word) => word.startsWith('--presence-cookie')))
  process.argv.push('--presence-cookie', 'portico-reader')
// The front page of the documentation has a login, where `npm run docs` serves it.
if (!process.argv.some((word) => word.startsWith('--redirect-uri')))
  process.argv.push('--redirect-uri', 'http://docs.site.localhost:8900/')
// In this very process, so that whatever ends it ends them.
await import('../emulator/dist/cli.mjs')

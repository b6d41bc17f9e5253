/**
 * The large scripts of other people, each on a page that loads it before the library, and neighbours of the existing client, in Chromium
 * and in Firefox. Not part of
 * `npm test`, which has the small ones, since it installs hundreds of packages; `-- -t sentry` runs a part.
 */
import { build, installDependencies } from '../build/prepare.mjs'
import { run, tool } from '../system/processes.mjs'

await installDependencies()
await build()
for (const browser of ['chromium', 'firefox'])
  await run(tool('vitest/vitest.mjs', 'run', '--project=strangers', ...process.argv.slice(2)), {
    env: { PORTICO_BROWSER: browser },
  })

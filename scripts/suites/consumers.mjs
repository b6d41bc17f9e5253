/**
 * `npm run verify consumers`: the packed tarball in projects of publishers, each with tools of its own, installed into
 * temporary folders. Not part of `npm test`, since it installs hundreds of packages.
 */
import { build, installDependencies } from '../build/prepare.mjs'
import { run, tool } from '../system/processes.mjs'

await installDependencies()
await build()
const config = ['--config', 'test/consumers/vitest.config.ts']
await run(tool('vitest/vitest.mjs', 'run', ...config, ...process.argv.slice(2)))

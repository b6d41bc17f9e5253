/**
 * `npm run verify session-service`: logins, logouts and outages end to end, with each provider, store and browser. `-- -t chromium`
 * runs a part. As root, Redis, PostgreSQL and Glewlwyd are installed by apt-get where they are missing. `npm test` has the core of it,
 * `test/e2e/session-service.test.ts`.
 */

import { build, installDependencies } from '../build/prepare.mjs'
import { installMissing } from '../install/apt.mjs'
import { run, tool } from '../system/processes.mjs'

installMissing({ 'redis-server': 'redis-server', pg_ctlcluster: 'postgresql', glewlwyd: 'glewlwyd' })
await installDependencies()
await build()
await run(tool('vitest/vitest.mjs', 'run', '--project=session-service-flows', ...process.argv.slice(2)))

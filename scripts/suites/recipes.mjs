/**
 * `npm run verify recipes`: the recipes of `examples/`, each with the programs it is for. `-- varnish` runs one. Not part of
 * `npm test`, since they need more than Node and npm: as root, Varnish, nginx, Caddy, promtool,
 * systemd's checker and the stores are installed by apt-get where they are missing.
 */

import { build, installDependencies } from '../build/prepare.mjs'
import { installMissing } from '../install/apt.mjs'
import { run, tool } from '../system/processes.mjs'

installMissing({
  varnishd: 'varnish',
  nginx: 'nginx-light',
  caddy: 'caddy',
  promtool: 'prometheus',
  'systemd-analyze': 'systemd',
  sqlite3: 'sqlite3',
  'redis-server': 'redis-server',
  pg_ctlcluster: 'postgresql',
})
await installDependencies()
await build()
const config = ['--config', 'test/recipes/vitest.config.ts']
await run(tool('vitest/vitest.mjs', 'run', ...config, ...process.argv.slice(2)))

/**
 * `npm run verify containers`: builds both images by podman, and runs them and the services of the compose file. Needs Linux, root,
 * Chromium, and Debian's packages; their images' bases are made of these. `-- -t words` runs a part.
 */

import { build, installDependencies } from '../build/prepare.mjs'
import { installMissing } from '../install/apt.mjs'
import { run, tool } from '../system/processes.mjs'

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.error('Images are built from nothing here, which takes root on Linux.')
  process.exit(2)
}
installMissing({
  podman: 'podman',
  'podman-compose': 'podman-compose',
  runc: 'runc',
  iptables: 'iptables',
  catatonit: 'catatonit',
  debootstrap: 'debootstrap',
  '/usr/lib/podman/aardvark-dns': 'aardvark-dns',
})
await installDependencies()
await build()
await run(tool('vitest/vitest.mjs', 'run', '--project=containers', ...process.argv.slice(2)))

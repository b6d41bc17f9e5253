/**
 * Images without a registry of images: what the Containerfiles and the compose file build on is made of Debian and of this machine's
 * programs, under the names that they use.
 */
import { copyFileSync, cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execute, npm } from '../../../scripts/system/processes.mjs'
import type { Engine } from './engine.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** The authorities that this machine trusts: npm's registry may be behind one of its own. */
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'
const NPM = 'usr/lib/node_modules/npm'

/** Name of the image with Node that all others are made of. */
const NODE = 'localhost/portico-node'

async function mustRun(command: [string, ...string[]], cwd?: string): Promise<string> {
  const { status, output } = await execute(command, { cwd, quiet: true })
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${output}`)
  return output
}

/** Debian with Node, npm, and the user `node` that Node's own images have. */
export async function makeNodeImage(engine: Engine): Promise<void> {
  const root = join(engine.folder, 'debian')
  const packages = 'adduser,caddy,ca-certificates,redis-server'
  await mustRun(['debootstrap', '--variant=minbase', `--include=${packages}`, 'bookworm', root])
  cpSync(process.execPath, join(root, 'usr/bin/node'))
  const [, script = ''] = npm('--version')
  mkdirSync(join(root, dirname(NPM)), { recursive: true })
  cpSync(dirname(dirname(realpathSync(script))), join(root, NPM), { recursive: true })
  cpSync(AUTHORITIES, join(root, AUTHORITIES))
  await mustRun(['chroot', root, 'useradd', '--create-home', 'node'])
  await mustRun(['chroot', root, 'ln', '-s', `/${NPM}/bin/npm-cli.js`, '/usr/bin/npm'])
  const archive = join(engine.folder, 'debian.tar')
  await mustRun(['tar', '--directory', root, '--create', '--file', archive, '.'])
  const trusts = `ENV NODE_EXTRA_CA_CERTS=${AUTHORITIES}`
  await engine.run(['podman', 'import', '--change', trusts, archive, NODE])
}

/** Valkey is what Debian has in its place, which speaks the same protocol. Unlike the image, it takes connections of its own machine alone. */
const VALKEY = '#!/bin/sh\nexec redis-server --protected-mode no "$@"\n'

/** Gives images the names that the compose file uses. */
export async function makeImagesOfCompose(engine: Engine): Promise<void> {
  await engine.run(['podman', 'tag', NODE, 'docker.io/library/node:22-slim'])
  const folder = join(engine.folder, 'compose-images')
  mkdirSync(folder)
  writeFileSync(join(folder, 'valkey-server'), VALKEY)
  const made: Record<string, string> = {
    'docker.io/library/caddy:2': 'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]',
    'docker.io/valkey/valkey:8': 'COPY --chmod=755 valkey-server /usr/bin/\nWORKDIR /data',
  }
  for (const [name, lines] of Object.entries(made)) {
    writeFileSync(join(folder, 'Containerfile'), `FROM ${NODE}\n${lines}\n`)
    await engine.run(['podman', 'build', '--tag', name, folder])
  }
}

/** Builds a package's image as the head of its Containerfile says, of its tarball. */
export async function buildImage(engine: Engine, workspace: string, tag: string): Promise<void> {
  const folder = join(engine.folder, workspace)
  mkdirSync(folder, { recursive: true })
  await mustRun(npm('pack', '-w', workspace, '--pack-destination', folder) as [string, ...string[]], ROOT)
  copyFileSync(join(ROOT, workspace, 'Containerfile'), join(folder, 'Containerfile'))
  await engine.run(['podman', 'build', '--format', 'docker', '--from', NODE, '--tag', tag, folder])
}

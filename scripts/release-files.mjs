/** What a release consists of: the tarball, and the list of what is in it (SBOM). */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npm, ROOT } from './processes.mjs'

/** Runs npm in a folder; gives what it printed. */
function ask(folder, ...args) {
  const [command, ...rest] = npm(...args)
  const { status, stdout, stderr } = spawnSync(command, rest, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed\n${stderr}`)
  return stdout
}

/** Of the lock file, what somebody installs with the package. Optional peers are the site's own choice. */
function lockOf({ name, version, license, dependencies }) {
  const { packages, lockfileVersion } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const found = {}
  const take = (needed = {}) => {
    for (const key of Object.keys(needed).map((one) => `node_modules/${one}`)) {
      if (key in found) continue
      found[key] = packages[key]
      take(packages[key].dependencies)
    }
  }
  take(dependencies)
  return {
    name,
    version,
    lockfileVersion,
    requires: true,
    packages: { '': { name, version, license, dependencies }, ...found },
  }
}

/**
 * The list of what somebody installs, by `npm sbom`, as CycloneDX. In the clone itself npm leaves out what a workspace needs as well. It
 * names the package after the folder.
 */
function sbomOf(manifest) {
  const { name, version, description, license, repository, homepage, bugs, dependencies } = manifest
  const base = mkdtempSync(join(tmpdir(), `${name}-sbom-`))
  const folder = join(base, name)
  try {
    mkdirSync(folder)
    const own = { name, version, description, license, repository, homepage, bugs, dependencies }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(own))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockOf(manifest)))
    const flags = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=library']
    return JSON.parse(ask(folder, 'sbom', ...flags))
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

/**
 * Packs what was built, and writes the list.
 *
 * @param {string} folder where both go; it is there
 * @returns {{ tarball: string, sbom: string, packed: { files: { path: string, size: number }[], size: number, unpackedSize: number, integrity: string } }}
 */
export function writeReleaseFiles(folder) {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const [packed] = JSON.parse(ask(ROOT, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder))
  const sbom = join(folder, `${manifest.name}-${manifest.version}.cdx.json`)
  writeFileSync(sbom, `${JSON.stringify(sbomOf(manifest), undefined, 2)}\n`)
  return { tarball: join(folder, packed.filename), sbom, packed }
}

/** What a release consists of: three packages, each as a tarball and the list of what comes with it (SBOM). */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npm, ROOT } from '../system/processes.mjs'

/** The folders of the packages that are released, in this order. */
export const RELEASED = ['.', 'session-service', 'emulator']

const readJson = (...path) => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'))

/** The manifest of a package. @param {string} folder one of {@link RELEASED} */
export const manifestOf = (folder) => readJson(folder, 'package.json')

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

/** Where Node finds a package that another one needs, as npm's lock names it: beside it, or further out. */
function placeOf(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
    if (place in packages) return place
    if (!folder) throw new Error(`${name}, which ${from || 'the root'} needs, is not in package-lock.json`)
  }
}

/** Of the lock file, what somebody installs with the package. Optional peers are the site's own choice. */
function lockOf(folder, { name, version, license, dependencies }) {
  const { packages, lockfileVersion } = readJson('package-lock.json')
  const inside = folder === '.' ? '' : folder
  const found = {}
  const take = (needed, from) => {
    for (const name of Object.keys(needed)) {
      const place = placeOf(packages, name, from)
      const installed = place.slice(inside && place.startsWith(`${inside}/`) ? inside.length + 1 : 0)
      if (installed in found) continue
      found[installed] = packages[place]
      const { dependencies, optionalDependencies } = packages[place]
      take({ ...dependencies, ...optionalDependencies }, place)
    }
  }
  take(dependencies, inside)
  return {
    name,
    version,
    lockfileVersion,
    requires: true,
    packages: { '': { name, version, license, dependencies }, ...found },
  }
}

/**
 * The list of what somebody installs, by `npm sbom`, as CycloneDX. In the clone itself npm leaves out what another workspace needs as
 * well. It names the package after the folder.
 */
function sbomOf(folder, manifest) {
  const { name, version, description, license, repository, homepage, bugs, dependencies } = manifest
  const base = mkdtempSync(join(tmpdir(), `${name}-sbom-`))
  const alone = join(base, name)
  try {
    mkdirSync(alone)
    const own = { name, version, description, license, repository, homepage, bugs, dependencies }
    writeFileSync(join(alone, 'package.json'), JSON.stringify(own))
    writeFileSync(join(alone, 'package-lock.json'), JSON.stringify(lockOf(folder, manifest)))
    const flags = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=library']
    return JSON.parse(ask(alone, 'sbom', ...flags))
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

/**
 * Packs what was built, and writes the list.
 *
 * @param {string} out where both go; it is there
 * @param {string} folder one of {@link RELEASED}
 */
export function writeReleaseFiles(out, folder) {
  const manifest = manifestOf(folder)
  const [packed] = JSON.parse(
    ask(join(ROOT, folder), 'pack', '--json', '--ignore-scripts', '--pack-destination', out),
  )
  const sbom = join(out, `${manifest.name}-${manifest.version}.cdx.json`)
  writeFileSync(sbom, `${JSON.stringify(sbomOf(folder, manifest), undefined, 2)}\n`)
  return { tarball: join(out, packed.filename), sbom, packed }
}

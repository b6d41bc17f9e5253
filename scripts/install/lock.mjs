/**
 * What package-lock.json holds. A native package has a variant for each platform, and npm leaves those out of the lock
 * that the registry at hand does not serve: then no machine of theirs can install by `npm ci`.
 */

const MODULES = 'node_modules/'

/** Where Node looks for a package on behalf of another: its own folder first, then each one above it. */
export function* placesOf(owner, name) {
  for (let folder = owner; ; ) {
    yield folder ? `${folder}/${MODULES}${name}` : `${MODULES}${name}`
    if (!folder) return
    const end = folder.lastIndexOf(MODULES)
    folder = end < 0 ? '' : folder.slice(0, end).replace(/\/$/, '')
  }
}

const isExact = (range) => /^\d+\.\d+\.\d+[\w.+-]*$/.test(range)

/**
 * Optional dependencies, of packages and of workspaces, that have no entry, or one of another version.
 *
 * @returns where npm would put each, and what its owner asks for
 */
export function missingVariants({ packages }) {
  const missing = []
  for (const [owner, { optionalDependencies = {}, dev }] of Object.entries(packages))
    for (const [name, range] of Object.entries(optionalDependencies)) {
      const [below, beside = below, ...above] = placesOf(owner, name)
      const found = [below, beside, ...above].find((place) => place in packages)
      if (found && (!isExact(range) || packages[found].version === range)) continue
      // Beside its owner, or, where another version stands in the way, below it.
      const path = found === below || found === beside ? below : beside
      missing.push({ path, name, range, dev })
    }
  return missing
}

const SYSTEMS = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ')
const CPUS = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ')

/** The platform that a variant's name tells, such as `@rollup/rollup-linux-arm64-musl`; nothing when it tells none. */
export function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = SYSTEMS.find((system) => words.includes(system))
  const cpu = CPUS.find((known) => words.includes(known))
  if (!cpu || (!os && cpu !== 'wasm32')) return undefined
  const isMusl = words.some((word) => word.startsWith('musl'))
  const libc = isMusl ? 'musl' : words.some((word) => word.startsWith('gnu')) ? 'glibc' : undefined
  return { ...(os && { os: [os] }), cpu: [cpu], ...(os === 'linux' && libc && { libc: [libc] }) }
}

/** Whether a list of the lock, such as `["darwin", "linux"]` or `["!win32"]`, lets this one in. */
function allows(list, one) {
  if (!list || one === undefined) return true
  const wanted = list.filter((entry) => !entry.startsWith('!'))
  return !list.includes(`!${one}`) && (wanted.length === 0 || wanted.includes(one))
}

/** What npm asks of a machine: system, processor and, on Linux, C library. */
export function machine() {
  const { platform, arch } = process
  if (platform !== 'linux') return { platform, arch }
  const isGlibc = Boolean(process.report.getReport().header.glibcVersionRuntime)
  return { platform, arch, libc: isGlibc ? 'glibc' : 'musl' }
}

/** Whether an entry of the lock, or what a name tells, is for a machine. */
export const isFor = ({ os, cpu, libc }, on) =>
  allows(os, on.platform) && allows(cpu, on.arch) && allows(libc, on.libc)

/**
 * Whether node_modules holds what the lock names for a machine, and nothing for another: then there is nothing to
 * install.
 *
 * @param lock package-lock.json
 * @param installed node_modules/.package-lock.json, in which npm notes what it installed
 */
export function isInstalled(lock, installed, on = machine()) {
  const here = installed.packages
  const isSame = (path, { version, integrity }) =>
    here[path].version === version && (!integrity || here[path].integrity === integrity)
  /** An optional package may be missing, but not the variant that is for this very machine. */
  const mayMiss = (entry) => entry.optional && !((entry.os || entry.cpu) && isFor(entry, on))
  const named = Object.entries(lock.packages).filter(([path]) => path)
  return (
    named.every(([path, entry]) => (path in here ? isSame(path, entry) : mayMiss(entry))) &&
    Object.entries(here).every(([path, entry]) => path in lock.packages && isFor(entry, on))
  )
}

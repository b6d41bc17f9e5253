/** The lock file, by which machines of every kind install, and what is read in it. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isInstalled, type Lock, type LockEntry, missingVariants, platformOf } from '../../scripts/lock.mjs'

const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))

describe('package-lock.json', () => {
  it('has an entry for each variant of each native package: else run `npm run lock`', () => {
    expect(missingVariants(lock)).toEqual([])
  })

  it('names no registry', () => {
    expect(JSON.stringify(lock)).not.toMatch(/https?:[^"]*\.tgz/)
  })

  it('has a hash of all but variants of tools for development', () => {
    const unhashed = Object.entries(lock.packages).filter(
      ([path, { integrity, link }]) => path.includes('node_modules/') && !integrity && !link,
    )
    for (const [path, entry] of unhashed)
      expect([path, entry]).toMatchObject([path, { optional: true, dev: true }])
  })

  it('knows for which machine each variant is', () => {
    const variants = Object.values(lock.packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies).filter(platformOf),
    )
    expect(variants.length).toBeGreaterThan(100)
    for (const [path, { os, cpu }] of Object.entries(lock.packages))
      if (variants.some((name) => path.endsWith(`node_modules/${name}`)))
        expect([path, os ?? cpu]).not.toContain(undefined)
  })
})

describe('a missing variant is found', () => {
  const owner = (optionalDependencies: Record<string, string>, dev?: boolean): LockEntry => ({
    version: '2.0.0',
    optionalDependencies,
    ...(dev && { dev }),
  })
  const pathsIn = (packages: Record<string, LockEntry>) =>
    missingVariants({ packages }).map(({ path }) => path)

  it('beside its package', () => {
    const packages = { '': {}, 'node_modules/@a/tool': owner({ '@a/tool-darwin-x64': '2.0.0' }, true) }
    expect(missingVariants({ packages })).toEqual([
      { path: 'node_modules/@a/tool-darwin-x64', name: '@a/tool-darwin-x64', range: '2.0.0', dev: true },
    ])
  })

  it('for a package inside of another, or of a workspace', () => {
    expect(
      pathsIn({
        'node_modules/b/node_modules/tool': owner({ 'tool-x64': '2.0.0' }),
        'emulator/node_modules/other': owner({ 'other-x64': '2.0.0' }),
      }),
    ).toEqual(['node_modules/b/node_modules/tool-x64', 'emulator/node_modules/other-x64'])
  })

  it('for a workspace itself, and for the project', () => {
    expect(pathsIn({ emulator: owner({ 'tool-x64': '2.0.0' }) })).toEqual(['node_modules/tool-x64'])
    expect(pathsIn({ '': owner({ 'tool-x64': '2.0.0' }) })).toEqual(['node_modules/tool-x64'])
  })

  it('where another version is in its place', () => {
    const packages = { 'node_modules/tool': owner({ 'tool-x64': '2.0.0' }) }
    expect(pathsIn({ ...packages, 'node_modules/tool-x64': { version: '1.0.0' } })).toEqual([
      'node_modules/tool/node_modules/tool-x64',
    ])
    expect(pathsIn({ ...packages, 'node_modules/tool-x64': { version: '2.0.0' } })).toEqual([])
  })

  it('and not where Node finds it further up, or where a range is asked for', () => {
    expect(
      pathsIn({
        'node_modules/b/node_modules/tool': owner({ 'tool-x64': '2.0.0', fsevents: '~2.3.2' }),
        'node_modules/tool-x64': { version: '2.0.0' },
        'node_modules/fsevents': { version: '2.3.3' },
      }),
    ).toEqual([])
  })
})

describe('the platform in a name', () => {
  const known = Object.entries(lock.packages).filter(
    ([path, { os, cpu, optional }]) => optional && (os || cpu) && !path.endsWith('/fsevents'),
  )

  it.each(known)('%s', (path, { os, cpu, libc }) => {
    const told = platformOf(path.replace(/.*node_modules\//, ''))
    expect(told).toMatchObject(JSON.parse(JSON.stringify({ os, cpu })))
    if (told?.libc && libc) expect(told.libc).toEqual(libc)
  })

  it('is none where the name tells none', () => {
    expect(['fsevents', 'linux', '@a/tool-x64', 'arm-wrestling'].map(platformOf)).toEqual(
      Array(4).fill(undefined),
    )
  })
})

describe('node_modules', () => {
  const LINUX = { platform: 'linux', arch: 'x64', libc: 'glibc' }
  const plain = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } }
  const mac = { 'node_modules/t-mac': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] } }
  const glibc = {
    'node_modules/t-gnu': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  }
  const musl = {
    'node_modules/t-musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  }
  const wanted: Lock = { packages: { '': { version: '0.1.0' }, ...plain, ...mac, ...glibc, ...musl } }

  it('is in step with what it was installed from', () => {
    const installed = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8'))
    expect(isInstalled(lock, installed)).toBe(true)
    expect(isInstalled(lock, installed, { platform: 'sunos', arch: 'x64' })).toBe(false)
  })

  it('is in step with all that is for this machine', () => {
    expect(isInstalled(wanted, { packages: { ...plain, ...glibc } }, LINUX)).toBe(true)
    expect(isInstalled(wanted, { packages: { ...plain, ...musl } }, { ...LINUX, libc: 'musl' })).toBe(true)
    expect(
      isInstalled(wanted, { packages: { ...plain, ...mac } }, { platform: 'darwin', arch: 'arm64' }),
    ).toBe(true)
  })

  it.each<[string, Record<string, LockEntry>]>([
    ['nothing', {}],
    ['a package less', { ...glibc }],
    ['this machine’s variant less', { ...plain }],
    ['another machine’s variant besides', { ...plain, ...glibc, ...mac }],
    ['a package more', { ...plain, ...glibc, 'node_modules/b': { version: '1.0.0' } }],
    ['another version', { ...glibc, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
    ['other content', { ...glibc, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }],
  ])('is not in step with %s', (_, packages) => {
    expect(isInstalled(wanted, { packages }, LINUX)).toBe(false)
  })
})

/** The files of a release, as `npm run release` makes them, and what tools say of each tarball. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifestOf, RELEASED, writeReleaseFiles } from '../../scripts/release/files.mjs'
import { npm } from '../../scripts/system/processes.mjs'

const out = mkdtempSync(join(tmpdir(), 'portico-release-test-'))
afterAll(() => rmSync(out, { recursive: true, force: true }))

const lists: Record<string, string[]> = {}

describe.each(RELEASED)('the release of %s', (folder) => {
  const { name, version, bin = {}, dependencies, scripts } = manifestOf(folder)
  let files: ReturnType<typeof writeReleaseFiles>
  const paths = () => files.packed.files.map(({ path }) => path)

  beforeAll(() => {
    files = writeReleaseFiles(out, folder)
  })

  it('is a tarball and the list of what comes with it, by the version', () => {
    expect(basename(files.tarball)).toBe(`${name}-${version}.tgz`)
    expect(basename(files.sbom)).toBe(`${name}-${version}.cdx.json`)
  })

  it('has its licence, its README and its command, and nothing that runs when it is installed', () => {
    const commands = Object.values(bin).map((file) => file.replace('./', ''))
    expect(paths()).toEqual(expect.arrayContaining(['LICENSE', 'README.md', ...commands]))
    expect(Object.keys(scripts).filter((script) => /install|^prepare$/.test(script))).toEqual([])
  })

  it('lists what comes with it, by name and version', () => {
    const { bomFormat, metadata, components } = JSON.parse(readFileSync(files.sbom, 'utf8'))
    expect(bomFormat).toBe('CycloneDX')
    expect(metadata.component).toMatchObject({ name, version, purl: `pkg:npm/${name}@${version}` })
    const names = components.map((part: { name: string; group?: string }) =>
      part.group ? `${part.group}/${part.name}` : part.name,
    )
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)))
    lists[name] = names.sort()
  })

  it('has nothing that publint warns of', async () => {
    const pkgDir = join(out, `${name}-unpacked`)
    mkdirSync(pkgDir)
    execFileSync('tar', ['-xzf', basename(files.tarball), '-C', basename(pkgDir), '--strip-components=1'], {
      cwd: out,
    })
    const { messages } = await publint({ pkgDir, pack: false, strict: true })
    // The examples are whole projects, whose own package.json is at their root once they are copied.
    expect(messages.filter(({ code }) => code !== 'NESTED_PACKAGE_JSON_FIELD_IGNORED')).toEqual([])
  })
})

it('a tarball is the same bytes when it is packed again: whoever builds a release can compare it', () => {
  const { name, version } = manifestOf('session-service')
  const hash = createHash('sha512')
    .update(readFileSync(join(out, `${name}-${version}.tgz`)))
    .digest('base64')
  const [command, ...args] = npm('pack', '--json', '--ignore-scripts', '--dry-run')
  const [again] = JSON.parse(
    execFileSync(command, args, { cwd: 'session-service', encoding: 'utf8', stdio: 'pipe' }),
  )
  expect(again.integrity).toBe(`sha512-${hash}`)
})

it.each(['session-service', 'emulator'])('the exports of %s have types that an ES module finds', (folder) => {
  const { name, version } = manifestOf(folder)
  const attw = 'node_modules/@arethetypeswrong/cli/dist/index.js'
  execFileSync(process.execPath, [attw, join(out, `${name}-${version}.tgz`), '--profile', 'esm-only'])
})

it('the list of the library has all that comes with it, and nothing else', () => {
  // The last three are of ofetch.
  expect(lists.portico).toEqual(['defu', 'destr', 'hookable', 'node-fetch-native', 'ofetch', 'ufo'])
  expect(lists['portico-session-service']).not.toContain('better-auth')
})

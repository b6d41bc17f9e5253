/** The files of a release, as `npm run release` makes them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeReleaseFiles } from '../../scripts/release-files.mjs'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'portico-release-test-'))
let files: ReturnType<typeof writeReleaseFiles>

beforeAll(() => {
  files = writeReleaseFiles(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('are the tarball and the list of what is in it, by the version', () => {
  expect(basename(files.tarball)).toBe(`portico-${manifest.version}.tgz`)
  expect(basename(files.sbom)).toBe(`portico-${manifest.version}.cdx.json`)
  expect(files.packed.files.map(({ path }) => path)).toContain('llms.txt')
})

it('have a list of the package, of all that comes with it, and of nothing else', () => {
  const { bomFormat, metadata, components } = JSON.parse(readFileSync(files.sbom, 'utf8'))
  expect(bomFormat).toBe('CycloneDX')
  expect(metadata.component).toMatchObject({
    name: 'portico',
    version: manifest.version,
    purl: `pkg:npm/portico@${manifest.version}`,
  })
  const names = components.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
  // Of ofetch.
  expect(names.sort()).toEqual(['defu', 'destr', 'hookable', 'node-fetch-native', 'ofetch', 'ufo'])
})

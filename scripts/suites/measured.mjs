/** What runs of mutants have measured, by file, and of which code: that of its folder, and of the tests that met it first. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readJson } from '../build/prepare.mjs'
import { fingerprintOf } from '../evidence/fingerprint.mjs'
import { ROOT } from '../system/processes.mjs'

/** The test files that a pattern of tests is about: it names the beginning of their paths. */
function testFilesOf(pattern) {
  const [beginning] = pattern.split(/[*{]/)
  const folder = beginning.startsWith('test/') ? 'test' : 'session-service/test'
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.startsWith(beginning) && file.endsWith('.test.ts'))
    .sort()
}

/**
 * The code of a folder.
 *
 * @param {string[]} files its sources
 * @param {string} tests the pattern of its tests
 */
export function codeOf(files, tests) {
  const lines = [...files, ...testFilesOf(tests)].map((file) => `${file} ${fingerprintOf(join(ROOT, file))}`)
  return createHash('sha1').update(lines.join('\n')).digest('hex')
}

export class Measured {
  #path
  #files

  /** @param {string} path of the file that holds it, in the repository */
  constructor(path) {
    this.#path = path
    this.#files = readJson(path)?.files ?? {}
  }

  /** Whether a file was measured, as part of this code. */
  isOf(file, code) {
    return this.#files[file]?.of === code
  }

  /** Whether its survivors have met all tests, too. */
  isWhole(file, code) {
    return this.isOf(file, code) && this.#files[file].isWhole
  }

  mutantsOf(file) {
    return this.#files[file].mutants
  }

  /** The text in which the places of its mutants are counted; undefined where it has none. */
  textOf(file) {
    return this.#files[file].mutants[0]?.source
  }

  set(file, measured) {
    this.#files[file] = measured
  }

  write() {
    const path = join(ROOT, this.#path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify({ files: this.#files }))
  }
}

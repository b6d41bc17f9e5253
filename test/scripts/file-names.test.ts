/** Names of files: each system must be able to check them out. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const LONGEST = 150

/** What git does not keep, by the names in .gitignore; and git's own folder. */
const ignored = readFileSync('.gitignore', 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.replace('*', '').replace('/', ''))
const isKept = (name: string) => name !== '.git' && !ignored.some((end) => name.endsWith(end))

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!isKept(entry.name)) continue
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
    yield path
    if (entry.isDirectory()) yield* filesIn(path)
  }
}

const DEVICES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
const FORBIDDEN = /[<>:"|?*\\]|\p{Cc}/u

/** Whether Windows refuses a path. */
const isRefused = (path: string) =>
  path.length > LONGEST ||
  FORBIDDEN.test(path) ||
  path.split('/').some((name) => /[. ]$/.test(name) || DEVICES.test(name))

describe('a name that Windows refuses', () => {
  it.each([
    'a/b:c',
    'what?',
    'NUL',
    'core/aux.ts',
    'a/com1.txt',
    'dot.',
    'blank /a',
    'tab\t',
    'a'.repeat(151),
  ])('is such as %s', (path) => {
    expect(isRefused(path)).toBe(true)
  })

  it.each(['core/auxiliary.ts', '.ci/run', 'console.ts', 'test/a b.ts', 'com10'])(
    'is not such as %s',
    (path) => {
      expect(isRefused(path)).toBe(false)
    },
  )

  it('has no file of the repository', () => {
    const files = [...filesIn('.')]
    expect(files).toEqual(
      expect.arrayContaining(['package.json', 'core/index.ts', 'test/scripts/file-names.test.ts']),
    )
    expect(files.filter(isRefused)).toEqual([])
  })
})

it('no two files differ in upper and lower case alone', () => {
  const seen = new Map<string, string>()
  const twins = [...filesIn('.')].filter((path) => {
    const other = seen.get(path.toLowerCase())
    seen.set(path.toLowerCase(), path)
    return other !== undefined
  })
  expect(twins).toEqual([])
})

/** Names of files: each system must be able to check them out. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What git does not keep, by the names in .gitignore; and git's own folder. */
const ignored = readFileSync('.gitignore', 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.replace('*', '').replace('/', ''))
const isKept = (name: string) => name !== '.git' && !ignored.some((end) => name.endsWith(end))

function pathsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => isKept(name))
    .flatMap((entry) => {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
      return entry.isDirectory() ? [path, ...pathsIn(path)] : [path]
    })
}

const LONGEST = 150
const DEVICES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
const FORBIDDEN = /[<>:"|?*\\]|\p{Cc}/u

/** Whether Windows refuses a path. */
const isRefused = (path: string) =>
  path.length > LONGEST ||
  FORBIDDEN.test(path) ||
  path.split('/').some((name) => /[. ]$/.test(name) || DEVICES.test(name))

it('no file has a name that Windows refuses, or that differs from another in upper and lower case alone', () => {
  const files = pathsIn('.')
  expect(files).toContain('core/index.ts')
  expect(['core/aux.ts', 'a/b:c', 'dot.'].filter(isRefused)).toHaveLength(3)
  expect(files.filter(isRefused)).toEqual([])
  expect(new Set(files.map((path) => path.toLowerCase())).size).toBe(files.length)
})

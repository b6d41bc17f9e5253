/** Where the package's imports lead while the site is made: the builds that are published. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The repository's root, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const { exports, version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))

/** The version that the site is about. */
export const VERSION = version

/** An import's file under the first of these conditions that it has; undefined when it has none. */
function fileOf(target, conditions) {
  if (typeof target === 'string') return ROOT + target.slice(2)
  const condition = Object.keys(target).find((name) => conditions.includes(name))
  return condition && fileOf(target[condition], conditions)
}

/** The files of all imports of the package, by the name that a page imports. */
function filesBy(conditions) {
  const entries = Object.entries(exports).filter(([subpath]) => subpath !== './package.json')
  return Object.fromEntries(
    entries.flatMap(([subpath, target]) => {
      const file = typeof target === 'object' && fileOf(target, conditions)
      return file ? [[subpath.replace('.', 'portico'), file]] : []
    }),
  )
}

const isDeclaration = ([, file]) => file.endsWith('.d.ts')

/** Declarations. */
export const TYPES = Object.fromEntries(Object.entries(filesBy(['types', 'default'])).filter(isDeclaration))

/** What readers' bundles hold. */
export const MODULES = filesBy(['default', 'module'])

/** What developers' bundles hold. */
export const DEVELOPMENT = filesBy(['development', 'default', 'module'])

/** The library's own plugins as they are built, with a line or two put in another way: what else could have been. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const IMPORTS = /from '(\.[^']+)'/g

/**
 * Loads a plugin's module with changes. They may be to the module, and to those that it imports.
 *
 * @param {string} root the repository
 * @param {string} plugin its file below `plugins`, such as `session/session-pause`
 * @param {Record<string, string>} changes what is written there now, and what is to stand in its place
 */
export async function loadChanged(root, plugin, changes) {
  const left = new Set(Object.keys(changes))

  /** The address of a module: its own where nothing in it is changed, and one that holds its text otherwise. */
  const addressOf = (url, isPlugin = false) => {
    let code = readFileSync(url, 'utf8')
    const here = Object.entries(changes).filter(([now]) => code.includes(now))
    if (!isPlugin && here.length === 0) return url.href
    for (const [now, then] of here) {
      left.delete(now)
      code = code.replaceAll(now, then)
    }
    code = code.replace(IMPORTS, (_, path) => {
      const imported = new URL(path, url)
      return `from '${isPlugin ? addressOf(imported) : imported}'`
    })
    // One such address may stand within the text of another: there must be no quotes in it.
    return `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  }

  const address = addressOf(pathToFileURL(`${root}dist/plugins/${plugin}.js`), true)
  for (const now of left)
    throw new Error(`${plugin} has no «${now}» any more: say in tried.mjs what stands in its place.`)
  return import(address)
}

/** The library's own plugins as they are built, with a line or two put in another way: what else could have been. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * Loads a plugin's module with changes.
 *
 * @param {string} root the repository
 * @param {string} plugin its file below `plugins`, such as `session/session-pause`
 * @param {Record<string, string>} changes what is written there now, and what is to stand in its place
 */
export async function loadChanged(root, plugin, changes) {
  const file = `${root}dist/plugins/${plugin}.js`
  let code = readFileSync(file, 'utf8')
  for (const [now, then] of Object.entries(changes)) {
    if (!code.includes(now))
      throw new Error(`${plugin} has no «${now}» any more: say in tried.mjs what stands in its place.`)
    code = code.replaceAll(now, then)
  }
  code = code.replace(/from '(\.[^']+)'/g, (_, path) => `from '${new URL(path, pathToFileURL(file))}'`)
  return import(`data:text/javascript,${encodeURIComponent(code)}`)
}

/**
 * Programs that a server puts into pages: `import text from './programs/relay.ts?program'` gives the program's one function as
 * the text of an expression, minified. A plugin of rollup and of vite, so that the builds and the unit tests get the same text.
 */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { transformSync } from 'esbuild'

const QUERY = '?program'
/** One arrow function by default, and nothing else. */
const PROGRAM = /^export default ?((?:\w+|\([\w,]*\))=>\{.*\});?$/s

/**
 * The text of the function that a file exports by default.
 *
 * @param {string} file
 * @throws {Error} when the file has anything else: the text would miss it
 */
function compileProgram(file) {
  const source = readFileSync(file, 'utf8')
  const { code } = transformSync(source, { loader: 'ts', minify: true, target: 'es2020', sourcefile: file })
  const [, text = ''] = PROGRAM.exec(code.trim()) ?? []
  if (!text || /\bimport\b/.test(text))
    throw new Error(`${file} has to export one arrow function by default, and to import nothing`)
  // Within a script element, some words that begin so mean something else.
  if (text.includes('<')) throw new Error(`${file} has to do without the character <`)
  return text
}

export const programs = {
  name: 'portico-programs',
  /** @type {'pre'} */
  enforce: 'pre',
  /**
   * @param {string} id
   * @param {string} [importer]
   */
  resolveId: (id, importer) =>
    id.endsWith(QUERY) && importer ? resolve(dirname(importer), id.slice(0, -QUERY.length)) + QUERY : null,
  /** @param {string} id */
  load: (id) =>
    id.endsWith(QUERY)
      ? `export default ${JSON.stringify(compileProgram(id.slice(0, -QUERY.length)))}`
      : null,
}

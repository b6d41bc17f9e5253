/**
 * The fingerprint of code as it runs: a comment, a type, the name of a local variable or a sentence of a document changes nothing in it.
 * What esbuild leaves of a file is what counts.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, extname, join } from 'node:path'

const DIGITS = 10
const LOADERS = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.tsx': 'tsx',
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.jsx': 'jsx',
}
const OPTIONS = {
  minify: true,
  legalComments: 'none',
  target: 'es2022',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
}

const hashOf = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha1')).digest('hex')

/** What texts were minified to, by their loader and hash: several reports are about one folder. */
const known = new Map()

function minified(text, loader) {
  const key = loader + hashOf(text)
  if (!known.has(key)) {
    // Not imported above: the commands read this file before they install the packages.
    const { transformSync } = createRequire(import.meta.url)('esbuild')
    const minify = (code, as) => transformSync(code, { ...OPTIONS, loader: as }).code
    // The short names that esbuild gives follow from the letters of a text, types and long names among them: those are gone by the second time.
    known.set(key, minify(minify(text, loader), 'js'))
  }
  return known.get(key)
}

/** What runs of a file; nothing of a document, or of a file of types. */
function codeOf(path) {
  if (/\.md$|\.d\.[cm]?ts$/.test(path)) return ''
  const bytes = readFileSync(path)
  const loader = LOADERS[extname(path)]
  return loader ? minified(bytes.toString(), loader) : bytes
}

/** The hash of each file below a folder that runs, by its path. Installed packages are no code of ours; a name that begins with a dot is an editor's. */
function* entriesOf(path, name = '') {
  if (statSync(path).isDirectory()) {
    for (const one of readdirSync(path).sort())
      if (!one.startsWith('.') && one !== 'node_modules') yield* entriesOf(join(path, one), `${name}/${one}`)
    return
  }
  const code = codeOf(path)
  if (code.length) yield `${name || basename(path)} ${hashOf(code)}\n`
}

/** The fingerprint of a file, or of a folder with all that is in it; of one that is gone, `none`. */
export function fingerprintOf(path) {
  if (!statSync(path, { throwIfNoEntry: false })) return 'none'
  return hashOf(...entriesOf(path)).slice(0, DIGITS)
}

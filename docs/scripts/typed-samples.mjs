/**
 * Samples that the compiler checks while the site is made, and whose types stand under the pointer: those in TypeScript, each with
 * the files of its page that it imports.
 */
import { join } from 'node:path/posix'
import { AMBIENT } from './compiler-options.mjs'

/** Components of Vue are modules for the tests alone, which have its compiler make them. */
const COMPONENTS = `${AMBIENT}declare module '*.vue' { const component: import('vue').Component; export default component }
`

const TYPED = /^(?<extension>tsx?)( \[(?<name>.+?)\])?$/

/** Names of the files that a file imports, and of those that they import: each after what it needs itself. */
function importsOf(name, files) {
  const imported = [...files[name].matchAll(/ from '(\.[^']+)'/g)].flatMap(([, path]) => {
    const given = join(name, '..', path)
    return [given, `${given}.ts`, `${given}.tsx`].filter((file) => file in files)
  })
  return [...new Set(imported.flatMap((file) => [...importsOf(file, files), file]))]
}

/**
 * Marks the fences of a page that are TypeScript for Twoslash, and puts before each what it imports, which Twoslash reads and
 * does not show. A sample has a folder of its own: the compiler keeps what it did not find in one.
 *
 * @param page the page's file, beside docs/
 */
export function typeSamples(page, tokens) {
  const fences = tokens.flatMap((token, index) => {
    const { extension, name = `sample-${index}.${extension}` } = TYPED.exec(token.info.trim())?.groups ?? {}
    return extension ? [{ token, name }] : []
  })
  const files = Object.fromEntries(fences.map(({ token, name }) => [name, token.content]))
  for (const [index, { token, name }] of fences.entries()) {
    const folder = `${page.replace(/\.md$/, '')}/${index}`
    const hidden = importsOf(name, files).map((file) => `// @filename: ${folder}/${file}\n${files[file]}`)
    const before = [`// @filename: ${folder}/ambient.d.ts\n${COMPONENTS}`, ...hidden]
    token.content = `${before.join('')}// @filename: ${folder}/${name}\n// ---cut---\n${files[name]}`
    token.info = token.info.replace(/^tsx?/, '$& twoslash')
  }
}

/**
 * Gives each new plugin its place on the page of the reference: a row, and a heading with its docstring and its example. Both may be
 * written better by hand afterwards.
 */
import { functionsOf } from './api.mjs'

const LAST = '\n\nBoth transports are named'

/** The example of a docstring as a file of its own. */
function sampleOf(example, plugins) {
  const uses = (name) => new RegExp(`\\b${name}\\(`).test(example)
  return [
    ...(uses('createIdentity') ? ["import { createIdentity } from 'portico/core'"] : []),
    `import { ${plugins.filter(uses).join(', ')} } from 'portico/plugins'`,
    ...(/\boptions\b/.test(example) ? ["import { options } from './options'"] : []),
    '',
    example,
  ].join('\n')
}

/** The page, with all plugins on it. */
export function withAllPlugins(page) {
  const all = functionsOf('plugins/index.ts')
  const names = all.map(({ name }) => name)
  return all
    .filter(({ name }) => !page.includes(`\n### ${name}\n`))
    .reduce((text, { name, text: said, example, methods }) => {
      if (!said) throw new Error(`plugins: ${name} has no docstring`)
      const [does] = said.split(/\.(?:\s|$)/)
      const row = `| \`${name}()\` | ${methods.map((method) => `\`${method}\``).join(', ')} | ${does[0].toLowerCase()}${does.slice(1)}; part of no preset |`
      const chapter = `### ${name}\n\n<!-- generated: api ${name} -->\n<!-- /generated -->\n\n\`\`\`ts\n${sampleOf(example, names)}\n\`\`\`\n`
      return `${text.replace(LAST, () => `\n${row}${LAST}`).trimEnd()}\n\n${chapter}`
    }, page)
}

/**
 * What is made before the site: the reference of every type, from the docstrings, and llms.txt. Neither is committed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Application } from 'typedoc'
import { expand } from './expand.mjs'
import { fileOf, SIDEBAR, WRITTEN } from './pages.mjs'
import { ROOT, TYPES } from './paths.mjs'

const DOCS = `${ROOT}docs/`

/** An entry's source: what its declaration file was made from. */
const sourceOf = (file) => file.replace(`${ROOT}dist/`, ROOT).replace(/\.d\.ts$/, '.ts')

/** One page for each import of the package. */
async function reference() {
  const entryPoints = [...new Set(Object.values(TYPES).map(sourceOf))]
  const application = await Application.bootstrapWithPlugins({
    name: 'The API, from the sources',
    entryPoints,
    basePath: ROOT,
    tsconfig: `${ROOT}tsconfig.json`,
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: `${DOCS}reference/api` }],
    outputFileStrategy: 'modules',
    entryFileName: 'index',
    router: 'module',
    readme: 'none',
    excludePrivate: true,
    excludeInternal: true,
    excludeExternals: true,
    disableSources: true,
    hideBreadcrumbs: true,
    hidePageHeader: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    skipErrorChecking: true,
    validation: { notExported: false },
    logLevel: 'Error',
  })
  const project = await application.convert()
  if (project?.children?.length !== entryPoints.length)
    throw new Error('TypeDoc lacks an import of the package')
  await application.generateOutputs(project)
  if (application.logger.hasErrors()) throw new Error('TypeDoc saw errors')
}

/** The first sentence of a page, without its marks. */
const summaryOf = (markdown) => {
  const paragraph = markdown.split('\n\n').find((text) => !/^(#|---|>|\||```|<|- )/.test(text)) ?? ''
  const text = paragraph
    .replaceAll('\n', ' ')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
  return /^.*?[.?:](?= |$)/.exec(text)?.[0] ?? text
}

/** For readers that are programs: what there is, and in a second file all of it. */
function llms() {
  const text = (link) => expand(readFileSync(DOCS + fileOf(link), 'utf8'))
  const lists = SIDEBAR.map(({ text: heading, items }) => {
    const lines = items
      .filter(({ link }) => WRITTEN.includes(link))
      .map(({ text: name, link }) => `- [${name}](${link}): ${summaryOf(text(link))}`)
    return `## ${heading}\n\n${lines.join('\n')}`
  })
  const head = `# Portico\n\n> Browser identity for publishers: who is the reader, and let them log in and out.\n`
  mkdirSync(`${DOCS}public`, { recursive: true })
  writeFileSync(
    `${DOCS}public/llms.txt`,
    `${head}\nAll pages in one: [llms-full.txt](/llms-full.txt)\n\n${lists.join('\n\n')}\n`,
  )
  writeFileSync(`${DOCS}public/llms-full.txt`, WRITTEN.map((link) => text(link)).join('\n\n---\n\n'))
}

await reference()
llms()

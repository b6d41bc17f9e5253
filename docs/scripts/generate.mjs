/**
 * What is made before the site: the reference of every type, from the docstrings, and llms.txt. Neither is committed.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { Application } from 'typedoc'
import { siteList } from './llms.mjs'
import { fileOf, TAKEN, WRITTEN } from './pages.mjs'
import { ROOT, TYPES } from './paths.mjs'
import { rebased } from './rebased.mjs'
import { slugOf } from './slug.mjs'

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

/**
 * TypeDoc counts the anchors of members too, which stand in tables and have none: a type whose name is that of another one and its
 * member, such as `SDKErrorReason`, becomes the second of its name. Such links lead to the heading that there is.
 */
function mendAnchors() {
  const folder = `${DOCS}reference/api`
  const pages = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.md'))
  const texts = new Map(pages.map((file) => [join(folder, file), readFileSync(join(folder, file), 'utf8')]))
  const isSecond = (text, slug) =>
    [...text.matchAll(/^#+ (.*)$/gm)].filter(([, heading]) => slugOf(heading) === slug).length > 1
  for (const [file, text] of texts) {
    const mended = text.replaceAll(/\]\(([^)#]*)#([^)]+)-1\)/g, (link, path, slug) =>
      isSecond(texts.get(path ? join(dirname(file), path) : file) ?? '', slug) ? link : `](${path}#${slug})`,
    )
    if (mended !== text) writeFileSync(file, mended)
  }
}

/** Pages that lie elsewhere in the repository, beside the others. */
function taken() {
  for (const [link, path] of Object.entries(TAKEN)) {
    const page = `docs/${fileOf(link)}`
    writeFileSync(ROOT + page, rebased(readFileSync(ROOT + path, 'utf8'), path, page))
  }
}

/** For readers that are programs: what there is, and in a second file all of it. */
function llms() {
  // In one file of all pages, links lead from the site's root.
  const text = (link) =>
    readFileSync(DOCS + fileOf(link), 'utf8')
      .replaceAll(/<!-- \/?(generated|number)\b.*?-->\n*/g, '')
      .replaceAll(
        /\]\(([^):#]+)\.md(#[^)]*)?\)/g,
        (_, path, anchor = '') => `](${join('/', dirname(link.slice(1)), path)}${anchor})`,
      )
  mkdirSync(`${DOCS}public`, { recursive: true })
  writeFileSync(`${DOCS}public/llms.txt`, siteList())
  writeFileSync(
    `${DOCS}public/llms-full.txt`,
    [...WRITTEN, ...Object.keys(TAKEN)].map((link) => text(link)).join('\n\n---\n\n'),
  )
}

await reference()
mendAnchors()
taken()
llms()

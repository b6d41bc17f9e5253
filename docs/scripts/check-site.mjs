/**
 * Looks at the site that was built: that what was made of the sources is there, that links lead to headings that exist, that
 * its search finds what readers ask for, and that pages weigh little. Links to no page have failed the build by then.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import MiniSearch from 'minisearch'
import { ROOT } from './paths.mjs'
import { QUESTIONS } from './questions.mjs'

const SITE = `${ROOT}docs/.vitepress/dist/`

/** Kilobytes of script, compressed, that a page loads at most: what VitePress needs, and nothing of the live page. */
const SCRIPT_KB = 70

const problems = []
const files = readdirSync(SITE, { recursive: true }).map((file) => file.replaceAll('\\', '/'))
const pages = files.filter((file) => file.endsWith('.html'))

/** Files that a page loads by itself. */
const loaded = (html) => [
  ...new Set(
    [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file),
  ),
]

const weigh = (file) => gzipSync(readFileSync(SITE + file)).length
let heaviest = { page: '', bytes: 0 }
for (const page of pages) {
  const html = readFileSync(SITE + page, 'utf8')
  const bytes = loaded(html).reduce((sum, file) => sum + weigh(file), 0)
  if (bytes > heaviest.bytes) heaviest = { page, bytes }
  if (/LiveTabs|LiveLogin|HeadSnippetForm/.test(loaded(html).join()))
    problems.push(`${page} loads what runs on it before that is opened`)
  if (/<!-- generated: /.test(html)) problems.push(`${page} lacks something that should have been made`)
}
if (heaviest.bytes > SCRIPT_KB * 1000)
  problems.push(
    `${heaviest.page} loads ${heaviest.bytes} bytes of script, compressed: ${SCRIPT_KB} kB are allowed`,
  )
for (const file of ['llms.txt', 'llms-full.txt', 'reference/api/index.html'])
  if (!files.includes(file)) problems.push(`${file} was not made`)

/** The page and the heading that a link of a page leads to. */
function targetOf(page, href) {
  const { pathname, hash } = new URL(href, `http://site/${page}`)
  const file = pathname
    .slice(1)
    .replace(/(^|\/)$/, '$1index')
    .replace(/\.html$/, '')
  return { file: `${file}.html`, anchor: decodeURIComponent(hash.slice(1)) }
}

for (const page of pages) {
  const html = readFileSync(SITE + page, 'utf8')
  for (const [, href] of html.matchAll(/href="([^":]*#[^"]+)"/g)) {
    const { file, anchor } = targetOf(page, href)
    const target = files.includes(file) ? readFileSync(SITE + file, 'utf8') : ''
    if (!target.includes(`id="${anchor}"`)) problems.push(`${page} links to ${href}, which does not exist`)
  }
}

// As VitePress asks its index: the options of its own search box.
const indexFile = files.find((file) => /@localSearchIndexroot.*\.js$/.test(file))
const { default: index } = await import(pathToFileURL(SITE + indexFile).href)
const search = MiniSearch.loadJSON(index, {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
})
for (const { question, words, answer } of QUESTIONS) {
  const found = search.search(words).map(({ id }) => id.replace('.html', ''))
  const place = found.findIndex((id) => id === answer || id.startsWith(`${answer}#`))
  console.log(`${question} "${words}" leads to ${found[place]}, result ${place + 1}`)
  if (place < 0 || place > 4)
    problems.push(`"${words}" does not lead to ${answer}, but to ${found.slice(0, 5)}`)
}

for (const problem of problems) console.error(problem)
const kilobytes = (bytes) => Math.round(bytes / 1000)
const total = files.reduce(
  (sum, file) => sum + (statSync(SITE + file).isFile() ? statSync(SITE + file).size : 0),
  0,
)
console.log(
  `${pages.length} pages, ${kilobytes(total)} kB in all; the most script that a page loads is ${kilobytes(heaviest.bytes)} kB compressed (${heaviest.page})`,
)
process.exit(problems.length ? 1 : 0)

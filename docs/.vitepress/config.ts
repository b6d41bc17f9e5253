/** The site. Samples in TypeScript are checked against the built package, and show its types under the pointer. */
import { dirname, join } from 'node:path/posix'
import { rendererRich } from '@shikijs/twoslash'
import { transformerTwoslash } from '@shikijs/vitepress-twoslash'
import { defineConfig, type MarkdownRenderer } from 'vitepress'
import { COMPILER_OPTIONS } from '../scripts/compiler-options.mjs'
import { SIDEBAR, TAKEN } from '../scripts/pages.mjs'
import { MODULES, TYPES } from '../scripts/paths.mjs'
import { sequence } from '../scripts/sequence.mjs'
import { slugOf } from '../scripts/slug.mjs'
import { typeSamples } from '../scripts/typed-samples.mjs'

/**
 * Samples without types and colours, for `npm run test:all`: it compiles all samples anyway, and with these the site takes three times as
 * long to make.
 */
const IS_PLAIN = process.env.DOCS_PLAIN === '1'

type Token = ReturnType<MarkdownRenderer['parse']>[number]

const paths = Object.fromEntries(Object.entries(TYPES).map(([name, file]) => [name, [file]]))

/** Pictures that are made for light and for dark pages: by the switch of the site, where the repository goes by that of the system. */
const themed = (markdown: string): string =>
  markdown.replaceAll(
    /<picture><source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)"><img src="([^"]+)" alt="([^"]*)"><\/picture>/g,
    '![$3]($2){.light-only}\n![$3]($1){.dark-only}',
  )

/** The site's own page of a file that lies elsewhere in the repository; undefined for files that the site does not have. */
function ownPageOf(path: string): string | undefined {
  const [file, anchor] = path.split('#')
  const [link] = Object.entries(TAKEN).find(([, taken]) => `../${taken}` === file) ?? []
  return link && `${link}${anchor ? `#${anchor}` : ''}`
}

/** Takes links out that lead to files of the repository, which the site does not have. Their words stay. */
function leaveOut(tokens: Token[], page: string): void {
  let isOut = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = token.attrGet('href') ?? ''
      const path = /^(\w+:|#|\/)/.test(href) ? '' : join(dirname(page), href)
      const own = ownPageOf(path)
      isOut = path.startsWith('..') && !own
      if (own) token.attrSet('href', own)
      if (isOut) Object.assign(token, { type: 'text', tag: '', content: '', nesting: 0 })
    } else if (token.type === 'link_close' && isOut) {
      isOut = false
      Object.assign(token, { type: 'text', tag: '', content: '', nesting: 0 })
    }
  }
}

export default defineConfig({
  title: 'Portico',
  description: 'Tells a publisher’s web page who its reader is, and lets readers log in and out.',
  lang: 'en',
  srcExclude: ['README.md'],
  // What a page needs, and no other page's share of it.
  metaChunk: true,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [
      transformerTwoslash({
        explicitTrigger: /\btwoslash\b/,
        twoslashOptions: { compilerOptions: { ...COMPILER_OPTIONS, paths } },
        // Types by style alone: no script for them on any page. The button that copies a sample leaves them out.
        renderer: rendererRich({ classExtra: 'vp-copy-ignore' }),
      }),
    ],
    // The anchors that the same headings have in the repository.
    anchor: { slugify: slugOf },
    config(md) {
      md.core.ruler.after('normalize', 'portico-pictures', (state) => {
        state.src = themed(state.src)
      })
      md.core.ruler.push('portico-links', ({ tokens, env }) => {
        for (const { children } of tokens) leaveOut(children ?? [], env.relativePath)
      })
      md.core.ruler.push('portico-types', ({ tokens, env }) => {
        // The reference says the types itself. Pages with two samples for each heading would weigh too much. A test compiles both.
        if (!IS_PLAIN && !env.isIndexed && !/^(reference\/|troubleshooting\.md$)/.test(env.relativePath))
          typeSamples(env.relativePath, tokens)
      })
      const { fence } = md.renderer.rules
      md.renderer.rules.fence = (tokens, index, options, env, renderer) => {
        const { info, content } = tokens[index] as { info: string; content: string }
        if (info.trim() === 'mermaid') return sequence(content)
        // Colours cannot be searched for, and take their time.
        if (env.isIndexed || IS_PLAIN) return `<pre v-pre>${md.utils.escapeHtml(content)}</pre>`
        return fence?.(tokens, index, options, env, renderer) ?? ''
      }
    },
  },
  // The front page has a look of its own. Its file holds nothing that the repository would show as a table.
  transformPageData(page) {
    if (page.relativePath !== 'index.md') return
    Object.assign(page.frontmatter, {
      sidebar: false,
      aside: false,
      pageClass: 'front',
      prev: false,
      next: false,
    })
  },
  themeConfig: {
    search: {
      provider: 'local',
      // What a page says, without the types and the colours of its samples.
      options: { _render: (text, env, md) => md.render(text, Object.assign(env, { isIndexed: true })) },
    },
    outline: [2, 3],
    nav: [
      { text: 'Begin', link: '/start' },
      { text: 'Reference', link: '/reference/methods' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
      { text: 'Your client', link: '/your-client' },
    ],
    sidebar: SIDEBAR,
  },
  vite: {
    // What the package imports. Otherwise the development server finds it when a page asks for it, and loads that page again.
    optimizeDeps: { include: ['defu', 'hookable', 'ofetch', 'openid-client'] },
    resolve: {
      alias: Object.entries(MODULES).map(([name, replacement]) => ({
        find: new RegExp(`^${name}$`),
        replacement,
      })),
    },
  },
})

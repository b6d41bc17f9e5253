/** The site. Samples in TypeScript are checked against the built package, and show its types under the pointer. */
import { rendererRich } from '@shikijs/twoslash'
import { transformerTwoslash } from '@shikijs/vitepress-twoslash'
import { defineConfig } from 'vitepress'
import { COMPILER_OPTIONS } from '../scripts/compiler-options.mjs'
import { expand } from '../scripts/expand.mjs'
import { SIDEBAR } from '../scripts/pages.mjs'
import { MODULES, TYPES } from '../scripts/paths.mjs'
import { sequence } from '../scripts/sequence.mjs'
import { typeSamples } from '../scripts/typed-samples.mjs'

const paths = Object.fromEntries(Object.entries(TYPES).map(([name, file]) => [name, [file]]))

export default defineConfig({
  title: 'Portico',
  description: 'Browser identity for publishers: who is the reader, and let them log in and out.',
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
    config(md) {
      md.core.ruler.after('normalize', 'portico-expand', (state) => {
        state.src = expand(state.src)
      })
      md.core.ruler.push('portico-types', ({ tokens, env }) => {
        if (!env.isIndexed && !env.relativePath.startsWith('reference/api/'))
          typeSamples(env.relativePath, tokens)
      })
      const { fence } = md.renderer.rules
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const { info, content } = tokens[index] as { info: string; content: string }
        const title = /^sequence (.+)$/.exec(info.trim())?.[1]
        if (title) return sequence(title, content)
        // Which file a sample is; a group shows it by itself, as a tab.
        const file = /\[(.+)\]/.exec(info)?.[1]
        const groups = tokens.slice(0, index).filter(({ type }) => type.startsWith('container_code-group'))
        const isInGroup = groups.at(-1)?.type.endsWith('_open')
        const name =
          file && !isInGroup ? `<p class="file"><code v-pre>${md.utils.escapeHtml(file)}</code></p>` : ''
        return name + (fence?.(tokens, index, ...rest) ?? '')
      }
    },
  },
  themeConfig: {
    search: {
      provider: 'local',
      // What a page says, without the types of its samples.
      options: { _render: (text, env, md) => md.render(text, Object.assign(env, { isIndexed: true })) },
    },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Reference', link: '/reference/methods' },
      { text: 'Trouble?', link: '/troubleshooting' },
    ],
    sidebar: SIDEBAR,
  },
  vite: {
    resolve: {
      alias: Object.entries(MODULES).map(([name, replacement]) => ({
        find: new RegExp(`^${name}$`),
        replacement,
      })),
    },
  },
})

/** The default theme, the types that samples show under the pointer, and what runs on a page, which is loaded when it is opened. */
import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import '@shikijs/twoslash/style-rich.css'
import HeadSnippet from './HeadSnippet.vue'
import LivePage from './LivePage.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('HeadSnippet', HeadSnippet)
    app.component('LivePage', LivePage)
  },
} satisfies Theme

/** The look of the site, the types that samples show under the pointer, and what runs on a page, which is loaded when it is opened. */
import { onContentUpdated, type Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import '@shikijs/twoslash/style-rich.css'
import { onMounted } from 'vue'
import { focusAfterSearch } from './focus.ts'
import HeadSnippet from './HeadSnippet.vue'
import LivePage from './LivePage.vue'
import TryIt from './TryIt.vue'
import YourClient from './YourClient.vue'
import { fillSamples, readClient } from './your-client.ts'
import './style.css'
import './look.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('HeadSnippet', HeadSnippet)
    app.component('LivePage', LivePage)
    app.component('TryIt', TryIt)
    app.component('YourClient', YourClient)
  },
  setup() {
    onContentUpdated(() => fillSamples(document, readClient()))
    onMounted(() => focusAfterSearch(document))
  },
} satisfies Theme

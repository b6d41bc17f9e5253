/**
 * The scripts in the head: from them the library gets what the server knows, and its settings. They are no part of a component,
 * because they belong to the document that the server sends, and not to the routes that the browser renders.
 */
import { headScript, settingsText } from '~~/site/page.mjs'

export default defineNitroPlugin((nitro) => {
  nitro.hooks.hook('render:html', async (html, { event }) => {
    setHeader(event, 'cache-control', 'private, no-store')
    // Made by portico/server, and safe within HTML.
    html.head.unshift(
      `<script>${headScript(await readerSession(event), settings)}</script>`,
      `<script type="application/json" id="settings">${settingsText(settings)}</script>`,
    )
  })
})

/**
 * The scripts in the head: the library knows at once what the server knows, and its settings. They are no part of a component,
 * since they are for the document that the server sends, and not for what routes make of it.
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

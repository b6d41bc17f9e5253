/**
 * The script in the head, by which the library knows at once what the server knows. It is no part of a component, since it is for
 * the document that the server sends, and not for what routes make of it.
 */
import { headScript } from '~~/site/page.mjs'

export default defineNitroPlugin((nitro) => {
  nitro.hooks.hook('render:html', async (html, { event }) => {
    setHeader(event, 'cache-control', 'private, no-store')
    // Made by portico/server, and safe within HTML.
    html.head.unshift(`<script>${headScript(await readerSession(event), settings)}</script>`)
  })
})

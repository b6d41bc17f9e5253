/**
 * Who reads, for each request; and the scripts in the head: the library knows at once what the server knows, and its settings. They
 * go into app.html and into no component, since they are for the document that the server sends, and not for what routes make of it.
 */
import type { Handle } from '@sveltejs/kit/hooks'
import { readerSession, settings } from '#lib/server/site.ts'
import { headScript, settingsText } from '#site/page.mjs'

export const handle: Handle = async ({ event, resolve }) => {
  event.locals.session = await readerSession(event.request)
  // Made by portico/server, and safe within HTML.
  const scripts = `<script>${headScript(event.locals.session, settings)}</script>
<script type="application/json" id="settings">${settingsText(settings)}</script>`
  return resolve(event, { transformPageChunk: ({ html }) => html.replace('%portico.head%', () => scripts) })
}

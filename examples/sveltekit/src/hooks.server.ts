/**
 * Who reads, for each request; and the script in the head, by which the library knows at once what the server knows. It goes
 * into app.html and not into a component, since it is for the document that the server sends, and not for what routes make of it.
 */
import type { Handle } from '@sveltejs/kit/hooks'
import { readerSession, settings } from '#lib/server/site.ts'
import { headScript } from '#site/page.mjs'

export const handle: Handle = async ({ event, resolve }) => {
  event.locals.session = await readerSession(event.request)
  // Made by portico/server, and safe within HTML.
  const element = `<script>${headScript(event.locals.session, settings)}</script>`
  return resolve(event, { transformPageChunk: ({ html }) => html.replace('%portico.head%', () => element) })
}

/**
 * What the page is to know of its reader, for app.vue.
 */
import { headScript, readerOf } from '#site/page.mjs'

export default defineEventHandler(async (event) => {
  const session = await readerSession(event)
  event.context.page = { ...readerOf(session), script: headScript(session, settings), settings }
  setHeader(event, 'cache-control', 'private, no-store')
})

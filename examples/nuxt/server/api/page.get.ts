/**
 * What a route is to know: its reader, and an article's text, which leaves the server for readers alone.
 */
import { readerOf } from '~~/site/page.mjs'

export default defineEventHandler(async (event) => {
  const session = await readerSession(event)
  const { article } = getQuery(event)
  setHeader(event, 'cache-control', 'private, no-store')
  return {
    settings,
    known: readerOf(session),
    text: session && article ? 'All of it, for those who read it here.' : undefined,
  }
})

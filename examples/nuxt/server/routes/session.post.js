import { sessionFromPage } from '#site/reader-session.mjs'

export default defineEventHandler(async (event) => {
  const { sig } = (await readBody(event).catch(() => undefined)) ?? { sig: null }
  const session = await sessionFromPage(sig, getHeader(event, 'origin'), process.env)
  if (session) await remember(event, session)
  else if (session === null) forget(event)
  return sendNoContent(event, session === undefined ? 403 : 204)
})

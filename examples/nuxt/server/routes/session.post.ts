import { answerPage } from '~~/site/reader-session.mjs'

export default defineEventHandler(async (event) => {
  const origin = getHeader(event, 'origin')
  const { status, setCookies } = await answerPage(await readRawBody(event), origin, process.env)
  sendCookies(event, setCookies)
  return sendNoContent(event, status)
})

import { answerPage } from '~~/site/reader-session.mjs'

export default defineEventHandler(async (event) => {
  const { status, setCookies } = await answerPage(pageRequest(event), process.env)
  sendCookies(event, setCookies)
  return sendNoContent(event, status)
})

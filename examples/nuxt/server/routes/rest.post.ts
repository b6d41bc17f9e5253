import { answerReader } from '~~/site/articles-rest.mjs'

export default defineEventHandler(async (event) => {
  const { status, text } = await answerReader(pageRequest(event), process.env)
  setHeader(event, 'cache-control', 'no-store')
  setResponseStatus(event, status)
  return text
})

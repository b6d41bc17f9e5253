import { answer } from '#site/answer.ts'
import { answerPage } from '#site/reader-session.mjs'
import * as env from '$app/env/private'
import type { RequestHandler } from './$types'

export const POST: RequestHandler = async ({ request }) => {
  const { status, setCookies } = await answerPage(request, env)
  return answer(status, setCookies)
}

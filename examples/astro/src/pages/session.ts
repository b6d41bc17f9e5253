import type { APIRoute } from 'astro'
import { answer } from '#site/answer.ts'
import { answerPage } from '#site/reader-session.mjs'
import { env } from '#src/lib/site.ts'

export const POST: APIRoute = async ({ request }) => {
  const { status, setCookies } = await answerPage(request, env)
  return answer(status, setCookies)
}

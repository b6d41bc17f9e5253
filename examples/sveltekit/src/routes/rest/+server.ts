import { answerReader } from '#site/articles-rest.mjs'
import * as env from '$app/env/private'
import type { RequestHandler } from './$types'

export const POST: RequestHandler = async ({ request }) => {
  const { status, text } = await answerReader(request, env)
  return new Response(text, { status, headers: { 'cache-control': 'no-store' } })
}

import type { APIRoute } from 'astro'
import { answerReader } from '#site/articles-rest.mjs'
import { env } from '#src/lib/site.ts'

export const POST: APIRoute = async ({ request }) => {
  const { status, text } = await answerReader(request, env)
  return new Response(text, { status, headers: { 'cache-control': 'no-store' } })
}

import { answerReader } from '@/site/articles-rest.mjs'

export async function POST(request: Request): Promise<Response> {
  const { status, text } = await answerReader(request, process.env)
  return new Response(text, { status, headers: { 'cache-control': 'no-store' } })
}

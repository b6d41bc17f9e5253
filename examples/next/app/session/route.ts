import { answer } from '@/site/answer'
import { answerPage } from '@/site/reader-session.mjs'

export async function POST(request: Request): Promise<Response> {
  const { status, setCookies } = await answerPage(request, process.env)
  return answer(status, setCookies)
}

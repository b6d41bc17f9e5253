import { answer } from '@/site/answer'
import { answerPage } from '@/site/reader-session.mjs'

export async function POST(request: Request): Promise<Response> {
  const origin = request.headers.get('origin')
  const { status, setCookies } = await answerPage(await request.text(), origin, process.env)
  return answer(status, setCookies)
}

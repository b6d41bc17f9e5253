import { answer } from '@/site/answer'
import { answerEntitlement } from '@/site/entitlement.mjs'

export async function POST(request: Request): Promise<Response> {
  const { headers } = request
  const facts = { origin: headers.get('origin'), cookie: headers.get('cookie') }
  const { status, setCookies } = await answerEntitlement(await request.text(), facts, process.env)
  return answer(status, setCookies)
}

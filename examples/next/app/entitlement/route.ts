import { answer } from '@/site/answer'
import { answerEntitlement } from '@/site/entitlement.mjs'

export async function POST(request: Request): Promise<Response> {
  const { status, setCookies } = await answerEntitlement(request, process.env)
  return answer(status, setCookies)
}

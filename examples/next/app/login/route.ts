import type { NextRequest } from 'next/server'
import { beginLogin } from 'portico/server'
import { client } from '@/lib/site'
import { answer } from '@/site/answer'

export async function GET(request: NextRequest): Promise<Response> {
  const returnTo = request.nextUrl.searchParams.get('returnTo')
  const options = { returnTo, parameters: { scope: 'openid profile' } }
  const { url, setCookies } = await beginLogin(client, request, options)
  return answer(302, setCookies, url)
}

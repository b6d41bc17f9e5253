import type { NextRequest } from 'next/server'
import { beginLogin } from 'portico/server'
import { client } from '@/lib/site'
import { answer } from '@/site/answer'

export async function GET(request: NextRequest): Promise<Response> {
  const returnTo = request.nextUrl.searchParams.get('returnTo')
  const options = { returnTo, parameters: { scope: 'openid profile' } }
  const login = await beginLogin(client, request, options)
  // The browser or a Link fetches the address ahead, or this is the address of an image.
  return login.ok ? answer(302, login.setCookies, { location: login.url }) : answer(403, [])
}

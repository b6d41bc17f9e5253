import type { APIRoute } from 'astro'
import { beginLogin } from 'portico/server'
import { answer } from '#site/answer.ts'
import { client } from '#src/lib/site.ts'

export const GET: APIRoute = async ({ request, url }) => {
  const options = { returnTo: url.searchParams.get('returnTo'), parameters: { scope: 'openid profile' } }
  const login = await beginLogin(client, request, options)
  return answer(302, login.setCookies, login.url)
}

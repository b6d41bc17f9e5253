import type { APIRoute } from 'astro'
import { beginLogin } from 'portico/server'
import { answer } from '#site/answer.ts'
import { client } from '#src/lib/site.ts'

export const GET: APIRoute = async ({ request, url }) => {
  const options = { returnTo: url.searchParams.get('returnTo'), parameters: { scope: 'openid profile' } }
  const login = await beginLogin(client, request, options)
  // The browser fetches the link ahead, or this is the address of an image.
  return login.ok ? answer(302, login.setCookies, { location: login.url }) : answer(403, [])
}

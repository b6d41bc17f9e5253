import { beginLogin } from 'portico/server'
import { client } from '#lib/server/site.ts'
import { answer } from '#site/answer.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = async ({ request, url }) => {
  const options = { returnTo: url.searchParams.get('returnTo'), parameters: { scope: 'openid profile' } }
  const login = await beginLogin(client, request, options)
  // The browser fetches the link ahead, or this is the address of an image.
  return login.ok ? answer(302, login.setCookies, { location: login.url }) : answer(403, [])
}

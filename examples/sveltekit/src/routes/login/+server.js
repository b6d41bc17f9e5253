import { beginLogin } from 'portico/server'
import { client, redirectTo } from '$lib/server/site.js'

export async function GET({ request, url }) {
  const options = { returnTo: url.searchParams.get('returnTo'), parameters: { scope: 'openid profile' } }
  const login = await beginLogin(client, request, options)
  return redirectTo(login.url, login.setCookies)
}

import { beginLogin } from 'portico/server'
import { client, redirectTo } from '../../lib/site.js'

export async function GET(request) {
  const returnTo = request.nextUrl.searchParams.get('returnTo')
  const options = { returnTo, parameters: { scope: 'openid profile' } }
  const { url, setCookies } = await beginLogin(client, request, options)
  return redirectTo(url, setCookies)
}

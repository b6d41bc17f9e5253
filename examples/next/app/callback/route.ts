import { finishLogin } from 'portico/server'
import { client } from '@/lib/site'
import { answer } from '@/site/answer'
import { afterLogin, rememberReader, sessionOf } from '@/site/reader-session.mjs'

export async function GET(request: Request): Promise<Response> {
  const login = await finishLogin(client, request)
  if (!login.ok) return answer(302, login.setCookies, { location: afterLogin(login, process.env) })
  const cookie = await rememberReader(sessionOf(login.user), process.env)
  return answer(302, [...login.setCookies, cookie], {
    location: afterLogin(login, process.env),
    'clear-site-data': login.clearSiteData,
  })
}

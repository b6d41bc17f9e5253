import { finishLogin } from 'portico/server'
import { client } from '@/lib/site'
import { answer } from '@/site/answer'
import { afterLogin, logFailure, rememberReader, sessionOf } from '@/site/reader-session.mjs'

export async function GET(request: Request): Promise<Response> {
  const login = await finishLogin(client, request)
  if (!login.ok) {
    logFailure(login)
    return answer(302, login.setCookies, { location: login.returnTo })
  }
  const cookie = await rememberReader(sessionOf(login.user), process.env)
  return answer(302, [...login.setCookies, cookie], {
    location: afterLogin(login.returnTo, process.env),
    'clear-site-data': login.clearSiteData,
  })
}

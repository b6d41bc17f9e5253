import { finishLogin } from 'portico/server'
import { sessionOf, throughSessionService } from '../../../site/reader-session.mjs'
import { client, redirectTo, remember } from '../../lib/site.js'

export async function GET(request) {
  const login = await finishLogin(client, request)
  if (!login.ok) return redirectTo(login.returnTo, login.setCookies)
  await remember(sessionOf(login.user))
  return redirectTo(throughSessionService(login.returnTo, process.env), login.setCookies)
}

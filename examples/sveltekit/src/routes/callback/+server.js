import { finishLogin } from 'portico/server'
import { env } from '$env/dynamic/private'
import { client, redirectTo, remember } from '$lib/server/site.js'
import { sessionOf, throughSessionService } from '$site/reader-session.mjs'

export async function GET({ request, cookies }) {
  const login = await finishLogin(client, request)
  if (!login.ok) return redirectTo(login.returnTo, login.setCookies)
  await remember(cookies, sessionOf(login.user))
  return redirectTo(throughSessionService(login.returnTo, env), login.setCookies)
}

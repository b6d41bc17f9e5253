import type { APIRoute } from 'astro'
import { finishLogin } from 'portico/server'
import { answer } from '#site/answer.ts'
import { afterLogin, rememberReader, sessionOf } from '#site/reader-session.mjs'
import { client, env } from '#src/lib/site.ts'

export const GET: APIRoute = async ({ request }) => {
  const login = await finishLogin(client, request)
  if (!login.ok) return answer(302, login.setCookies, { location: afterLogin(login, env) })
  const cookie = await rememberReader(sessionOf(login.user), env)
  return answer(302, [...login.setCookies, cookie], {
    location: afterLogin(login, env),
    'clear-site-data': login.clearSiteData,
  })
}

import { finishLogin } from 'portico/server'
import { client } from '#lib/server/site.ts'
import { answer } from '#site/answer.ts'
import { afterLogin, rememberReader, sessionOf } from '#site/reader-session.mjs'
import * as env from '$app/env/private'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = async ({ request }) => {
  const login = await finishLogin(client, request)
  if (!login.ok) return answer(302, login.setCookies, { location: afterLogin(login, env) })
  const cookie = await rememberReader(sessionOf(login.user), env)
  return answer(302, [...login.setCookies, cookie], {
    location: afterLogin(login, env),
    'clear-site-data': login.clearSiteData,
  })
}

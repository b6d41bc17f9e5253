import { finishLogin } from 'portico/server'
import { sessionOf, throughSessionService } from '#site/reader-session.mjs'

export default defineEventHandler(async (event) => {
  const login = await finishLogin(client, event.node.req)
  if (!login.ok) return redirectTo(event, login.returnTo, login.setCookies)
  await remember(event, sessionOf(login.user))
  return redirectTo(event, throughSessionService(login.returnTo, process.env), login.setCookies)
})

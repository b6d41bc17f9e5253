import { finishLogin } from 'portico/server'
import { afterLogin, rememberReader, sessionOf } from '~~/site/reader-session.mjs'

export default defineEventHandler(async (event) => {
  const login = await finishLogin(client, event.node.req)
  sendCookies(event, login.setCookies)
  if (!login.ok) return sendRedirect(event, afterLogin(login, process.env))
  sendCookies(event, [await rememberReader(sessionOf(login.user), process.env)])
  setHeader(event, 'clear-site-data', login.clearSiteData)
  return sendRedirect(event, afterLogin(login, process.env))
})

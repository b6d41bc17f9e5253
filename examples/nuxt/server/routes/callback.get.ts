import { finishLogin } from 'portico/server'
import { afterLogin, logFailure, rememberReader, sessionOf } from '~~/site/reader-session.mjs'

export default defineEventHandler(async (event) => {
  const login = await finishLogin(client, event.node.req)
  sendCookies(event, login.setCookies)
  if (!login.ok) {
    logFailure(login)
    return sendRedirect(event, login.returnTo)
  }
  sendCookies(event, [await rememberReader(sessionOf(login.user), process.env)])
  setHeader(event, 'clear-site-data', login.clearSiteData)
  return sendRedirect(event, afterLogin(login.returnTo, process.env))
})

import { beginLogin } from 'portico/server'

export default defineEventHandler(async (event) => {
  const { returnTo } = getQuery<{ returnTo?: string }>(event)
  const options = { returnTo, parameters: { scope: 'openid profile' } }
  const login = await beginLogin(client, event.node.req, options)
  // The browser fetches the link ahead, or this is the address of an image.
  if (!login.ok) return sendNoContent(event, 403)
  sendCookies(event, login.setCookies)
  return sendRedirect(event, login.url)
})

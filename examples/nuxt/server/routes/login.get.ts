import { beginLogin } from 'portico/server'

export default defineEventHandler(async (event) => {
  const { returnTo } = getQuery<{ returnTo?: string }>(event)
  const options = { returnTo, parameters: { scope: 'openid profile' } }
  const { url, setCookies } = await beginLogin(client, event.node.req, options)
  sendCookies(event, setCookies)
  return sendRedirect(event, url)
})

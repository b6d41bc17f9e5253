import { beginLogin } from 'portico/server'

export default defineEventHandler(async (event) => {
  const { returnTo } = getQuery(event)
  const options = { returnTo, parameters: { scope: 'openid profile' } }
  const { url, setCookies } = await beginLogin(client, event.node.req, options)
  return redirectTo(event, url, setCookies)
})

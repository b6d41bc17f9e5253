// better-auth as an OpenID provider, with a login page of its own: node better-auth.mjs <json>
import { once } from 'node:events'
import { createServer } from 'node:http'
import { oauthProvider } from '@better-auth/oauth-provider'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { jwt } from 'better-auth/plugins'
import { SqliteDialect } from 'kysely'
import Database from 'libsql'

const PASSWORD = 'a-password-for-tests'
const PAGE = `<!doctype html><title>Log in</title><form><input name=login><input name=password type=password><button type=submit>Log in</button></form><script>
document.forms[0].onsubmit = async (event) => {
  event.preventDefault()
  const { login, password } = event.target
  const query = new URLSearchParams(location.search)
  const response = await fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: login.value + '@site.com', password: password.value, ...(query.has('sig') && { oauth_query: query.toString() }) }),
  })
  const { url, redirect_uri: next } = await response.json()
  if (url ?? next) location.assign(url ?? next)
}
</script>`

const { services } = JSON.parse(process.argv[2])
let handler
const server = createServer((request, response) => {
  if (request.url.startsWith('/api/auth')) return handler(request, response)
  response.setHeader('content-type', 'text/html').end(PAGE)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://localhost:${server.address().port}`

const auth = betterAuth({
  baseURL: origin,
  secret: 'a-secret-of-better-auth-that-is-long-enough',
  database: { dialect: new SqliteDialect({ database: new Database(':memory:') }), type: 'sqlite' },
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: 'error' },
  disabledPaths: ['/token'],
  plugins: [
    jwt(),
    oauthProvider({
      loginPage: '/login',
      consentPage: '/consent',
      silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    }),
  ],
})
const { runMigrations } = await getMigrations(auth.options)
await runMigrations()

async function signUp(name) {
  const body = { email: `${name.toLowerCase()}@site.com`, password: PASSWORD, name: `${name} Hansen` }
  return auth.api.signUpEmail({ body, returnHeaders: true })
}
const [{ headers: answered }] = await Promise.all(['Kari', 'Ola'].map(signUp))
// Clients are registered by somebody who is logged in.
const headers = new Headers({
  cookie: answered
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; '),
})
const clients = []
for (const service of services) {
  const client = await auth.api.adminCreateOAuthClient({
    headers,
    body: {
      client_name: service,
      redirect_uris: [`${service}/callback`],
      post_logout_redirect_uris: [`${service}/logout/done`],
      backchannel_logout_uri: `${service}/backchannel-logout`,
      backchannel_logout_session_required: true,
      scope: 'openid profile email',
      token_endpoint_auth_method: 'client_secret_basic',
      skip_consent: true,
      enable_end_session: true,
    },
  })
  clients.push({ clientId: client.client_id, clientSecret: client.client_secret })
}
handler = toNodeHandler(auth)
process.send({ issuer: `${origin}/api/auth`, clients })

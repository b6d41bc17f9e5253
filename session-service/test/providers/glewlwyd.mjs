// Glewlwyd, a provider written in C, as Debian has it, with a login page of its own: node glewlwyd.mjs <json>
import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import Database from 'libsql'
import { freePort } from '../support/free-port.mjs'

const PASSWORD = 'a-password-for-tests'
const CLIENT_SECRET = 'provider-secret-of-the-session-service'
const TABLES = '/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz'
const MODULES = '/usr/lib/glewlwyd'

/** Logs in, and grants what the client asks for; or ends the session that a logout names. */
const PAGE = `<!doctype html><title>Log in</title><form><input name=login><input name=password type=password><button type=submit>Log in</button></form><script>
const query = new URLSearchParams(location.search)
const call = (path, method, body) => fetch('/api/' + path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
if (query.get('prompt') === 'end_session')
  call(query.get('plugin') + '/session/' + query.get('sid') + '/', 'DELETE')
    .then(() => call('auth/', 'DELETE'))
    .then(() => location.assign(query.get('callback_url')))
const grant = async () => {
  await call('auth/grant/' + query.get('client_id'), 'PUT', { scope: query.get('scope') })
  // Otherwise it shows this page again.
  location.assign(query.get('callback_url') + '&g_continue')
}
document.forms[0].onsubmit = async (event) => {
  event.preventDefault()
  const { login, password } = event.target
  await call('auth/', 'POST', { username: login.value, password: password.value })
  await grant()
}
if (query.has('scope')) call('profile_list').then(({ ok }) => ok && grant())
</script>`

const { services } = JSON.parse(process.argv[2])
const folder = mkdtempSync(join(tmpdir(), 'glewlwyd-'))
const port = await freePort()

/** It knows neither names nor certificates of the tests: what it tells a service goes there from here. */
async function passOn(request, response) {
  const service = services[Number(request.url.split('/').at(-1))]
  let body = ''
  for await (const piece of request) body += piece
  const headers = { 'content-type': request.headers['content-type'] }
  const told = await fetch(`${service}/backchannel-logout`, { method: 'POST', headers, body }).catch(
    () => undefined,
  )
  response.writeHead(told?.status ?? 502).end()
}

// Its own port has the API, this one has the page besides.
const front = createServer((request, response) => {
  if (request.url.startsWith('/told/')) return passOn(request, response)
  // It joins the address of the API with one slash too many.
  const path = request.url.replace(/^\/+/, '/')
  if (!path.startsWith('/api/')) return response.setHeader('content-type', 'text/html').end(PAGE)
  const { method, headers } = request
  const behind = ask({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.rawHeaders)
    answer.pipe(response)
  })
  behind.on('error', () => response.destroy())
  request.pipe(behind)
}).listen(0, '127.0.0.1')
await once(front, 'listening')
const origin = `http://127.0.0.1:${front.address().port}`

const database = new Database(join(folder, 'glewlwyd.db'))
const tables = gunzipSync(readFileSync(TABLES)).toString()
// A logout looks for the registered addresses under another name than the tables have.
database.exec(
  tables.replace(
    'post_logout_redirect_uri":{"multiple":false',
    'post_logout_redirect_uris":{"multiple":true',
  ),
)
database.close()
writeFileSync(
  join(folder, 'glewlwyd.conf'),
  `port=${port}
bind_address="127.0.0.1"
external_url="${origin}"
login_url="login"
api_prefix="api"
log_mode="console"
log_level="ERROR"
cookie_secure=false
session_expiration=3600
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="${MODULES}/user"
client_module_path="${MODULES}/client"
user_auth_scheme_module_path="${MODULES}/scheme"
plugin_module_path="${MODULES}/plugin"
hash_algorithm="SHA512"
database={ type="sqlite3"; path="${join(folder, 'glewlwyd.db')}"; };
`,
)
const server = spawn('glewlwyd', ['--config-file', join(folder, 'glewlwyd.conf')], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
server.once('exit', (code) => process.exit(code ?? 1))
process.once('exit', () => {
  server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
process.once('SIGTERM', () => process.exit())
process.once('disconnect', () => process.exit())

let cookie = ''
/** Calls its API as its administrator. */
async function call(path, body) {
  const response = await fetch(`${origin}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  const [line] = response.headers.getSetCookie()
  if (line !== undefined) cookie = line.split(';')[0]
}

while (!(await fetch(`http://127.0.0.1:${port}/config`).catch(() => undefined))) await wait(50)
await call('auth/', { username: 'admin', password: 'password' })
await call('scope/', { name: 'profile', display_name: 'Names', password_required: false })
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
await call('mod/plugin/', {
  module: 'oidc',
  name: 'oidc',
  display_name: 'OpenID Connect',
  enabled: true,
  parameters: {
    iss: `${origin}/api/oidc`,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: keys.privateKey,
    cert: keys.publicKey,
    'jwks-show': true,
    'access-token-duration': 3600,
    'refresh-token-duration': 3600,
    'code-duration': 600,
    'refresh-token-rolling': false,
    'allow-non-oidc': false,
    'auth-type-code-enabled': true,
    'auth-type-token-enabled': false,
    'auth-type-implicit-enabled': false,
    'auth-type-password-enabled': false,
    'auth-type-client-enabled': false,
    'auth-type-refresh-enabled': true,
    'subject-type': 'public',
    'pkce-allowed': true,
    'pkce-method-plain-allowed': false,
    'session-management-allowed': true,
    'back-channel-logout-allowed': true,
    'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
    'session-cookie-expiration': 3600,
    'name-claim': 'mandatory',
    'name-claim-scope': [],
    'email-claim': 'no',
    'scope-claim': 'no',
    claims: [],
  },
})
for (const name of ['Kari', 'Ola'])
  await call('user/', {
    username: name.toLowerCase(),
    name: `${name} Hansen`,
    password: PASSWORD,
    scope: ['openid', 'profile'],
    enabled: true,
  })
const clients = services.map((_, index) => ({ clientId: `service-${index}`, clientSecret: CLIENT_SECRET }))
for (const [index, { clientId }] of clients.entries())
  await call('client/', {
    client_id: clientId,
    name: clientId,
    client_secret: CLIENT_SECRET,
    confidential: true,
    enabled: true,
    scope: ['openid', 'profile'],
    redirect_uri: [`${services[index]}/callback`],
    post_logout_redirect_uris: [`${services[index]}/logout/done`],
    backchannel_logout_uri: `${origin}/told/${index}`,
    authorization_type: ['code'],
    token_endpoint_auth_method: ['client_secret_basic'],
  })
process.send?.({ issuer: `${origin}/api/oidc`, clients })

// `oidc-provider`, as its documentation shows it, with its own pages for development: node oidc-provider.mjs <json>
import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

const { services } = JSON.parse(process.argv[2])
let callback
const server = createServer((request, response) => callback(request, response)).listen(0, '127.0.0.1')
await once(server, 'listening')
const issuer = `http://127.0.0.1:${server.address().port}`

// A service has one origin, or several.
const clients = services.map((service, index) => {
  const origins = [service].flat()
  return {
    client_id: `service-${index}`,
    client_secret: 'provider-secret-of-the-session-service',
    redirect_uris: origins.map((origin) => `${origin}/callback`),
    post_logout_redirect_uris: origins.map((origin) => `${origin}/logout/done`),
    backchannel_logout_uri: `${origins[0]}/backchannel-logout`,
    backchannel_logout_session_required: true,
  }
})
const provider = new Provider(issuer, {
  clients,
  claims: { openid: ['sub', 'sid'], profile: ['name', 'given_name', 'family_name', 'gender'] },
  features: { backchannelLogout: { enabled: true } },
  cookies: { keys: ['a-key-of-the-provider'] },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      name: `${id} Hansen`,
      given_name: id,
      family_name: 'Hansen',
      gender: 'female',
    }),
  }),
  // Its own refuses addresses of this machine.
  fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
})
provider.on('backchannel.success', () => process.send({ told: true }))
provider.on('backchannel.error', (_context, error, client) =>
  console.error('back channel:', client.clientId, error.message, error.cause),
)
provider.on('server_error', (_context, error) => console.error(error))
callback = provider.callback()
process.send({
  issuer,
  clients: clients.map(({ client_id, client_secret }) => ({
    clientId: client_id,
    clientSecret: client_secret,
  })),
})

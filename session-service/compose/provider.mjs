// An OpenID provider for development: whatever is typed in logs in.
import Provider from 'oidc-provider'

const service = 'http://id.site.localhost:8080'
const provider = new Provider('http://login.localhost:3001', {
  clients: [
    {
      client_id: 'session-service',
      client_secret: 'the-secret-of-the-session-service',
      redirect_uris: [`${service}/callback`],
      post_logout_redirect_uris: [`${service}/logout/done`],
      backchannel_logout_uri: 'http://service-1:8080/backchannel-logout',
      backchannel_logout_session_required: true,
    },
  ],
  claims: { openid: ['sub', 'sid'], profile: ['name', 'given_name', 'family_name'] },
  features: { backchannelLogout: { enabled: true } },
  cookies: { keys: ['a-key-for-this-machine-alone'] },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: `${id} Hansen`, given_name: id, family_name: 'Hansen' }),
  }),
  // Its own fetch refuses private addresses.
  fetch: (url, { method = 'GET', headers = {}, body = null } = {}) => fetch(url, { method, headers, body }),
})
provider.listen(3001)

/**
 * The page's own script. `Portico` is the global of portico.min.js.
 */
import { beginLogin, finishLogin } from './pkce.js'

const home = `${location.origin}/`
const account = 'http://account.localhost:8800'
const settings = {
  clientId: 'my-page',
  sessionDomain: 'http://id.site.localhost:8800',
  redirectUri: home,
  // That of the emulator.
  env: {
    name: 'EMULATOR',
    accountUrl: account,
    widgetUrl: `${account}/authn/`,
    globalSessionUrl: account,
    sdrnNamespace: 'localhost',
  },
}

let binding = {}
/** Puts nonce and challenge into the address of the login page, beside the state. */
const pkce = {
  name: 'pkce',
  setup(kernel) {
    kernel.hook('url:build', ({ kind, query }) => {
      if (kind === 'login') for (const [name, value] of Object.entries(binding)) query.append(name, value)
    })
  },
}
const identity = new Portico.Identity({ ...settings, plugins: [pkce] })

const element = (id) => document.getElementById(id)

async function show() {
  const session = await identity.hasSession().catch(() => ({}))
  element('reader').textContent = session.userId ? `Hello, ${session.givenName}` : 'Hello, stranger'
  element('log-in').hidden = Boolean(session.userId)
  element('log-out').hidden = !session.userId
}

element('log-in').addEventListener('click', async () => {
  const { state, ...rest } = await beginLogin()
  binding = rest
  identity.login({ state })
})
element('log-out').addEventListener('click', () => identity.logout(home))

const query = new URLSearchParams(location.search)
const user = query.has('code') ? await finishLogin(query, settings) : undefined
if (user) {
  identity.clearCachedUserSession()
  // The emulator's way to have its session service learn of the login: it looks, and sends the browser on.
  location.replace(`${settings.sessionDomain}/session-login?${new URLSearchParams({ redirect_uri: home })}`)
} else {
  // A code is of no use to anybody who finds it in the history.
  history.replaceState(null, '', home)
  await show()
}

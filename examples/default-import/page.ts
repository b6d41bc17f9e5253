/**
 * A page that greets its reader, by the class of `portico`: most plugins, and nothing to assemble.
 * The page has elements with the ids greeting, log-in and log-out.
 */
import { Identity } from 'portico'

const identity = new Identity({
  clientId: 'your-client-id',
  sessionDomain: 'https://id.site.com',
  redirectUri: 'https://site.com/callback',
  env: 'PRO',
})

const byId = (id: string) => document.getElementById(id) as HTMLElement

function show(greeting: string, loggedIn: boolean): void {
  byId('greeting').textContent = greeting
  byId('log-in').hidden = loggedIn
  byId('log-out').hidden = !loggedIn
}

// Listeners first: hasSession() emits.
identity.on('login', ({ givenName }) => show(`Hello, ${givenName ?? 'reader'}`, true))
identity.on('notLoggedin', () => show('Hello, stranger', false))
identity.on('logout', () => show('Goodbye', false))

byId('log-in').addEventListener('click', async () => {
  // The site's back end makes the state and remembers it, to know it again in the callback.
  const { state } = await (await fetch('/login-state', { method: 'POST' })).json()
  identity.login({ state })
})
byId('log-out').addEventListener('click', () => identity.logout('https://site.com/'))

// "Nobody is logged in" has been shown by then. Anything else must not stop the page: it goes on without a user.
await identity.hasSession().catch(({ reason }) => {
  if (reason !== 'session-missing') show('Hello', false)
})

// The tables of the control page: sessions, users, clients, requests.

import { api, type ControlClient, type ControlUser, type Message, type SessionSummary } from './api.ts'
import { button, byId, emptyRow, make, row } from './dom.ts'

const time = (value: string | number): string => new Date(value).toLocaleTimeString('en-GB')

/** Fetches everything that may have changed and shows it. */
export async function refreshTables(): Promise<void> {
  const [sessions, users, clients] = await Promise.all([
    api.get<SessionSummary[]>('sessions'),
    api.get<ControlUser[]>('users'),
    api.get<ControlClient[]>('clients'),
  ])
  const messages = await Promise.all(
    users.map(({ username }) => api.get<Message[]>(`users/${username}/messages`)),
  )
  showSessions(sessions)
  byId('users').replaceChildren(...users.map((user, index) => userRow(user, clients, messages[index]?.[0])))
  showClients(clients)
}

function showSessions(sessions: readonly SessionSummary[]): void {
  const rows = sessions.map((session) =>
    row(
      session.username,
      session.clientId,
      time(session.createdAt),
      button('End', `End the session of ${session.username} at ${session.clientId}`, async () => {
        await api.remove(`sessions/${session.handle}`)
        await refreshTables()
      }),
    ),
  )
  byId('sessions').replaceChildren(
    ...(rows.length > 0 ? rows : [emptyRow(4, 'Nobody is logged in anywhere.')]),
  )
}

function userRow(
  user: ControlUser,
  clients: readonly ControlClient[],
  latest: Message | undefined,
): HTMLElement {
  const connected = clients.filter(({ merchantId }) => user.merchantIds.includes(merchantId))
  const names = connected.map(({ name, merchantId }) =>
    make(
      'span',
      `${name} `,
      button('Disconnect', `Disconnect ${user.username} from ${name}`, async () => {
        await api.remove(`users/${user.username}/merchants/${merchantId}`)
        await refreshTables()
      }),
    ),
  )
  const removal = button('Remove', `Remove ${user.username}`, async () => {
    await api.remove(`users/${user.username}`)
    await refreshTables()
  })
  return row(
    make('div', make('strong', `${user.givenName} ${user.familyName}`), make('br'), removal),
    make('span', user.email, make('br'), make('code', user.password)),
    make('code', String(user.userId)),
    names.length === 0 ? '–' : make('div', ...names),
    latest === undefined
      ? '–'
      : make('span', make('code', latest.code), ` by ${latest.channel}, ${time(latest.sentAt)}`),
  )
}

let shownClients = ''

function showClients(clients: readonly ControlClient[]): void {
  const state = JSON.stringify(clients)
  // left alone while nothing changed: somebody may be typing in one of the forms
  if (state === shownClients) return
  shownClients = state
  byId('clients').replaceChildren(...clients.map(clientBlock))
}

function uriRemoval({ clientId, name }: ControlClient, uri: string): HTMLElement {
  return button('Remove', `Remove ${uri} from ${name}`, async () => {
    await api.remove(`clients/${clientId}/redirect-uris?url=${encodeURIComponent(uri)}`)
    await refreshTables()
  })
}

function clientBlock(client: ControlClient): HTMLElement {
  const own = client.redirectUris[0]
  const uris = make(
    'ul',
    ...client.redirectUris.map((uri) =>
      // the first is that of the demo site
      uri === own
        ? make('li', make('code', uri))
        : make('li', make('code', uri), ' ', uriRemoval(client, uri)),
    ),
  )
  const input = document.createElement('input')
  input.type = 'url'
  input.required = true
  // a host of the client's site: on any other, a page would log in and have no session for ever
  input.placeholder = `http://app.${client.baseDomain}:3000/callback`
  input.setAttribute('aria-label', `Redirect URI for ${client.name}`)
  const form = make('form', input, make('button', 'Register'))
  form.className = 'row'
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const { note } = await api.post<{ note?: string }>(`clients/${client.clientId}/redirect-uris`, {
      url: input.value,
    })
    await refreshTables()
    byId('client-note').textContent = note ?? ''
  })
  const facts = make(
    'p',
    'client ',
    make('code', client.clientId),
    ' · secret ',
    make('code', client.clientSecret),
  )
  return make('article', make('h3', client.name), facts, uris, form)
}

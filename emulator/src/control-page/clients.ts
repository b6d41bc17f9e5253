// The clients on the control page, each with its redirect URIs. Those of the demo sites stay as they are.

import { api, type ControlClient } from './api.ts'
import { button, byId, make, removal, showIfChanged } from './dom.ts'
import { editor } from './editor.ts'

type Refresh = () => Promise<void>

const edit = editor('client')

const pathOf = ({ clientId }: ControlClient): string => `clients/${clientId}`
const uriPath = (client: ControlClient, uri: string): string =>
  `${pathOf(client)}/redirect-uris?url=${encodeURIComponent(uri)}`

/** Does it, and says what went wrong, or nothing. */
async function trying(act: () => Promise<unknown>): Promise<void> {
  let said = ''
  await act().catch((error: Error) => {
    said = error.message
  })
  byId('client-note').textContent = said
}

/** Follows the button that makes clients. */
export function followNewClient(refresh: Refresh): void {
  byId('new-client').addEventListener('click', () =>
    edit({
      title: 'A new client',
      values: {},
      fixed: [],
      save: (values) => api.post('clients', values).then(refresh),
    }),
  )
}

/** A field for one address, to register it, or to change the one that is registered. */
function uriForm(client: ControlClient, refresh: Refresh): { form: HTMLElement; change(uri: string): void } {
  const input = document.createElement('input')
  input.type = 'url'
  input.required = true
  // a host of the client's site: on any other, a page would log in and have no session for ever
  input.placeholder = `http://www.${client.baseDomain}:3000/callback`
  input.setAttribute('aria-label', `Redirect URI for ${client.name}`)
  const submit = make('button', 'Register')
  const form = make('form', input, submit)
  form.className = 'row'
  let changed: string | undefined
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const url = input.value
    const send = () =>
      changed === undefined
        ? api.post(`${pathOf(client)}/redirect-uris`, { url })
        : api.put(uriPath(client, changed), { url })
    void trying(() => send().then(refresh))
  })
  return {
    form,
    change(uri) {
      changed = uri
      input.value = uri
      submit.textContent = 'Save the change'
      input.focus()
    },
  }
}

function ownButtons(client: ControlClient, refresh: Refresh): HTMLElement {
  const { name, clientId } = client
  const change = button('Edit', `Edit ${name}`, () =>
    edit({
      title: `Edit ${clientId}`,
      values: { ...client, publisher: client.key },
      fixed: ['clientId', 'publisher', 'redirectUri'],
      save: (values) => api.patch(pathOf(client), values).then(refresh),
    }),
  )
  const remove = removal(`Remove ${name}`, () => trying(() => api.remove(pathOf(client)).then(refresh)))
  const buttons = make('p', change, remove)
  buttons.className = 'row'
  return buttons
}

function clientBlock(client: ControlClient, refresh: Refresh): HTMLElement {
  const { name, redirectUris, isDemo } = client
  const { form, change } = uriForm(client, refresh)
  const uriItem = (uri: string): HTMLElement =>
    make(
      'li',
      make('code', uri),
      ' ',
      button('Change', `Change ${uri} of ${name}`, () => change(uri)),
      ' ',
      removal(`Remove ${uri} from ${name}`, () =>
        trying(() => api.remove(uriPath(client, uri)).then(refresh)),
      ),
    )
  const uris = redirectUris.map((uri, at) =>
    isDemo && at === 0 ? make('li', make('code', uri)) : uriItem(uri),
  )
  const secret = client.isPublic ? ['no secret: PKCE'] : ['secret ', make('code', client.clientSecret)]
  const facts = make(
    'p',
    'client ',
    make('code', client.clientId),
    ' · ',
    ...secret,
    ' · ',
    client.sessionHost,
  )
  const buttons = isDemo ? [] : [ownButtons(client, refresh)]
  return make('article', make('h3', name), facts, make('ul', ...uris), form, ...buttons)
}

export function showClients(clients: readonly ControlClient[], refresh: Refresh): void {
  showIfChanged('clients', clients, () => clients.map((client) => clientBlock(client, refresh)))
}

// The live sessions on the control page, and for whom another one can be begun.

import { api, type ControlClient, type ControlUser, type SessionSummary } from './api.ts'
import { button, byId, emptyRow, make, row, timeOf } from './dom.ts'

export function showSessions(sessions: readonly SessionSummary[], refresh: () => Promise<void>): void {
  const rows = sessions.map(({ username, clientId, createdAt, handle }) =>
    row(
      username,
      clientId,
      timeOf(createdAt),
      button('End', `End the session of ${username} at ${clientId}`, () =>
        api.remove(`sessions/${handle}`).then(refresh),
      ),
    ),
  )
  byId('sessions').replaceChildren(
    ...(rows.length > 0 ? rows : [emptyRow(4, 'Nobody is logged in anywhere.')]),
  )
}

function offer(id: string, choices: readonly (readonly [value: string, text: string])[]): void {
  const select = byId<HTMLSelectElement>(id)
  const options = choices.map(([value, text]) => {
    const option = make('option', text)
    option.setAttribute('value', value)
    return option
  })
  // left alone while nothing changed: somebody may be choosing
  if (options.map(({ outerHTML }) => outerHTML).join('') === select.innerHTML) return
  const { value } = select
  select.replaceChildren(...options)
  if (choices.some(([known]) => known === value)) select.value = value
}

/** Whom this browser can be logged in as, and where. */
export function offerLogins(users: readonly ControlUser[], clients: readonly ControlClient[]): void {
  offer(
    'visitor-user',
    users.map(({ username, givenName }) => [username, givenName]),
  )
  offer(
    'visitor-client',
    clients.map(({ clientId, name }) => [clientId, name]),
  )
}

// The live sessions on the control page, and for whom another one can be begun.

import { api, type ControlClient, type ControlSession, type ControlUser } from './api.ts'
import { button, byId, emptyRow, make, row, showIfChanged, timeOf } from './dom.ts'

export function showSessions(sessions: readonly ControlSession[], refresh: () => Promise<void>): void {
  showIfChanged('sessions', sessions, () => {
    if (sessions.length === 0) return [emptyRow(4, 'Nobody is logged in anywhere.')]
    return sessions.map(({ username, clientId, createdAt, handle }) =>
      row(
        username,
        clientId,
        timeOf(createdAt),
        button('End', `End the session of ${username} at ${clientId}`, () =>
          api.remove(`sessions/${handle}`).then(refresh),
        ),
      ),
    )
  })
}

type Choice = readonly [value: string, text: string]

function offer(id: string, choices: readonly Choice[]): void {
  const select = byId<HTMLSelectElement>(id)
  const { value } = select
  showIfChanged(id, choices, () =>
    choices.map(([name, text]) => {
      const option = make('option', text)
      option.setAttribute('value', name)
      return option
    }),
  )
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

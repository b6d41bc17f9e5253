// The tables of the control page, brought up to date together: sessions, users, clients.

import { api, type ControlClient, type ControlSession, type ControlUser } from './api.ts'
import { showClients } from './clients.ts'
import { showIfChanged } from './dom.ts'
import { offerLogins, showSessions } from './sessions.ts'
import { userRow } from './users.ts'

/** Fetches everything that may have changed and shows it. */
export async function refreshTables(): Promise<void> {
  const [sessions, users, clients] = await Promise.all([
    api.get<ControlSession[]>('sessions'),
    api.get<ControlUser[]>('users'),
    api.get<ControlClient[]>('clients'),
  ])
  showSessions(sessions, refreshTables)
  offerLogins(users, clients)
  showClients(clients, refreshTables)
  showIfChanged('users', [users, clients], () => users.map((user) => userRow(user, clients, refreshTables)))
}

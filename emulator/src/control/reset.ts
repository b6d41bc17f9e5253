// Everything as it was when the emulator was first started: as if it had no data.

import type { EmulatorContext } from '../context.ts'

export function resetEverything({ faults, store, clients, redirects }: EmulatorContext): void {
  faults.reset()
  store.forgetLogins()
  for (const client of clients.all()) {
    for (const url of redirects.ofClient(client)) redirects.remove(client, url)
    if (!client.isDemo) clients.remove(client)
  }
  store.users.reset()
}

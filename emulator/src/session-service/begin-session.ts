// A session begins: in the place of the one that the browser had, and the user is the publisher's from then on.

import type { Context } from 'hono'
import type { SessionService } from 'portico-session-service'
import type { EmulatorContext } from '../context.ts'
import type { Publisher } from '../publishers.ts'
import type { LoggedIn } from './tokens.ts'

export async function beginSession(
  c: Context,
  { store }: EmulatorContext,
  { merchantId }: Publisher,
  service: SessionService,
  { uuid, sid, clientId }: LoggedIn,
): Promise<void> {
  store.users.connect(uuid, merchantId)
  for (const cookie of await service.begin(c.req.raw, { subject: uuid, clientId, claims: { sid } }))
    c.header('set-cookie', cookie, { append: true })
}

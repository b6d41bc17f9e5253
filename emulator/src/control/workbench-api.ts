// The part of the control API that makes and removes: users, redirect URIs, and everything at once.

import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { EmulatorContext } from '../context.ts'
import { newUser } from '../store/new-user.ts'

export function workbenchApi({
  store,
  faults,
  publishers,
  redirects,
}: EmulatorContext): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.post('/users', async (c) => {
    try {
      const user = newUser(await c.req.json(), store.users.all())
      store.users.add(user)
      return c.json(user, 201)
    } catch (error) {
      const message = error instanceof TypeError ? error.message : 'The body must be a JSON object.'
      return c.json({ error: message }, 400)
    }
  })

  app.delete('/users/:username', (c) => {
    const user = store.users.byUsername(c.req.param('username'))
    if (user === undefined) return c.json({ error: 'There is no such user.' }, 404)
    store.users.remove(user.uuid)
    return c.body(null, 204)
  })

  app.delete('/clients/:id/redirect-uris', (c) => {
    const publisher = publishers.find(({ clientId }) => clientId === c.req.param('id'))
    if (publisher === undefined) return c.json({ error: 'There is no such client.' }, 404)
    if (!redirects.remove(publisher, c.req.query('url') ?? ''))
      return c.json({ error: 'There is no such redirect URI that was registered.' }, 404)
    return c.json({ redirectUris: redirects.ofClient(publisher) })
  })

  // as if it were started anew, without a data directory
  app.delete('/everything', (c) => {
    faults.reset()
    for (const { id } of store.siteSessions.all()) store.siteSessions.end(id)
    for (const publisher of publishers)
      for (const url of redirects.ofClient(publisher)) redirects.remove(publisher, url)
    store.users.reset()
    return c.body(null, 204)
  })
  return app
}

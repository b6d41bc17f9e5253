// The part of the control API for test users: made, changed and removed, with the codes that they were sent.

import { Hono } from 'hono'
import type { EmulatorContext } from '../context.ts'
import { changesOf, newUser } from '../store/new-user.ts'
import { bodyOf, refuse, whereFound } from './answers.ts'

const PRODUCT_ID = /^[\w.-]{1,60}$/

export function usersApi({ store }: EmulatorContext): Hono {
  const { users } = store
  const app = new Hono()
  const withUser = whereFound('user', (c) => users.byUsername(c.req.param('username') ?? ''))

  app.get('/users', (c) => c.json(users.all()))
  app.post('/users', async (c) => {
    const user = newUser(await bodyOf(c), users.all())
    users.add(user)
    return c.json(user, 201)
  })
  app.patch(
    '/users/:username',
    withUser(async (c, user) => {
      users.change(user, changesOf(user, await bodyOf(c), users.all()))
      return c.json(users.byUuid(user.uuid))
    }),
  )
  app.delete(
    '/users/:username',
    withUser((c, user) => {
      users.remove(user)
      return c.body(null, 204)
    }),
  )
  app.delete(
    '/users/:username/merchants/:id',
    withUser((c, user) => {
      users.disconnect(user, Number(c.req.param('id')))
      return c.body(null, 204)
    }),
  )
  app.put(
    '/users/:username/products/:id',
    withUser((c, user) => {
      const id = c.req.param('id') ?? ''
      if (!PRODUCT_ID.test(id))
        return refuse(c, 'A product id is 1 to 60 letters, digits, dots, hyphens and underscores.')
      users.give(user, id)
      return c.body(null, 204)
    }),
  )
  app.delete(
    '/users/:username/products/:id',
    withUser((c, user) => {
      users.takeAway(user, c.req.param('id') ?? '')
      return c.body(null, 204)
    }),
  )
  app.get(
    '/users/:username/messages',
    withUser((c, { messages }) => c.json(messages)),
  )
  return app
}

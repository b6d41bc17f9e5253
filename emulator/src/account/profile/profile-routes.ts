// The account pages that `accountUrl` and `phonesUrl` lead to. What is changed here is what sessions say next.

import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import type { EmulatorContext } from '../../context.ts'
import { originOf } from '../../hosts.ts'
import { formOf } from '../../http/form.ts'
import type { KnownUser } from '../../store/user.ts'
import { accountSession } from '../account-session.ts'
import { ACCOUNT_PAGES_CALLBACK } from '../clients.ts'
import { accountLoginUrl, returnPath } from './account-login.ts'
import { type Frame, phonePage, profilePage } from './profile-pages.ts'

type Env = { Bindings: HttpBindings }

const GENDERS = ['female', 'male', 'undisclosed'] as const

export function profileRoutes(context: EmulatorContext, provider: Provider): Hono<Env> {
  const { users } = context.store
  const app = new Hono<Env>()

  async function reader(c: Context<Env>): Promise<KnownUser | undefined> {
    const { accountId } = await accountSession(provider, c.env)
    return users.byUuid(accountId)
  }

  function logInFirst(c: Context<Env>): Response {
    return c.redirect(accountLoginUrl(context, c.req.path + new URL(c.req.url).search), 303)
  }

  function frameOf(c: Context<Env>): Frame {
    const { client_id: clientId, redirect_uri: back } = c.req.query()
    const client = context.clients.find(clientId)
    const known = client !== undefined && back !== undefined && context.redirects.allows(client, back)
    return {
      query: new URL(c.req.url).search,
      back: known ? { url: back, name: client.name } : undefined,
      saved: c.req.query('saved') !== undefined,
    }
  }

  function savedAt(c: Context<Env>, path: string): Response {
    const query = new URL(c.req.url).searchParams
    query.set('saved', '')
    return c.redirect(`${path}?${query}`, 303)
  }

  app.get(ACCOUNT_PAGES_CALLBACK, (c) => c.redirect(returnPath(context, c.req.query())))

  app.get('/profile-pages', async (c) => {
    const user = await reader(c)
    if (user === undefined) return logInFirst(c)
    const publishers = context.publishers.filter(({ merchantId }) => user.merchantIds.includes(merchantId))
    const connected = publishers.map((publisher) => ({
      ...publisher,
      sessionsUrl: `${originOf(publisher.sessionHost, context.address)}/account/sessions`,
    }))
    return c.html(profilePage(user, connected, frameOf(c)))
  })

  app.post('/profile-pages', async (c) => {
    const user = await reader(c)
    if (user === undefined) return logInFirst(c)
    const form = await formOf(c)
    const text = (name: string, fallback: string): string => form[name]?.trim() || fallback
    users.change(user, {
      displayName: text('displayName', user.displayName),
      givenName: text('givenName', user.givenName),
      familyName: text('familyName', user.familyName),
      gender: GENDERS.find((gender) => gender === form.gender) ?? user.gender,
    })
    return savedAt(c, '/profile-pages')
  })

  app.post('/profile-pages/disconnect', async (c) => {
    const user = await reader(c)
    if (user === undefined) return logInFirst(c)
    const { merchantId } = await formOf(c)
    users.disconnect(user, Number(merchantId))
    return savedAt(c, '/profile-pages')
  })

  app.get('/profile-pages/about-you/phone', async (c) => {
    const user = await reader(c)
    return user === undefined ? logInFirst(c) : c.html(phonePage(user, frameOf(c)))
  })

  app.post('/profile-pages/about-you/phone', async (c) => {
    const user = await reader(c)
    if (user === undefined) return logInFirst(c)
    const { phone: given = '' } = await formOf(c)
    const phone = given.trim()
    if (!/^\+?[\d ]{5,20}$/.test(phone)) return c.html(phonePage(user, frameOf(c), phone), 400)
    users.change(user, { phone })
    return savedAt(c, '/profile-pages/about-you/phone')
  })

  return app
}

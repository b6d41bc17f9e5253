// What the pages of a reader's own share: who reads, how they log in first, and where the page leads back to.

import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Provider } from 'oidc-provider'
import type { EmulatorContext } from '../../context.ts'
import type { Html } from '../../http/html.ts'
import type { KnownUser } from '../../store/user.ts'
import { accountSession } from '../account-session.ts'
import { accountLoginUrl } from './account-login.ts'

export type Env = { Bindings: HttpBindings }

type Page = (c: Context<Env>, reader: KnownUser) => Response | Promise<Response>

/** Makes handlers that are for a reader who is logged in: others log in first, and come back. */
export function forReader(
  context: EmulatorContext,
  provider: Provider,
): (page: Page) => (c: Context<Env>) => Promise<Response> {
  return (page) => async (c) => {
    const { accountId } = await accountSession(provider, c.env)
    const reader = context.store.users.byUuid(accountId)
    if (reader !== undefined) return page(c, reader)
    return c.redirect(accountLoginUrl(context, c.req.path + new URL(c.req.url).search), 303)
  }
}

/** Where the page leads back to, when that is registered for the client. */
export function wayBack({ clients, redirects }: EmulatorContext, c: Context): Html | '' {
  const { client_id: clientId, redirect_uri: back } = c.req.query()
  const client = clients.find(clientId)
  if (client === undefined || back === undefined || !redirects.allows(client, back)) return ''
  return html`<p><a href="${back}" data-testid="back">Back to ${client.name}</a></p>`
}

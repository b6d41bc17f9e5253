// The part of the control API for clients and their redirect URIs: made, changed and removed, and refused with the
// reason where their pages could not work.

import { type Context, Hono } from 'hono'
import type { Client } from '../clients.ts'
import type { EmulatorContext } from '../context.ts'
import { refusalOf } from '../redirect-uri-refusal.ts'
import { UnusableError } from '../unusable-error.ts'
import { bodyOf, refuse, whereFound } from './answers.ts'

/** A client as the control page shows it. */
interface ClientSummary extends Client {
  readonly redirectUris: readonly string[]
}

export function clientsApi({ clients, redirects, store, address }: EmulatorContext): Hono {
  const app = new Hono()
  const summaryOf = (client: Client): ClientSummary => ({
    ...client,
    redirectUris: redirects.ofClient(client),
  })
  const withClient = whereFound('client', (c) => clients.find(c.req.param('id')))

  /** @throws {UnusableError} when the address is there already, or its page could not work, unless that is wanted */
  function checkRedirectUri(client: Client, { url, anyway }: Partial<Record<string, unknown>>): string {
    const refusal = refusalOf(client, url, address)
    if (refusal !== undefined && !(anyway === true && refusal.better !== undefined))
      throw new UnusableError(refusal.sentence)
    if (redirects.ofClient(client).includes(url as string))
      throw new UnusableError(`${url} is registered for ${client.clientId} already.`)
    return url as string
  }

  app.get('/clients', (c) => c.json(clients.all().map(summaryOf)))

  app.post('/clients', async (c) => {
    const body = await bodyOf(c)
    const client = clients.add(body)
    try {
      redirects.register(client, checkRedirectUri(client, { ...body, url: body.redirectUri }))
    } catch (error) {
      // one without a redirect URI could log nobody in
      clients.remove(client)
      throw error
    }
    return c.json(summaryOf(client), 201)
  })

  app.patch(
    '/clients/:id',
    withClient(async (c, client) => {
      if (client.isDemo) return refuse(c, `${client.clientId} is a demo site's, and stays as it is.`)
      return c.json(summaryOf(clients.change(client, await bodyOf(c))))
    }),
  )

  app.delete(
    '/clients/:id',
    withClient((c, client) => {
      if (client.isDemo) return refuse(c, `${client.clientId} is a demo site's, and stays as it is.`)
      for (const url of redirects.ofClient(client)) redirects.remove(client, url)
      store.siteSessions.endOfClient(client.clientId)
      clients.remove(client)
      return c.body(null, 204)
    }),
  )

  app.post(
    '/clients/:id/redirect-uris',
    withClient(async (c, client) => {
      redirects.register(client, checkRedirectUri(client, await bodyOf(c)))
      return c.json(summaryOf(client), 201)
    }),
  )

  app.put(
    '/clients/:id/redirect-uris',
    withClient(async (c, client) => {
      const old = ownRedirectUri(c, client)
      if (old instanceof Response) return old
      redirects.register(client, checkRedirectUri(client, await bodyOf(c)))
      redirects.remove(client, old)
      return c.json(summaryOf(client))
    }),
  )

  app.delete(
    '/clients/:id/redirect-uris',
    withClient((c, client) => {
      const url = ownRedirectUri(c, client)
      if (url instanceof Response) return url
      if (redirects.ofClient(client).length === 1)
        return refuse(c, 'A client needs a redirect URI: change this one, or remove the client.')
      redirects.remove(client, url)
      return c.json(summaryOf(client))
    }),
  )

  /** The registered address that the query names; or the answer that says why there is none. */
  function ownRedirectUri(c: Context, client: Client): string | Response {
    const url = c.req.query('url') ?? ''
    if (url === redirects.ofDemoSite(client))
      return refuse(c, `${url} is the demo site's, and stays as it is.`)
    if (!redirects.ofClient(client).includes(url))
      return c.json({ error: 'There is no such redirect URI.' }, 404)
    return url
  }

  return app
}

// The button of the page that refuses a redirect URI: registers it. For the emulator's own pages alone.

import { Hono } from 'hono'
import type { EmulatorContext } from '../context.ts'
import { ACCOUNT_HOST, originOf } from '../hosts.ts'
import { formOf } from '../http/form.ts'
import { refusalOf } from '../redirect-uri-refusal.ts'
import { REGISTER_PATH, registeredPage } from './pages/redirect-refused-page.ts'

export function registerRoutes(context: EmulatorContext): Hono {
  const app = new Hono()
  app.post(REGISTER_PATH, async (c) => {
    // another site's page must not register itself with somebody's emulator
    if (c.req.header('origin') !== originOf(ACCOUNT_HOST, context.address))
      return c.text('Only a page of the emulator may register a redirect URI.', 403)
    const { client, url = '' } = await formOf(c)
    const known = context.clients.find(client)
    if (known === undefined) return c.text('There is no such client.', 404)
    const refusal = refusalOf(known, url, context.address)
    if (refusal !== undefined) return c.text(refusal.sentence, 400)
    context.redirects.register(known, url)
    return c.html(registeredPage(url), 201)
  })
  return app
}

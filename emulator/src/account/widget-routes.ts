// Serves the widget's script, under the widget base of an environment and, for clients that know one origin
// only, at the root as well.

import { Hono } from 'hono'
import type { EmulatorContext } from '../context.ts'
import { asset } from '../http/assets.ts'

const ENCODINGS = ['utf-8', 'iso-8859-1', 'iso-8859-15']

export function widgetRoutes({ clients }: EmulatorContext): Hono {
  const app = new Hono()
  for (const path of ['/simplified-login-widget', '/authn/simplified-login-widget']) {
    app.get(path, (c) => {
      const { client_id: clientId, encoding = 'utf-8' } = c.req.query()
      if (clients.find(clientId) === undefined) return c.text('No such client', 404)
      if (!ENCODINGS.includes(encoding)) return c.text('No such encoding', 400)
      const script = asset(c, 'widget.js')
      // the bundle is plain ASCII, so it reads the same in each of them
      if (script.ok) script.headers.set('content-type', `text/javascript; charset=${encoding}`)
      return script
    })
  }
  return app
}

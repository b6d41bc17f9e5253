// The page on which readers see where they are logged in, and log out there. It works without a script.

import { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { isSameOriginForm, navigationOnly } from '../http/fetch-metadata.ts'
import { formOf } from '../http/form.ts'
import { readerSessions } from './reader-sessions.ts'

/** Address of the page, on the service's own host. */
export const SESSIONS_PATH = '/account/sessions'

export function sessionsPageRoutes(deps: Deps): Hono {
  const { settings, sessions, presenceCookie, pages } = deps
  const listed = readerSessions(deps)
  const app = new Hono()

  app.get(SESSIONS_PATH, navigationOnly, async (c) => {
    const own = await sessions.current(c)
    if (own) return pages.show(c, 'sessions', { sessions: await listed.list(own) })
    presenceCookie.delete(c)
    return pages.show(c, 'not-logged-in')
  })

  app.post(SESSIONS_PATH, navigationOnly, async (c) => {
    // A page of another host may have posted the form. The reader sees the list, and nothing ends.
    const { pathname, search } = new URL(c.req.url)
    const again = () => c.redirect(pathname + search, 303)
    if (!isSameOriginForm(c, settings.origin)) return again()
    const field = await formOf(c.req.raw)
    const own = await sessions.current(c)
    if (!own) return again()
    const id = field('id') ?? ''
    if (field('others') === 'true') await listed.endOthers(own)
    else if (listed.isOwn(own, id)) await sessions.end(c)
    else await listed.end(own, id)
    return again()
  })

  return app
}

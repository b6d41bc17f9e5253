// The actions of `manage.ts` on the management port, with `managementSecret`. The target is a field of a form and not a part of the URL:
// proxies log URLs.

import { Hono } from 'hono'
import type { SessionService } from '../create-session-service.ts'
import { safeEqual } from '../crypto/hash.ts'
import type { ServiceEvent } from '../events.ts'
import { FormError, formOf } from '../http/form.ts'
import { NotForgotten } from '../managed-sessions.ts'
import { OptionsError } from '../options/options-error.ts'
import { allOf, type Secret } from '../options/secret.ts'
import { StoreFailure } from '../store/with-timeout.ts'
import { ACTIONS, manage, targetOf } from './manage.ts'

/** @param secret that a request has to have as its bearer token */
export function manageRoutes(
  service: SessionService,
  secret: Secret,
  onEvent: (event: ServiceEvent) => void,
): Hono {
  const app = new Hono()

  for (const action of ACTIONS)
    app.post(`/${action}`, async (c) => {
      const [, given = ''] = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '') ?? []
      if (!allOf(secret).some((known) => safeEqual(known, given))) {
        onEvent({ type: 'management-unauthorized', action })
        c.header('www-authenticate', 'Bearer')
        return c.json({ error: 'Give the managementSecret as a bearer token' }, 401)
      }
      const field = await formOf(c.req.raw)
      const target = targetOf(action, { subject: field('subject'), sid: field('sid') })
      c.header('cache-control', 'no-store')
      return c.json(await manage(service, action, target))
    })

  app.onError((cause, c) => {
    if (cause instanceof FormError) return c.json({ error: cause.message }, cause.status)
    if (cause instanceof OptionsError)
      return c.json({ error: 'Give subject or sid; to forget, subject' }, 400)
    if (cause instanceof StoreFailure) return c.json({ error: 'The store does not answer' }, 503)
    if (cause instanceof NotForgotten) return c.json({ error: cause.message }, 409)
    throw cause
  })
  return app
}

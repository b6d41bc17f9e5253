// The management port, for operators: liveness, readiness, metrics, and the sessions of a reader. Readers do not reach this port.

import { Hono } from 'hono'
import type { SessionService } from '../create-session-service.ts'
import { allowedHosts } from './allowed-hosts.ts'
import type { Metrics } from './metrics.ts'

/** @param isStopping whether the service takes no new readers */
export function managementApp(service: SessionService, metrics: Metrics, isStopping: () => boolean): Hono {
  const app = new Hono()
  app.use(allowedHosts(service.environments.map(({ accountUrl }) => accountUrl)))
  app.get('/live', (c) => c.text('ok'))
  app.get('/ready', async (c) => {
    const health = { ...(await service.check()), stopping: isStopping() }
    // Without the provider nobody logs in, but whoever is logged in stays so: no reason to take the service away.
    return c.json(health, health.store && !health.stopping ? 200 : 503)
  })
  app.get('/metrics', async (c) => c.body(await metrics.text(), 200, { 'content-type': metrics.contentType }))
  return app
}

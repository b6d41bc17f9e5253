// What happens in the service as numbers, in Prometheus' format. Labels are of a few known values: nothing that a request says is one.

import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { ServiceEvent } from '../events.ts'

export interface Metrics {
  record(event: ServiceEvent): void
  /** The numbers as text, and its type. */
  readonly text: () => Promise<string>
  readonly contentType: string
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'portico_request_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> =>
    new Counter({ name: `portico_${name}_total`, help, labelNames, registers })
  const logins = counter('logins', 'Logins that were begun, finished, or failed.', ['outcome'])
  const logouts = counter('logouts', 'Logouts by the reader.', [])
  const ended = counter('provider_logouts', 'Sessions that the provider has ended.', ['channel'])
  const refused = counter('provider_logouts_refused', 'Logouts of the provider that were refused.', [
    'channel',
  ])
  const managed = counter(
    'sessions_managed',
    'What whoever runs the service did with sessions, or was refused to do.',
    ['action', 'outcome'],
  )
  const store = counter('store_failures', 'What the store did not do.', ['operation'])
  const failures = counter('failures', 'What else failed: the provider, or a function of the site.', ['what'])

  function record(event: ServiceEvent): void {
    const { type } = event
    if (type === 'answered') requests.observe({ route: event.route, status: event.status }, event.ms / 1000)
    else if (type === 'logout') logouts.inc()
    else if (type === 'sessions-ended') logouts.inc(event.count)
    else if (type === 'provider-logout') ended.inc({ channel: event.channel }, event.ended)
    else if (type === 'provider-logout-refused') refused.inc({ channel: event.channel })
    else if (type === 'sessions-managed') managed.inc({ action: event.action, outcome: 'done' })
    else if (type === 'sessions-refused') managed.inc({ action: event.action, outcome: 'refused' })
    else if (type === 'store-failed') store.inc({ operation: event.operation })
    else if (type === 'provider-failed' || type === 'function-failed')
      failures.inc({ what: type.slice(0, -'-failed'.length) })
    else if (type === 'site-refused') failures.inc({ what: 'site' })
    else if (type === 'provider-clock-ahead') failures.inc({ what: 'provider-clock' })
    else if (type.startsWith('login-')) logins.inc({ outcome: type.slice('login-'.length) })
  }
  return { record, text: () => registry.metrics(), contentType: registry.contentType }
}

// The metrics of the service, in Prometheus' format. Each label has a few known values: no label takes its value from a request.

import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { ServiceEvent } from '../events.ts'

export interface Metrics {
  record(event: ServiceEvent): void
  /** The metrics as text, and its content type. */
  readonly text: () => Promise<string>
  readonly contentType: string
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'portico_http_request_duration_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> =>
    new Counter({ name: `portico_${name}_total`, help, labelNames, registers })
  const logins = counter(
    'logins',
    'Logins that were started, succeeded, or failed, and those with prompt=none for which the provider needs the reader.',
    ['outcome'],
  )
  const logouts = counter('logouts', 'Logouts by the reader.', [])
  const ended = counter('provider_logouts', 'Sessions that the provider has ended.', ['channel'])
  const refused = counter('provider_logouts_refused', 'Logouts of the provider that were refused.', [
    'channel',
  ])
  const managed = counter('sessions_managed', 'What operators did with sessions, and what was refused.', [
    'action',
    'outcome',
  ])
  const store = counter('store_failures', 'Operations of the store that failed.', ['operation'])
  const failures = counter('failures', 'What else failed: the provider, its clock, a site, or a function.', [
    'source',
  ])

  function record(event: ServiceEvent): void {
    const { type } = event
    if (type === 'request') requests.observe({ route: event.route, status: event.status }, event.ms / 1000)
    else if (type === 'logout') logouts.inc()
    else if (type === 'sessions-ended') logouts.inc(event.count)
    else if (type === 'provider-logout') ended.inc({ channel: event.channel }, event.ended)
    else if (type === 'provider-logout-refused') refused.inc({ channel: event.channel })
    else if (type === 'sessions-managed') managed.inc({ action: event.action, outcome: 'done' })
    else if (type === 'management-unauthorized') managed.inc({ action: event.action, outcome: 'refused' })
    else if (type === 'store-failed') store.inc({ operation: event.operation })
    else if (type === 'provider-failed' || type === 'function-failed')
      failures.inc({ source: type.slice(0, -'-failed'.length) })
    else if (type === 'site-invalid') failures.inc({ source: 'site' })
    else if (type === 'provider-clock-skew') failures.inc({ source: 'clock-skew' })
    else if (type.startsWith('login-')) logins.inc({ outcome: type.slice('login-'.length) })
  }
  return { record, text: () => registry.metrics(), contentType: registry.contentType }
}

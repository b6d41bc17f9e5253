// The metrics of the service, in Prometheus' format. Each label has a few known values: no label takes its value from a request.

import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { ServiceEvent } from '../events.ts'
import type { SessionStore } from '../store/session-store.ts'
import { ACTIONS } from './manage.ts'

export interface Metrics {
  record(event: ServiceEvent): void
  /** The metrics as text, and its content type. */
  readonly text: () => Promise<string>
  readonly contentType: string
}

/** What the service asks of its store. */
const OPERATIONS: readonly (keyof SessionStore)[] = [
  'create',
  'read',
  'readBySubject',
  'readByProviderSession',
  'touch',
  'delete',
  'deleteByProviderSession',
  'deleteBySubject',
  'deleteAll',
  'once',
  'reserveUserId',
  'releaseUserId',
]

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
  /** @param labels each with its values. All are 0 from the start: an alert on an increase misses the first event of a new series */
  function counter<Label extends string>(
    name: string,
    help: string,
    labels: Readonly<Record<Label, readonly string[]>>,
  ): Counter<Label> {
    const labelNames = Object.keys(labels) as Label[]
    const made = new Counter({ name: `portico_${name}_total`, help, labelNames, registers })
    const combinations = labelNames.reduce<Partial<Record<Label, string>>[]>(
      (all, label) => all.flatMap((one) => labels[label].map((value) => ({ ...one, [label]: value }))),
      [{}],
    )
    for (const one of combinations) made.inc(one, 0)
    return made
  }
  const logins = counter(
    'logins',
    'Logins that were started, succeeded, or failed, and those with prompt=none for which the provider needs the reader.',
    { outcome: ['started', 'succeeded', 'failed', 'required'] },
  )
  const channel = ['back', 'front']
  const logouts = counter('logouts', 'Logouts by the reader.', {})
  const ended = counter('provider_logouts', 'Sessions that the provider has ended.', { channel })
  const refused = counter('provider_logouts_refused', 'Logouts of the provider that were refused.', {
    channel,
  })
  const managed = counter('sessions_managed', 'What operators did with sessions, and what was refused.', {
    action: ACTIONS,
    outcome: ['done', 'refused'],
  })
  const store = counter('store_failures', 'Operations of the store that failed.', { operation: OPERATIONS })
  const failures = counter('failures', 'What else failed: the provider, its clock, a site, or a function.', {
    source: ['provider', 'function', 'site', 'clock-skew'],
  })

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

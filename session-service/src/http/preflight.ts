// The CORS preflight of requests with tracing headers. Monitoring scripts add these headers to every request of a page. A browser sends
// no such request before the preflight has allowed the headers: the pages of such a site would know no reader.

import type { MiddlewareHandler } from 'hono'
import type { Settings } from '../options/settings.ts'
import { allowedOrigin } from './cors.ts'

/** W3C Trace Context and Baggage, Sentry, Datadog. */
const HEADERS = [
  'traceparent',
  'tracestate',
  'baggage',
  'sentry-trace',
  'x-datadog-trace-id',
  'x-datadog-parent-id',
  'x-datadog-origin',
  'x-datadog-sampling-priority',
  'x-datadog-tags',
]
const DAY_SECONDS = '86400'

/** Allows these headers alone, for pages that may read the response. */
export const preflight =
  (settings: Settings): MiddlewareHandler =>
  async (c) => {
    if (allowedOrigin(c, settings) === undefined) return c.body(null, 404)
    c.header('access-control-allow-methods', 'GET')
    c.header('access-control-allow-headers', HEADERS.join(', '))
    c.header('access-control-max-age', DAY_SECONDS)
    return c.body(null, 204)
  }

// Monitoring scripts add headers to each request of a page, by which it can be followed through its servers. The browser asks for leave
// first (CORS preflight). Without leave no page of such a site would know its reader.

import type { MiddlewareHandler } from 'hono'
import type { Settings } from '../options/settings.ts'
import { mayRead } from './readable.ts'

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

/** Gives leave for these headers alone, to pages that may read the answer. */
export const tracedRequests =
  (settings: Settings): MiddlewareHandler =>
  async (c) => {
    if (!mayRead(c, settings)) return c.body(null, 404)
    c.header('access-control-allow-methods', 'GET')
    c.header('access-control-allow-headers', HEADERS.join(', '))
    c.header('access-control-max-age', DAY_SECONDS)
    return c.body(null, 204)
  }

// One line per request, for people watching the terminal. Query values are shown only where they are known to
// be harmless; a path segment that identifies somebody's login is not shown either.

import type { ServerResponse } from 'node:http'
import type { ListedRequest } from './listed-request.ts'
import { shownName, shownValue } from './redact.ts'
import { headersOf, reasonOf } from './request-facts.ts'
import { targetUrl } from './request-target.ts'
import { shownBody } from './shown-body.ts'

/** One request, after it was answered. */
export interface RequestEntry {
  readonly time: Date
  readonly host: string
  readonly method: string
  /** Path and query, without anything secret. */
  readonly path: string
  /** 0 when the connection was closed without an answer. */
  readonly status: number
  readonly durationMs: number
  /** Headers of the request, and those of the response after an arrow. Holds no secrets. */
  readonly headers: Readonly<Record<string, string>>
  /** What it brought, when it did: the fields of a form or of JSON. Holds no secrets. */
  readonly body?: string
  /** Why it was refused, when a service says so. */
  readonly reason?: string
}

/** Path and query with secret values replaced by an ellipsis, as is all of a target that is no URL. */
export function withoutSecrets(target: string): string {
  const url = targetUrl(target)
  if (url === undefined) return '…'
  const path = url.pathname
    .replace(/^(\/interaction\/)[^/]+/, '$1…')
    .replace(/^(\/oauth\/authorize\/)[^/]+/, '$1…')
  const query = [...url.searchParams].map(([name, value]) => `${shownName(name)}=${shownValue(name, value)}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** Calls back once the request is over, answered or not. */
export function onceAnswered(
  request: ListedRequest,
  response: ServerResponse,
  tell: (entry: RequestEntry) => void,
): void {
  const time = new Date()
  const start = performance.now()
  response.once('close', () => {
    const reason = reasonOf(response)
    const body = shownBody(request)
    tell({
      time,
      host: request.headers.host ?? '',
      method: request.method ?? '',
      path: withoutSecrets(request.url ?? '/'),
      status: response.headersSent ? response.statusCode : 0,
      durationMs: Math.round(performance.now() - start),
      headers: headersOf(request, response),
      ...(body !== undefined && { body }),
      ...(reason !== undefined && { reason }),
    })
  })
}

/** The entry as one line. */
export function formatEntry({ time, host, method, path, status, durationMs, reason }: RequestEntry): string {
  const clock = time.toTimeString().slice(0, 8)
  // control characters in a request target must not reach the terminal
  const safe = `${host}${path}`.replace(/\p{Cc}/gu, '?')
  const why = reason === undefined ? '' : ` – ${reason.replace(/\p{Cc}/gu, '?')}`
  return `${clock} ${String(status || '---')} ${method.padEnd(4)} ${safe} ${durationMs} ms${why}`
}

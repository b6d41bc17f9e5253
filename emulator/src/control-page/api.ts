// Calls of the control page to the control API, and the shapes that come back.

import type { ClientSummary } from '../control/clients-api.ts'
import type { Faults } from '../control/faults.ts'
import type { SiteSession } from '../store/site-sessions.ts'
import type { KnownUser } from '../store/user.ts'

export type { Faults }
export type ControlUser = KnownUser
export type ControlSession = Omit<SiteSession, 'uuid'> & { readonly username: string }
export type ControlClient = ClientSummary

/** A request as JSON carries it. */
export interface RequestLine {
  readonly time: string
  readonly host: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly durationMs: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly reason?: string
}

const BASE = '/control/api/'

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(BASE + path, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  const text = await response.text()
  const value = text === '' ? undefined : JSON.parse(text)
  if (!response.ok) throw new Error((value as { error?: string } | undefined)?.error ?? response.statusText)
  return value as T
}

export const api = {
  get: <T>(path: string): Promise<T> => call('GET', path),
  patch: <T>(path: string, body: unknown): Promise<T> => call('PATCH', path, body),
  post: <T>(path: string, body: unknown): Promise<T> => call('POST', path, body),
  put: <T>(path: string, body: unknown): Promise<T> => call('PUT', path, body),
  remove: <T>(path: string): Promise<T> => call('DELETE', path),
  stream: (): EventSource => new EventSource(`${BASE}requests/stream`),
}

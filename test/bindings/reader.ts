/** An identity for the bindings to read from, on a page of its own: what frameworks render stands in another one. */
import { createIdentity, type IdentityCore } from '../../core/index.ts'
import { type LoginApi, login } from '../../plugins/login/login.ts'
import { type StatusApi, status } from '../../plugins/reporting/status.ts'
import { preload } from '../../plugins/session/preload.ts'
import { sessionBackoff } from '../../plugins/session/session-backoff.ts'
import { type SessionCacheApi, sessionCache } from '../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { optionsFor } from '../support/fixtures.ts'
import { type Answer, openPage, type Page } from '../support/page.ts'

export interface Reader {
  page: Page
  identity: IdentityCore & StatusApi & LoginApi & SessionCacheApi
  /** How many listen to the identity. */
  listeners(): number
}

/** @param given a session that the page's server hands over by a script in the head */
export function openReader(answers: Answer[], given?: object, page: Page = openPage()): Reader {
  page.answer(...answers)
  if (given) Reflect.set(page.window, 'porticoHead', ['', Date.now() + 60_000, given])
  const identity = createIdentity(optionsFor(page), [
    fetchTransport(),
    preload(),
    sessionCache(),
    sessionBackoff(),
    login(),
    status(),
  ])
  const listening = new Set<unknown>()
  const { subscribe } = identity
  identity.subscribe = (listener) => {
    const stop = subscribe(listener)
    listening.add(stop)
    return () => {
      listening.delete(stop)
      stop()
    }
  }
  return { page, identity, listeners: () => listening.size }
}

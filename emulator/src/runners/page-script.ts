// What is put into each page of a test before its own scripts: what the page is constructed with, and what its identity
// emits. The function runs in the page, so it uses nothing of this file.

import type { Emulator } from '../emulator.ts'
import type { EmulatorEnvironment } from '../environment.ts'
import { PUBLISHERS } from '../publishers.ts'

/** What a page of a test constructs its `Identity` with; it is `window.porticoEmulator` there. */
export interface PageOptions {
  readonly clientId: string
  readonly sessionDomain: string
  readonly redirectUri: string
  readonly env: EmulatorEnvironment
}

/** One event of a page's identity. It holds no session: those have secrets. */
export interface EmittedEvent {
  readonly name: string
  /** Of whom it tells. */
  readonly userId?: number | string
  /** Of an error. */
  readonly reason?: string
}

/** The options of a demo site's page, or of one that stands in for it. @throws {TypeError} when there is no such client */
export function pageOptions(emulator: Emulator, clientId: string, redirectUri?: string): PageOptions {
  const publisher = PUBLISHERS.find((known) => known.clientId === clientId)
  if (publisher === undefined) throw new TypeError(`There is no client "${clientId}".`)
  return {
    clientId,
    sessionDomain: new URL(emulator.url(publisher.sessionHost)).origin,
    redirectUri: redirectUri ?? emulator.url(publisher.siteHost, '/callback'),
    env: emulator.environment,
  }
}

interface PageIdentity {
  on(name: string, listener: (payload: { userId?: number; reason?: string } | null) => void): void
}

/** Runs in the page. */
export function followIdentity(options: PageOptions): void {
  const page = window as Window & {
    porticoEmulator?: PageOptions
    porticoEmitted?: (event: EmittedEvent) => void
  }
  page.porticoEmulator = options
  const names = [
    ...['login', 'logout', 'userChange', 'sessionChange', 'notLoggedin', 'sessionInit', 'statusChange'],
    ...['error', 'simplifiedLoginOpened', 'simplifiedLoginCancelled'],
  ]
  document.addEventListener('schIdentity:ready', (event) => {
    const identity = (event as CustomEvent<PageIdentity>).detail
    for (const name of names)
      identity.on(name, (payload) => {
        const { userId, reason } = payload ?? {}
        page.porticoEmitted?.({ name, ...(userId && { userId }), ...(reason && { reason }) })
      })
  })
}

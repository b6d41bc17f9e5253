// What a running emulator can be asked and told from Node: the control page's switches, as functions.

import type { Faults } from './control/faults.ts'
import type { StorageState } from './control/log-in-as.ts'
import type { EmulatorEnvironment } from './environment.ts'
import type { RequestEntry } from './http/request-log.ts'
import type { Message, User } from './store/user.ts'

/** A running emulator. */
export interface Emulator {
  readonly port: number
  /** What to pass as `env` to Portico. */
  readonly environment: EmulatorEnvironment
  /** The test users. */
  readonly users: readonly User[]
  /** The HMAC key behind `sig` and `sp_id`, for servers that check them. */
  readonly signingKey: string
  /** The fault switches as they stand. */
  readonly faults: Faults
  /** The latest requests, newest last. Holds no secrets. */
  readonly requests: readonly RequestEntry[]
  /** The absolute URL of a path on one of the emulator's hosts, such as `www.site.localhost`. */
  url(host: string, path?: string): string
  /**
   * Changes the fault switches that are named.
   *
   * @throws {FaultError} when a switch or its position does not exist
   */
  setFaults(wanted: Partial<Faults>): Faults
  /** Puts every fault switch back. */
  resetFaults(): Faults
  /** The one-time codes sent to a test user, newest first. */
  messagesTo(username: string): readonly Message[]
  /**
   * Logs a test user in without a browser, at the account service and at a site's session service, and gives the cookies
   * that a browser would have then, as Playwright's `storageState`. No page is visited.
   *
   * @param clientId the client whose site it is. @default the first demo site's, 'harbour-post'
   * @param browser what the browser calls itself; WebKit alone needs it, where the emulator speaks plain http
   * @throws (rejects) when there is no such user or client, or a fault keeps the session service from answering
   */
  loginAs(username: string, clientId?: string, browser?: { userAgent?: string }): Promise<StorageState>
  /**
   * Removes a merchant from a test user's list: they are logged in at its site, but no longer connected. `PUBLISHERS` has the
   * merchant of each demo site: 4001 and 4002.
   */
  disconnect(username: string, merchantId: number): void
  /** Gives a test user a product, which the demo sites' readers subscribe to under `harbour-post-digital` and `fell-and-fjord-digital`. */
  giveProduct(username: string, productId: string): void
  /** Takes a product away from a test user. */
  takeProduct(username: string, productId: string): void
  /**
   * Allows one more redirect URI, and with it its origin, for a client: to try the emulator with your own site.
   *
   * @throws {TypeError} where there is no such client, or the URL is not absolute http(s), has a fragment, or has over 2000 characters
   */
  registerRedirectUri(clientId: string, url: string): void
  /** Everything as it was at first: users, sessions, clients, redirect URIs, faults. */
  reset(): void
  /** Stops listening, cuts open connections and closes the store. Harmless when called again. */
  close(): Promise<void>
}

// Starts a whole emulator: store, port, services. The port is taken first, because it is part of every URL.

import type { RequestListener } from 'node:http'
import { clients } from './clients.ts'
import type { EmulatorContext } from './context.ts'
import { faultSwitches } from './control/fault-switches.ts'
import { requestHistory } from './control/request-history.ts'
import type { Emulator } from './emulator.ts'
import { emulatorOf } from './emulator-of.ts'
import type { Address } from './hosts.ts'
import { behindDoor } from './http/door.ts'
import { hostRouter } from './http/host-router.ts'
import { onceAnswered, type RequestEntry } from './http/request-log.ts'
import { listen, serverOf, stop, type Tls } from './http/server.ts'
import { PUBLISHERS } from './publishers.ts'
import { redirects } from './redirects.ts'
import { openStore } from './store/store.ts'

/** Options of {@link startEmulator}. */
export interface EmulatorOptions {
  /** Port on 127.0.0.1; 0 picks a free one. @default 0 */
  port?: number | undefined
  /** Directory that keeps users and sessions over restarts. @default in memory */
  data?: string | undefined
  /**
   * Key and certificate, as PEM, to speak HTTPS with: every URL is then https. For browsers that keep `Secure`
   * cookies of https pages alone. A self-signed certificate does, where the browser is told to accept it.
   *
   * @default plain HTTP
   */
  tls?: Tls | undefined
  /**
   * Name of the cookie that the session services set for their domain from login to logout, and that `environment` says.
   *
   * @default none, as the account service has none that is emulated
   */
  presenceCookie?: string | undefined
  /** Called after each request. Holds no secrets. */
  onRequest?: (entry: RequestEntry) => void
}

/**
 * Starts the emulator.
 *
 * @throws {EmulatorError} port-taken, port-unusable, data-unusable, tls-unusable
 * @example
 * const emulator = await startEmulator()
 * emulator.setFaults({ session: 'down' })
 * // … point your page at emulator.environment, and look at what it does …
 * await emulator.close()
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const store = await openStore(options.data)
  const history = requestHistory()
  let listener: RequestListener | undefined
  const answer = behindDoor((request, response) => {
    if (listener) return listener(request, response)
    response.writeHead(503).end()
  })
  try {
    const server = serverOf((request, response) => {
      onceAnswered(request, response, (entry) => {
        history.add(entry)
        options.onRequest?.(entry)
      })
      answer(request, response)
    }, options.tls)
    const port = await listen(server, options.port ?? 0)
    const address: Address = { port, secure: options.tls !== undefined }
    const context: EmulatorContext = {
      address,
      presenceCookie: options.presenceCookie,
      store,
      publishers: PUBLISHERS,
      clients: clients(store.records),
      redirects: redirects(store.records, address),
      faults: faultSwitches(),
      history,
    }
    listener = await hostRouter(context)
    return emulatorOf(context, async () => {
      await stop(server)
      store.close()
    })
  } catch (error) {
    store.close()
    throw error
  }
}

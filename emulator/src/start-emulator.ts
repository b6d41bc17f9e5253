// Starts a whole emulator: store, port, services. The port is taken first, because it is part of every URL.

import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EmulatorContext } from './context.ts'
import { EmulatorError } from './emulator-error.ts'
import { type EmulatorEnvironment, emulatorEnvironment } from './environment.ts'
import { originOf } from './hosts.ts'
import { hostRouter } from './http/host-router.ts'
import { onceAnswered, type RequestEntry } from './http/request-log.ts'
import { PUBLISHERS } from './publishers.ts'
import { openStore } from './store/store.ts'
import type { User } from './store/users.ts'

/** Options of {@link startEmulator}. */
export interface EmulatorOptions {
  /** Port on 127.0.0.1; 0 picks a free one. @default 0 */
  port?: number
  /** Directory that keeps users and sessions over restarts. @default in memory */
  data?: string
  /** Called after each request. Holds no secrets. */
  onRequest?: (entry: RequestEntry) => void
}

/** A running emulator. */
export interface Emulator {
  readonly port: number
  /** What to pass as `env` to Portico. */
  readonly environment: EmulatorEnvironment
  /** The test users. */
  readonly users: readonly User[]
  /** The HMAC key behind `sig` and `sp_id`, for back ends that check them. */
  readonly signingKey: string
  /** The absolute URL of a path on one of the emulator's hosts, such as `www.site.localhost`. */
  url(host: string, path?: string): string
  /** Stops listening, cuts open connections and closes the store. */
  close(): Promise<void>
}

/**
 * Starts the emulator.
 *
 * @throws {EmulatorError} port-taken, port-unusable, data-unusable
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const store = await openStore(options.data)
  try {
    let listener: RequestListener | undefined
    const server = createServer((request, response) => {
      if (options.onRequest) onceAnswered(request, response, options.onRequest)
      if (listener) listener(request, response)
      else response.writeHead(503).end()
    })
    const port = await listen(server, options.port ?? 0)
    const context: EmulatorContext = { port, store, publishers: PUBLISHERS }
    listener = await hostRouter(context)
    return {
      port,
      environment: emulatorEnvironment(port),
      get users() {
        return store.users.all()
      },
      signingKey: store.secrets.signingKey,
      url: (host, path = '/') => new URL(path, originOf(host, port)).href,
      close: () => close(server, () => store.close()),
    }
  } catch (error) {
    store.close()
    throw error
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(
        cause.code === 'EADDRINUSE'
          ? new EmulatorError(
              'port-taken',
              `Port ${port} is taken. Stop what listens there, or name another port.`,
              cause,
            )
          : new EmulatorError('port-unusable', `Port ${port} cannot be used: ${cause.message}.`, cause),
      )
    })
    // loopback alone: this service hands out passwords
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

const closing = new WeakMap<Server, Promise<void>>()

function close(server: Server, after: () => void): Promise<void> {
  const known = closing.get(server)
  if (known) return known
  const done = new Promise<void>((resolve) => {
    server.close(() => {
      after()
      resolve()
    })
    server.closeAllConnections()
  })
  closing.set(server, done)
  return done
}

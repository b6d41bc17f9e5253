// The one server: listens on this machine alone, and stops at once when asked.

import { createServer, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { EmulatorError } from '../emulator-error.ts'
import { ListedRequest } from './listed-request.ts'

/** Key and certificate, as PEM. */
export interface Tls {
  readonly key: string
  readonly cert: string
}

/**
 * A server that does not listen yet.
 *
 * @throws {EmulatorError} tls-unusable
 */
export function serverOf(
  answer: (request: ListedRequest, response: ServerResponse) => void,
  tls: Tls | undefined,
): Server {
  const options = { IncomingMessage: ListedRequest }
  if (tls === undefined) return createServer(options, answer)
  try {
    return createSecureServer({ ...options, ...tls }, answer)
  } catch (cause) {
    throw new EmulatorError(
      'tls-unusable',
      `Key and certificate cannot be used: ${(cause as Error).message}.`,
      cause,
    )
  }
}

/**
 * Listens on 127.0.0.1, and nowhere else: this service hands out passwords.
 *
 * @returns the port
 * @throws {EmulatorError} port-taken, port-unusable
 */
export function listen(server: Server, port: number): Promise<number> {
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
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

/** Stops listening and cuts what is open: an event stream or a slow answer would hold a stop up for ever. */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

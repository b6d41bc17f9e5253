// On which port the command starts: on the one that is asked for and no other, or on the first free one of a row.

import { connect } from 'node:net'
import type { Emulator } from './emulator.ts'
import { EmulatorError } from './emulator-error.ts'
import { type EmulatorOptions, startEmulator } from './start-emulator.ts'

/** Port of an emulator that is not told another one. */
export const DEFAULT_PORT = 8800
const TRIES = 20
// Windows takes its time to say that nobody answers.
const PATIENCE_MS = 300

/** Whether another server answers at this machine's other address, to which a browser may take the names first. */
function isAnswered(port: number): Promise<boolean> {
  const socket = connect({ host: '::1', port, timeout: PATIENCE_MS })
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    for (const event of ['error', 'timeout']) socket.once(event, () => resolve(false))
  }).finally(() => socket.destroy())
}

/**
 * Starts on a port; 0 picks a free one.
 *
 * @throws {EmulatorError} as startEmulator does, and port-taken when another server would get the emulator's visitors
 */
export async function startOn(port: number, options: EmulatorOptions): Promise<Emulator> {
  if (port > 0 && (await isAnswered(port)))
    throw new EmulatorError(
      'port-taken',
      `Port ${port} is taken on ::1, where browsers look first. Stop what listens there, or name another port.`,
    )
  return startEmulator({ ...options, port })
}

/**
 * Starts on the default port, or on the next one that is free.
 *
 * @throws {EmulatorError} as {@link startOn}, when twenty in a row are taken
 */
export async function startOnFreePort(options: EmulatorOptions): Promise<Emulator> {
  for (let port = DEFAULT_PORT; ; port += 1)
    try {
      return await startOn(port, options)
    } catch (error) {
      const isAboutPort = error instanceof EmulatorError && error.reason.startsWith('port-')
      if (!isAboutPort || port === DEFAULT_PORT + TRIES - 1) throw error
    }
}

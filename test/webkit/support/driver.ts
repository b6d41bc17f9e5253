/** Starts the program that drives WebKit. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../../session-service/test/support/free-port.mjs'
import { end } from '../../support/program.ts'
import { DRIVER } from './tools.ts'

/** A running driver. It drives one browser at a time. */
export interface Driver {
  readonly url: string
  stop(): Promise<void>
}

/** It says nothing when it is ready, so it is asked until it listens. */
async function listening(port: number, driver: ChildProcess): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } catch {
    if (driver.exitCode !== null || driver.signalCode !== null)
      throw new Error(`${DRIVER} ended with ${driver.exitCode ?? driver.signalCode}`)
    await delay(20)
    return listening(port, driver)
  } finally {
    socket.destroy()
  }
}

/** Starts a driver on a free port of this machine. */
export async function startDriver(): Promise<Driver> {
  const port = await freePort()
  const driver = spawn(DRIVER, [`--port=${port}`], { stdio: 'inherit' })
  await once(driver, 'spawn')
  await listening(port, driver)
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => end(driver),
  }
}

// The command where it cannot start as it is told to: one line says why.

import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ended, newDirectory, run, whenStarted } from './command.ts'

/** Listens until the end of the test; gives the port. */
async function hold(port: number, host = '127.0.0.1'): Promise<number> {
  const holder = createServer().listen(port, host)
  onTestFinished(() => void holder.close())
  await once(holder, 'listening')
  return (holder.address() as AddressInfo).port
}

describe('the command', () => {
  it.each([[['--verbose']], [['--port', 'http']], [['--port', '70000']], [['extra']]])(
    'refuses %j in one line',
    async (args) => {
      const { code, err } = await ended(run(...args))
      expect(code).toBe(2)
      expect(err).toMatch(/^portico-emulator: .+\n$/)
    },
  )

  it('says in one line that the port is taken', async () => {
    const port = await hold(0)
    const { code, err } = await ended(run('--port', String(port)))
    expect(code).toBe(1)
    expect(err).toBe(
      `portico-emulator: Port ${port} is taken. Stop what listens there, or name another port.\n`,
    )
  })

  it('says in one line that browsers would find another server at the port', async () => {
    const port = await hold(0, '::1')
    const { code, err } = await ended(run('--port', String(port)))
    expect(code).toBe(1)
    expect(err).toMatch(
      new RegExp(`^portico-emulator: Port ${port} is taken on ::1, where browsers look first\\. .+\n$`),
    )
  })

  it('takes the next free port where the default one is taken, and says so', async () => {
    await hold(8800).catch(() => 'somebody else has it')
    const { port, lines } = await whenStarted(run())
    expect(port).toBeGreaterThan(8800)
    expect(port).toBeLessThan(8820)
    expect(lines[0]).toBe(`Port 8800 is taken, so this is port ${port}.`)
  })

  it('says in one line that the data directory is broken', async () => {
    const directory = newDirectory()
    writeFileSync(join(directory, 'emulator.db'), 'this is no database'.repeat(100))
    const { code, err } = await ended(run('--port', '0', '--data', directory))
    expect(code).toBe(1)
    expect(err).toMatch(/^portico-emulator: The data directory .+ cannot be used: .+\n$/)
  })
})

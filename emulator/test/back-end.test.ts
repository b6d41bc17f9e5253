// The back end to copy, examples/node/server.mjs, as a process beside the emulator: it logs readers in, and nobody else.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Emulator, ownSiteSettings, startEmulator } from '../src/index.ts'
import { type Page, Visitor } from './helpers.ts'
import { exchange, requestFor, statusOf } from './hostile/raw.ts'
import { TARGETS } from './hostile/words.ts'
import { askSession, credentials } from './log-in.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

let emulator: Emulator
let port = 0
let stop: () => Promise<unknown>

beforeAll(async () => {
  emulator = await startEmulator()
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  port = (holder.address() as { port: number }).port
  await once(holder.close(), 'close')
  emulator.registerRedirectUri('harbour-post', url('/callback'))
  const env = { ...process.env, ...ownSiteSettings(emulator, url('/callback')) }
  const args = ['--import', file('../dist/localhost.mjs'), file('../../examples/node/server.mjs')]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  stop = () => {
    child.kill()
    return ended
  }
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('Open ')) break
})
afterAll(async () => {
  await stop()
  await emulator.close()
})

const url = (path: string): string => `http://www.site.localhost:${port}${path}`

async function logIn(visitor: Visitor): Promise<Page> {
  const page = await visitor.open(url('/login'))
  return visitor.submit(page, 'login', credentials(emulator, 'ingrid'))
}

it('logs a reader in and out, at the session service too', async () => {
  const visitor = new Visitor()
  expect((await visitor.open(url('/'))).text).toContain('Hello, stranger')
  const home = await logIn(visitor)
  expect(home).toMatchObject({ url: url('/'), text: expect.stringContaining('Hello, Ingrid') })
  expect((await askSession(emulator, visitor)).body).toMatchObject({ userId: 100001 })
  const logOut = (origin: string) => visitor.open(url('/logout'), { method: 'POST', headers: { origin } })
  expect((await logOut('http://evil.localhost')).status).toBe(403)
  expect((await visitor.open(url('/'))).text).toContain('Hello, Ingrid')
  expect((await logOut(url('').replace(/\/$/, ''))).text).toContain('Hello, stranger')
  expect((await askSession(emulator, visitor)).status).toBe(400)
})

it('believes no cookie that is made up, and no login that another browser has begun', async () => {
  const stranger = await new Visitor().open(url('/'), { headers: { cookie: 'reader=e30.e30' } })
  expect(stranger.text).toContain('Hello, stranger')
  const attacker = new Visitor()
  const page = await attacker.open(url('/login'))
  attacker.stopAt = url('/callback')
  const callback = await attacker.submit(page, 'login', credentials(emulator, 'matti'))
  const victim = new Visitor()
  expect((await victim.open(callback.url)).text).toContain('Hello, stranger')
  expect((await askSession(emulator, victim)).status).toBe(400)
})

it('goes on after requests for what is no path, and when the account service does not answer', async () => {
  for (const target of [...TARGETS, '/constructor', '/callback?code=%', '/callback?code=x&state=y'])
    await exchange(port, requestFor(target, `www.site.localhost:${port}`))
  const missing = await exchange(port, requestFor('/toString', `www.site.localhost:${port}`))
  expect(statusOf(missing)).toBe(404)
  await vi.waitFor(async () => expect((await new Visitor().open(url('/'))).status).toBe(200))
})

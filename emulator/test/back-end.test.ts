// The back end to copy, examples/node/server.mjs, as a process beside the emulator: it logs readers in and out.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { end, whenSaid } from '../../test/support/program.ts'
import { ownSiteSettings } from '../src/index.ts'
import { type Page, useEmulator, Visitor } from './helpers.ts'
import { askSession, credentials } from './log-in.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const emulator = await useEmulator()
const port = await freePort()
const url = (path: string): string => `http://www.site.localhost:${port}${path}`

async function logIn(visitor: Visitor): Promise<Page> {
  const page = await visitor.open(url('/login'))
  return visitor.submit(page, 'login', credentials(emulator, 'ingrid'))
}

it('logs a reader in and out, at the session service too', async () => {
  emulator.registerRedirectUri('harbour-post', url('/callback'))
  const env = { ...process.env, ...ownSiteSettings(emulator, url('/callback')) }
  const args = ['--import', file('../dist/localhost.mjs'), file('../../examples/node/server.mjs')]
  const child = spawn(process.execPath, args, { env })
  onTestFinished(() => end(child))
  await whenSaid(child, /^Open /m)

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

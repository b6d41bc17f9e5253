// Requests that no browser makes, or that one is made to make by a page elsewhere. None of them may end the process.

import { expect, it } from 'vitest'
import { ACCOUNT_HOST } from '../../src/index.ts'
import { Visitor } from '../helpers.ts'
import { goToLogin } from '../log-in.ts'
import { exchange, requestFor, statusOf } from './raw.ts'
import { useWatchedEmulator } from './watched.ts'
import { HOSTS, TARGETS } from './words.ts'

const world = useWatchedEmulator()

it.each([...HOSTS, 'localhost'])('%s answers a target that is no path, and goes on', async (host) => {
  const named = `${host}:${world.emulator.port}`
  for (const target of TARGETS) {
    const status = statusOf(await exchange(world.emulator.port, requestFor(target, named)))
    expect.soft(status, target).toBeGreaterThanOrEqual(300)
    expect.soft(status, target).toBeLessThan(500)
  }
  expect(
    statusOf(
      await exchange(world.emulator.port, requestFor('/', `www.site.localhost:${world.emulator.port}`)),
    ),
  ).toBe(200)
})

it('takes the host from a target that names one, and refuses a Host header that is none', async () => {
  const { port } = world.emulator
  const status = async (target: string, host: string) =>
    statusOf(await exchange(port, requestFor(target, host)))
  expect(await status(`http://www.site.localhost:${port}/`, `account.localhost:${port}`)).toBe(200)
  expect(await status(`http://account.localhost:${port}/article`, `www.site.localhost:${port}`)).toBe(404)
  for (const host of ['account.localhost:99999', 'who@account.localhost', 'account.localhost/', '[', ''])
    expect.soft(await status('/.well-known/openid-configuration', host), host).toBe(400)
})

it('does not trip over names that every object has', async () => {
  const visitor = new Visitor()
  const page = await goToLogin(world.emulator, visitor, { locale: 'constructor', teaser: '__proto__' })
  expect(page.status).toBe(200)
  const home = await visitor.open(world.emulator.url('www.site.localhost', '/?log-in=constructor'))
  expect(home.text).not.toContain('data-testid="notice"')
})

it('refuses a form that is not what it says it is', async () => {
  const visitor = new Visitor()
  const page = await goToLogin(world.emulator, visitor)
  const headers = { 'content-type': 'multipart/form-data' }
  const answer = await visitor.open(`${page.url}/login`, { method: 'POST', headers, body: 'no form' })
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('not the form')])
})

it('names a failed way back from a log-in for what it is, whatever is added to it', async () => {
  const visitor = new Visitor()
  const page = await goToLogin(world.emulator, visitor)
  const uid = new URL(page.url).pathname.split('/')[2]
  const back = world.emulator.url(ACCOUNT_HOST, `/oauth/authorize/${uid}?client_id=harbour-post`)
  expect((await new Visitor().open(back)).status).toBe(400)
})

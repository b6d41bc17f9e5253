// What somebody finds who reads the store: no key to a session, and no token.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { SessionStore } from '../src/index.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import { newFolder } from './support/command.ts'
import { useProvider } from './support/scripted-provider.ts'
import { ID, TestBrowser, testService } from './support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-at-rest-'))
const provider = await useProvider()
afterAll(async () => {
  await provider.close()
  rmSync(folder, { recursive: true, force: true })
})

it('whoever reads the store finds no cookie, no token, and no session of the provider', async () => {
  provider.claims = { sub: 'kari', sid: 'the-session-of-the-provider' }
  const service = testService(provider, { store: sqliteStore(join(folder, 'sessions.db')) })
  const browser = new TestBrowser(service)
  await browser.logIn(provider)
  const [id = ''] = browser.cookies.get('__Host-session-id')?.split('.') ?? []
  const end = await browser.visit(
    '/logout?client_sdrn=sdrn:x:client:news&redirect_uri=https://www.news.test/',
  )
  const [header = '', claims = '', signature = ''] =
    new URL(end.headers.get('location') ?? '').searchParams.get('id_token_hint')?.split('.') ?? []
  expect([id, header, claims, signature].every((text) => text.length > 20)).toBe(true)
  // What a database has deleted still stands in its files.
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  const stored = files.join('')
  expect(stored).toContain('"subject":"kari"')
  for (const secret of [id, claims, signature, 'the-session-of-the-provider'])
    expect(stored).not.toContain(secret)
  await service.close()
})

it('whoever reads the files of SQLite finds nothing of a reader who was forgotten', async () => {
  const own = newFolder()
  const bytes = () =>
    readdirSync(own)
      .map((name) => readFileSync(join(own, name), 'latin1'))
      .join('')
  // Claims longer than a page of the file, too.
  const long = 'Telling '.repeat(400)
  provider.claims = { sub: 'telling-sub', name: 'Telling Name', given_name: long }
  const service = testService(provider, { store: sqliteStore(join(own, 'sessions.db')) })
  // The service that runs has the file open, too.
  const running = sqliteStore(join(own, 'sessions.db'))
  await new TestBrowser(service).logIn(provider)
  provider.claims = { sub: 'ola', name: 'Ola' }
  const other = new TestBrowser(service)
  await other.logIn(provider)
  expect(bytes()).toMatch(/telling-sub.*Telling Name/s)
  expect(await service.forget('telling-sub')).toBe(1)
  expect(bytes()).not.toMatch(/telling/i)
  expect(await other.told()).toBe(200)
  await Promise.all([service.close(), running.close()])
})

it('opens what an older secret has sealed, and what no secret has sealed does not open', async () => {
  const store = sqliteStore(':memory:')
  const [older, newer] = ['older-secret-of-the-session-service-0', 'newer-secret-of-the-session-service-0']
  const browser = new TestBrowser(testService(provider, { store, cookieSecret: older }))
  await browser.logIn(provider)
  const begun = await browser.begin()
  const hintOf = async (cookieSecret: string | string[]): Promise<string | null> => {
    const reader = new TestBrowser(
      testService(provider, { store: { ...store, delete: async () => {} }, cookieSecret }),
    )
    for (const [name, value] of browser.cookies) reader.cookies.set(name, value)
    const response = await reader.visit(
      '/logout?client_sdrn=sdrn:x:client:news&redirect_uri=https://www.news.test/',
    )
    return new URL(response.headers.get('location') ?? '').searchParams.get('id_token_hint')
  }
  expect(await hintOf([newer, older])).toMatch(/^ey/)
  expect(await hintOf(newer)).toBeNull()
  const rotated = new TestBrowser(testService(provider, { store, cookieSecret: [newer, older] }))
  for (const [name, value] of browser.cookies) rotated.cookies.set(name, value)
  const back = await rotated.visit(`/callback${provider.approve(begun)}`)
  expect(back.headers.get('location')).toContain('code=')
})

it('ids of readers are those of every version before', async () => {
  let stored: unknown
  const memory = sqliteStore(':memory:')
  const store: SessionStore = {
    ...memory,
    create(key, session, ttlMs) {
      const { reader, providerSession } = session
      stored = { reader, providerSession }
      return memory.create(key, session, ttlMs)
    },
  }
  const issuer = 'https://login.test'
  const service = testService(provider, {
    store,
    provider: { issuer, clientId: 'session-service' },
  })
  const login = { subject: 'kari', clientId: 'news', claims: { sid: 'sid-1' } }
  const cookies = await service.begin(new Request(ID), login)
  const browser = new TestBrowser(service)
  for (const line of cookies) browser.keep(line)
  const { uuid, pairId, userId } = await (await browser.session()).json()
  expect({ stored, uuid, pairId, userId }).toMatchInlineSnapshot(`
    {
      "pairId": "eceef5e5928454111fe9cbf3096aef622910ba98889ea16f67d4691b25fb6959",
      "stored": {
        "providerSession": "u9ajdy3ZJpEwiWRVMkCPRhY921Z2wLY3HTTb501f528",
        "reader": "MopupWpa7zknkDGYBvHyFk6N1nk5yTMv2qetmcLepPI",
      },
      "userId": 2391282731005854,
      "uuid": "19fb16b5-84b5-84c2-80c1-78149a664832",
    }
  `)
})

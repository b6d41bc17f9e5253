/** After dispose nothing more happens, whichever method is called and whatever was on its way. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { definePlugin } from '../../core/kernel/plugin.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { createFullIdentity, type FullIdentity } from '../../presets/full.ts'
import { ADA, GRACE, optionsFor, rejection } from '../support/fixtures.ts'
import { onItsWay } from '../support/on-its-way.ts'
import { hanging, json } from '../support/page.ts'
import { PLUGINS } from './all-plugins.ts'
import { openFullPage, settle, until } from './full-page.ts'

const DISPOSED = { name: 'SDKError', reason: 'disposed' }
const REDIRECT = json(200, { redirectURL: '/refresh' })

/** What a call comes to: its value, or what it throws or rejects with. */
async function outcome(call: () => unknown): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    return error
  }
}

type Method = Exclude<keyof FullIdentity, symbol>
type Calls = Partial<Record<Method, (identity: FullIdentity) => unknown>>

/** Those that refuse. */
const REFUSING: Calls = {
  hasSession: (identity) => identity.hasSession(),
  accountUrl: (identity) => identity.accountUrl(),
  phonesUrl: (identity) => identity.phonesUrl(),
  loginUrl: (identity) => identity.loginUrl('s'),
  login: (identity) => identity.login({ state: 's', preferPopup: true }),
  logoutUrl: (identity) => identity.logoutUrl(),
  logout: (identity) => identity.logout(),
  clearCachedUserSession: (identity) => identity.clearCachedUserSession(),
  isLoggedIn: (identity) => identity.isLoggedIn(),
  isConnected: (identity) => identity.isConnected(),
  getUser: (identity) => identity.getUser(),
  getUserId: (identity) => identity.getUserId(),
  getUserUuid: (identity) => identity.getUserUuid(),
  getUserSDRN: (identity) => identity.getUserSDRN(),
  getSpId: (identity) => identity.getSpId(),
  getExternalId: (identity) => identity.getExternalId('party'),
  getUserContextData: (identity) => identity.getUserContextData(),
  showSimplifiedLoginWidget: (identity) => identity.showSimplifiedLoginWidget({ state: 's' }),
}

/** Those that do nothing. */
const IDLE: Calls = {
  enableCacheCookie: (identity) => identity.enableCacheCookie({ domain: 'site.example' }),
  logSettings: (identity) => identity.logSettings(),
  on: (identity) => typeof identity.on('login', () => {}) === 'function' && undefined,
  once: (identity) => typeof identity.once('login', () => {}) === 'function' && undefined,
  off: (identity) => identity.off('logout'),
  emit: (identity) => identity.emit('login', ADA),
  getServerSnapshot: (identity) => identity.getServerSnapshot() && undefined,
  getSnapshot: (identity) => identity.getSnapshot() && undefined,
  subscribe: (identity) => typeof identity.subscribe(() => {}) === 'function' && undefined,
  dispose: (identity) => identity.dispose(),
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('a call after dispose', () => {
  it('is tested for each method of each plugin', () => {
    const { identity } = openFullPage()
    const methods = Object.keys(identity).sort()
    expect([...Object.keys(REFUSING), ...Object.keys(IDLE)].sort()).toEqual(methods)
    // What is composed by name alone is tested so in a file of its own.
    const apart = ['login-popup', 'fedcm', 'access', 'payment']
    const owed = PLUGINS.filter(([file]) => !apart.includes(file)).flatMap(([, , own]) => own)
    expect(methods).toEqual(expect.arrayContaining(owed))
  })

  it.each(Object.entries(REFUSING))('of %s is refused, and does nothing', async (_, call) => {
    const { page, identity, done } = openFullPage()
    page.answer(json(200, ADA))
    identity.enableCacheCookie()
    await identity.hasSession()
    identity.dispose()
    const before = done()
    const [result] = await Promise.all([outcome(() => call(identity)), settle()])
    expect(result).toMatchObject(DISPOSED)
    expect(done()).toEqual(before)
  })

  it.each(Object.entries(IDLE))('of %s does nothing', async (_, call) => {
    const { identity, done } = openFullPage()
    identity.dispose()
    const before = done()
    const [result] = await Promise.all([outcome(() => call(identity)), settle()])
    expect(result).toBeUndefined()
    expect(done()).toEqual(before)
  })
})

describe('the log after dispose', () => {
  it.each([
    ['hasSession', REFUSING.hasSession],
    ['logSettings', IDLE.logSettings],
  ] as [string, (identity: FullIdentity) => unknown][])('hears nothing of %s', async (_, call) => {
    const { identity, lines } = openFullPage()
    identity.dispose()
    await Promise.all([outcome(() => call(identity)), settle()])
    expect(lines).toEqual([])
  })

  it('hears nothing of a call that was pending', async () => {
    const { page, identity, lines } = openFullPage()
    page.answer(hanging)
    const pending = rejection(identity.hasSession())
    await until(() => page.requests.length === 1)
    const before = [...lines]
    identity.dispose()
    await settle()
    await pending
    expect(lines).toEqual(before)
  })
})

describe('dispose while the session is asked for', () => {
  it.each(
    (
      [
        ...['hasSession', 'isLoggedIn', 'isConnected', 'getUser', 'getUserId', 'getUserUuid', 'getUserSDRN'],
        ...['getSpId', 'getExternalId'],
      ] as Method[]
    ).map((name) => [name, REFUSING[name]] as [Method, (identity: FullIdentity) => unknown]),
  )('rejects a pending %s at once, and the answer that comes then moves nothing', async (_, call) => {
    const { page, identity, done } = openFullPage()
    const late = onItsWay(json(200, ADA))
    page.answer(late.answer)
    identity.enableCacheCookie()
    const pending = outcome(() => call(identity))
    await until(() => page.requests.length === 1)
    const before = done()
    identity.dispose()
    // No timer runs until here.
    expect(await pending).toMatchObject(DISPOSED)
    late.come()
    await settle()
    expect(done()).toEqual(before)
  })

  it('rejects it while a plugin is awaited, whatever that comes to', async () => {
    let come = () => {}
    let isAwaited = false
    const awaited = new Promise<void>((resolve) => void (come = resolve))
    const slow = definePlugin({
      name: 'slow',
      setup: (kernel) => {
        kernel.hook('session:fetched', async (fetched) => {
          isAwaited = true
          await awaited
          fetched.answer = { ...fetched.answer, body: { ...GRACE } }
        })
      },
    })
    const { page, identity, done } = openFullPage({ plugins: [slow] })
    page.answer(json(200, ADA))
    const pending = rejection(identity.hasSession())
    await until(() => isAwaited)
    const before = done()
    identity.dispose()
    expect(await pending).toMatchObject(DISPOSED)
    come()
    await settle()
    expect(done()).toEqual(before)
  })
})

describe('dispose while callbackBeforeRedirect is awaited', () => {
  async function start() {
    let come: (() => void) | undefined
    const callbackBeforeRedirect = () => new Promise<void>((resolve) => void (come = resolve))
    const run = openFullPage({ callbackBeforeRedirect })
    run.page.answer(REDIRECT)
    const pending = rejection(run.identity.hasSession())
    await until(() => !!come)
    return { ...run, pending, come: () => come?.() }
  }

  it('rejects the call at once, and the page stays', async () => {
    const { identity, pending, come, done } = await start()
    identity.dispose()
    expect(await pending).toMatchObject(DISPOSED)
    come()
    await settle()
    expect(done().navigations).toEqual([])
  })

  it('leaves nothing in the storage', async () => {
    const { identity, come, done } = await start()
    const { storage } = done()
    identity.dispose()
    come()
    await settle()
    expect(done().storage).toEqual(storage)
  })

  it('lets the next instance on the page ask the service', async () => {
    const { page, identity, come } = await start()
    identity.dispose()
    come()
    await settle()
    page.answer(json(200, ADA))
    expect(await createFullIdentity(optionsFor(page), fetchTransport()).hasSession()).toEqual(ADA)
  })
})

describe('dispose while the user context is asked for', () => {
  it.each([
    ['getUserContextData', (identity: FullIdentity) => identity.getUserContextData()],
    [
      'showSimplifiedLoginWidget',
      (identity: FullIdentity) => identity.showSimplifiedLoginWidget({ state: 's' }),
    ],
  ])('rejects a pending %s', async (_, call) => {
    const { page, identity, done } = openFullPage()
    page.answer(hanging)
    const pending = rejection(call(identity))
    await until(() => page.requests.length === 1)
    const before = done()
    identity.dispose()
    await settle()
    expect(await pending).toMatchObject(DISPOSED)
    expect(done()).toEqual(before)
  })
})

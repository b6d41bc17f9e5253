/** After dispose nothing more happens, whichever method is called and whatever was on its way. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FullIdentity } from '../../presets/full.ts'
import { METHOD_NAMES } from '../../presets/method-names.ts'
import { ADA, rejection } from '../support/fixtures.ts'
import { onItsWay } from '../support/on-its-way.ts'
import { hanging, json } from '../support/page.ts'
import { openFullPage, settle, until } from './full-page.ts'

const DISPOSED = { name: 'SDKError', reason: 'disposed' }

/** What a call comes to: its value, or what it throws or rejects with. */
async function outcome(call: () => unknown): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    return error
  }
}

type Method = Exclude<keyof FullIdentity, symbol>

/** What a method is called with, where it refuses to be called with nothing. */
const ARGUMENTS: Partial<Record<Method, unknown[]>> = {
  login: [{ state: 's', preferPopup: true }],
  loginUrl: [{ state: 's' }],
  showSimplifiedLoginWidget: [{ state: 's' }],
  getExternalId: ['partner'],
  emit: ['login', ADA],
  on: ['login', () => {}],
  once: ['login', () => {}],
  subscribe: [() => {}],
}

/** Those that wait for nothing, ask nobody and go nowhere: they do nothing. All others refuse. */
const IDLE: Method[] = [
  ...(['dispose', 'emit', 'off', 'on', 'once', 'subscribe', 'enableCacheCookie', 'logSettings'] as const),
  ...(['getSnapshot', 'getServerSnapshot'] as const),
]

const call = (identity: FullIdentity, name: Method): unknown =>
  Reflect.apply(identity[name], undefined, ARGUMENTS[name] ?? [])

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('a call after dispose', () => {
  it.each(METHOD_NAMES as Method[])(
    'of %s does nothing, and is refused where it would do something',
    async (name) => {
      const { page, identity, lines, done } = openFullPage()
      page.answer(json(200, ADA))
      identity.enableCacheCookie()
      await identity.hasSession()
      identity.dispose()
      const before = [done(), [...lines]]
      const [result] = await Promise.all([outcome(() => call(identity, name)), settle()])
      if (!IDLE.includes(name)) expect(result).toMatchObject(DISPOSED)
      else expect(result).not.toBeInstanceOf(Error)
      expect([done(), lines]).toEqual(before)
      expect(page.reported).toEqual([])
    },
  )
})

describe('the log after dispose', () => {
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
  it.each<Method>([
    ...(['hasSession', 'isLoggedIn', 'isConnected', 'getUser', 'getUserId', 'getUserUuid'] as const),
    ...(['getUserSDRN', 'getSpId', 'getExternalId'] as const),
  ])('rejects a pending %s at once, and the answer that comes then moves nothing', async (name) => {
    const { page, identity, done } = openFullPage()
    const late = onItsWay(json(200, ADA))
    page.answer(late.answer)
    identity.enableCacheCookie()
    const pending = outcome(() => call(identity, name))
    await until(() => page.requests.length === 1)
    const before = done()
    identity.dispose()
    // No timer runs until here.
    expect(await pending).toMatchObject(DISPOSED)
    late.come()
    await settle()
    expect(done()).toEqual(before)
  })
})

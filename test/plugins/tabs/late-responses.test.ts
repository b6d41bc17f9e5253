/** Answers that are late, or were kept: none from before the user changed counts, whoever has it. */
import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { definePlugin } from '../../../core/kernel/plugin.ts'
import { sessionEvents } from '../../../plugins/reporting/session-events.ts'
import { sessionBackoff } from '../../../plugins/session/session-backoff.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { sessionRefresh } from '../../../plugins/session/session-refresh.ts'
import { tabs } from '../../../plugins/tabs/tabs.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { user } from '../../../plugins/user/user.ts'
import { ADA, GRACE, NO_SESSION, optionsFor, rejection } from '../../support/fixtures.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { broken, json, type Page } from '../../support/page.ts'
import { addressOf } from '../../support/session-address.ts'
import { fire, later, NOBODY, pass, settle, useTabs } from './tab-page.ts'

const { browser, tab, knowing } = useTabs()

/** What a script in the head of the page does, long before the library comes. */
async function startHead(page: Page): Promise<void> {
  const url = await addressOf(page)
  const controller = new AbortController()
  const response = page.window.fetch(url, { signal: controller.signal })
  Object.assign(page.window, { porticoHead: [url, Date.now(), response, controller] })
}

/** The reader logs out in another tab, and the browser has come to the logout page. */
async function logOutElsewhere(): Promise<void> {
  const other = tab()
  other.identity.logout()
  fire(other.page, 'pagehide')
  other.identity.dispose()
  await pass(1)
}

describe('what a tab has kept from before the user changed', () => {
  it('is dropped by its next page', async () => {
    const { identity, page } = await knowing()
    identity.dispose()
    await logOutElsewhere()
    const next = tab([NOBODY], { page })
    expect(await next.identity.isLoggedIn()).toBe(false)
    expect(next.calls()).toBe(2)
  })

  it('is asked for anew by a page that is seen, during a pause of other tabs, too', async () => {
    const page = browser().tab()
    const plugins = () =>
      [fetchTransport(), sessionCache(), sessionBackoff(), tabs(), sessionEvents(), user()] as const
    const before = createIdentity(optionsFor(page), plugins())
    page.answer(json(200, ADA))
    await before.hasSession()
    before.dispose()
    await pass(1)
    await logOutElsewhere()
    const failing = browser().tab()
    failing.answer(json(503, {}))
    const failed = createIdentity(optionsFor(failing), plugins())
    expect(await rejection(failed.hasSession())).toMatchObject({ code: 503 })
    expect(await rejection(failed.hasSession())).toHaveProperty('retryAt')
    failed.dispose()
    page.answer(json(200, GRACE))
    const next = createIdentity(optionsFor(page), plugins())
    const heard: unknown[] = []
    next.on('login', ({ userId }) => void heard.push(userId))
    expect(await Promise.all([next.getUserId(), next.getUserId()])).toEqual(Array(2).fill(`${GRACE.userId}`))
    expect(heard).toEqual([GRACE.userId])
    expect(page.requests).toHaveLength(2)
  })

  it('is not kept by a page on its way to a refresh', async () => {
    const { identity, page } = await knowing(json(200, ADA), { plugins: [sessionRefresh()] })
    page.answer(json(200, { redirectURL: '/refresh' }))
    identity.clearCachedUserSession()
    expect(await identity.hasSession()).toEqual(ADA)
    await pass(1)
    tab().identity.logout()
    await settle()
    expect(JSON.stringify({ ...page.window.sessionStorage })).not.toContain(ADA.uuid)
    fire(page, 'pagehide')
  })
})

describe('what the page’s server or a script in its head knew before the user changed', () => {
  it('is not taken after another user came: a preload', async () => {
    const page = browser().tab()
    page.answer(json(200, ADA))
    await startHead(page)
    await pass(1)
    const two = await knowing(json(200, GRACE))
    two.identity.dispose()
    await later()
    const one = tab([json(200, GRACE)], { page })
    expect(await one.identity.hasSession()).toEqual(GRACE)
    expect(one.heard).toEqual(['login'])
    expect(one.calls()).toBe(2)
  })

  it('is not taken where what was kept turns out too old: a preload', async () => {
    const page = browser().tab()
    const before = await knowing(json(200, ADA), { page })
    before.identity.dispose()
    page.answer(json(200, ADA))
    await startHead(page)
    await pass(1)
    await logOutElsewhere()
    const { identity } = tab([NOBODY], { page })
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing' })
  })

  it('is not taken after a logout that was on its way elsewhere: a preload', async () => {
    const two = await knowing()
    two.identity.logout()
    await pass(1)
    const page = browser().tab()
    page.answer(json(200, ADA))
    await startHead(page)
    await pass(1)
    fire(two.page, 'pagehide')
    const { identity, heard } = tab([NOBODY], { page })
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing' })
    expect(heard).not.toContain('login')
  })

  it('is not taken after another user came: a session of the server', async () => {
    const page = browser().tab()
    const madeAt = Date.now()
    Object.defineProperty(page.window, 'performance', { value: { now: () => Date.now() - madeAt } })
    Object.assign(page.window, { porticoHead: ['', Date.now() + 60_000, { ...ADA }] })
    await pass(1)
    const two = await knowing(json(200, GRACE))
    two.identity.dispose()
    await later()
    const one = tab([json(200, GRACE)], { page })
    expect(await one.identity.hasSession()).toEqual(GRACE)
    expect(one.heard).toEqual(['login'])
  })
})

describe('an answer that is on its way when the user changes', () => {
  it('is not given to whoever asked: they get the newer, and nothing is cleared', async () => {
    const cleared = vi.fn()
    const watching = definePlugin({
      name: 'watching',
      setup: ({ hook }) => void hook('session:cleared', cleared),
    })
    const one = await knowing(json(200, { ...ADA, expiresIn: 1000 }), { plugins: [watching] })
    await pass(1000)
    const late = onItsWay(json(200, ADA))
    one.page.answer(late.answer)
    const pending = one.identity.hasSession()
    await late.wasAsked
    await pass(1)
    await knowing(json(200, GRACE))
    late.come()
    expect(await pending).toEqual(GRACE)
    expect(one.heard).toEqual(['login', 'userChange'])
    expect(cleared).not.toHaveBeenCalled()
    // The other tab has told it.
    expect(one.calls()).toBe(2)
  })

  it('is not kept after a logout elsewhere', async () => {
    const late = onItsWay(json(200, ADA))
    const one = tab([late.answer])
    const pending = one.identity.hasSession()
    await late.wasAsked
    await pass(1)
    tab().identity.logout()
    late.come()
    expect(await rejection(pending)).toMatchObject({ reason: 'session-missing' })
    await settle()
    expect(await one.identity.isLoggedIn()).toBe(false)
    expect(one.heard).not.toContain('login')
  })

  it('does not count on a page that is opened while a logout is on its way elsewhere', async () => {
    const two = await knowing()
    two.identity.logout()
    await pass(1)
    const { identity, heard } = tab([json(200, ADA)])
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing' })
    expect(heard).not.toContain('login')
  })

  it('is told to no other tab where the user logs out while a plugin looks at it', async () => {
    const two = tab()
    const slow = definePlugin({
      name: 'slow',
      setup: ({ hook }) =>
        hook('session:fetched', async () => {
          await pass(1)
          two.identity.logout()
        }),
    })
    const one = tab([json(200, ADA)], { plugins: [slow] })
    expect(await rejection(one.identity.hasSession())).toMatchObject({ reason: 'session-missing' })
    await settle()
    expect(browser().messages).not.toContainEqual({ reading: expect.anything() })
    expect(one.heard).toEqual(['notLoggedin', 'error'])
  })

  it('that was dropped by a clearing is that of the user of the end, and the lock is free', async () => {
    await knowing()
    const late = onItsWay(json(200, ADA))
    const one = tab([late.answer, json(200, GRACE)])
    const dropped = one.identity.hasSession()
    await late.wasAsked
    await pass(1)
    one.identity.clearCachedUserSession()
    expect(await one.identity.hasSession()).toEqual(GRACE)
    late.come()
    expect(await dropped).toEqual(ADA)
    await settle()
    expect(browser().locks.size).toBe(0)
    expect(await one.identity.hasSession()).toEqual(GRACE)
  })

  it.each([
    ['of a user who has logged out elsewhere', ADA, NOBODY, false, ['SP_ID=']],
    ['that there is nobody, where one has logged in', NO_SESSION, json(200, ADA), false, ['SP_ID=sp-ada']],
    [
      'of a user who has logged out, the service being down since',
      ADA,
      json(400, { ...NO_SESSION, response: { expiresIn: 1000 } }),
      true,
      [],
    ],
  ])('%s, writes no cookie and takes none away', async (_, body, now, isDown, cookies) => {
    const before = body === ADA ? json(200, ADA) : NOBODY
    const two = await knowing(before)
    const late = onItsWay(before)
    const one = tab([late.answer, ...(isDown ? [broken, broken] : [])])
    const written = new Set<string>()
    Object.defineProperty(one.page.window.document, 'cookie', {
      get: () => [...written].at(-1) ?? 'SP_ID=before',
      set: (cookie: string) => void written.add(cookie.split(';')[0] as string),
    })
    one.identity.enableCacheCookie()
    one.identity.clearCachedUserSession()
    const pending = one.identity.hasSession().catch(() => {})
    await late.wasAsked
    await pass(1)
    two.page.answer(now)
    two.identity.clearCachedUserSession()
    await two.identity.hasSession().catch(() => {})
    // By then no other tab's word counts any more, where that is short.
    await pass(1001)
    late.come()
    await pass(2000)
    await pending
    expect([...written]).toEqual(cookies)
  })
})

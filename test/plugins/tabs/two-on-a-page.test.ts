/** Two identities of one client on one page, which the browser tells nothing of what each other writes. */
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../../core/index.ts'
import { fetchTransport, sessionEvents, tabs } from '../../../plugins/index.ts'
import { ADA, GRACE, optionsFor } from '../../support/fixtures.ts'
import { type Answer, json, type Page } from '../../support/page.ts'
import { later, NOBODY, pass, settle, type Tab, useTabs } from './tab-page.ts'

const { browser, tab, knowing } = useTabs()

/** Takes something away that a browser may not have. */
const without = (page: Page, name: 'locks' | 'BroadcastChannel') =>
  Object.defineProperty(name === 'locks' ? page.window.navigator : page.window, name, { value: undefined })

/** Two on one page, which have learned the same. */
async function two(answer: Answer, page = browser().tab()) {
  const one = await knowing(answer, { page })
  const other = tab([], { page })
  await other.identity.hasSession().catch(() => {})
  await later()
  other.heard.length = 0
  expect(page.requests).toHaveLength(1)
  return { page, one, other }
}

/** One of them asks anew. */
async function learn({ identity, page }: Tab, answer: Answer) {
  // Nobody logs in within the millisecond of a request.
  await pass(10)
  page.answer(answer)
  identity.clearCachedUserSession()
  await identity.hasSession().catch(() => {})
  await settle()
}

const [ada, grace] = [json(200, ADA), json(200, GRACE)]
const CHANGES: [string, Answer, Answer, string[]][] = [
  ['a login', NOBODY, ada, ['login']],
  ['a logout', ada, NOBODY, ['logout', 'error']],
  ['another user', ada, grace, ['login', 'userChange']],
  ['that the user is connected by now', json(200, { ...ADA, result: false }), ada, ['login']],
]

describe.each(CHANGES)('%s that one of them learns', (_, before, after, heard) => {
  it('reaches the other at once, without a request', async () => {
    const { page, one, other } = await two(before)
    await learn(one, after)
    expect(other.heard).toEqual(heard)
    await later()
    expect(page.requests).toHaveLength(2)
  })

  it('leaves the answer in the cache for both, for as long as it holds', async () => {
    const { page, one, other } = await two(before)
    await learn(one, after)
    await pass(40_000)
    for (const { identity } of [one, other]) await identity.hasSession().catch(() => {})
    expect(page.requests).toHaveLength(2)
  })

  it.each(['locks', 'BroadcastChannel'] as const)('reaches the other without %s', async (name) => {
    const page = browser().tab()
    without(page, name)
    const { one, other } = await two(before, page)
    await learn(one, after)
    expect(other.heard).toEqual(heard)
    await later()
    expect(page.requests).toHaveLength(2)
  })

  it('is told to the page once, and to another tab', async () => {
    const { page, one, other } = await two(before)
    const elsewhere = await knowing(before)
    await settle()
    const calls = page.requests.length
    for (const { heard } of [one, other]) heard.length = 0
    await learn(elsewhere, after)
    await later()
    for (const { heard: told } of [one, other]) expect(told).toEqual(heard)
    expect(page.requests).toHaveLength(calls)
  })
})

describe('a logout by the method of one', () => {
  it('reaches the other at once, without a request', async () => {
    const { page, one, other } = await two(ada)
    one.identity.logout()
    await settle()
    expect(other.heard).toEqual(['logout', 'error'])
    expect(page.requests).toHaveLength(1)
    expect(page.navigations).toHaveLength(1)
  })
})

describe('two without a cache', () => {
  it('share an answer by the channel', async () => {
    const page = browser().tab()
    page.answer(NOBODY, NOBODY, ada)
    const [one, other] = [1, 2].map(() =>
      createIdentity(optionsFor(page), [fetchTransport(), tabs(), sessionEvents()]),
    ) as [ReturnType<typeof createIdentity>, ReturnType<typeof createIdentity>]
    for (const identity of [one, other]) await identity.hasSession().catch(() => {})
    await later()
    const heard: string[] = []
    for (const name of ['login', 'logout'] as const) other.on(name, () => heard.push(name))
    const calls = page.requests.length
    await one.hasSession()
    await later()
    expect(heard).toEqual(['login'])
    expect(page.requests).toHaveLength(calls + 1)
  })
})

describe('a service that says now this, now that, of what cannot be shared', () => {
  it('is asked twelve times a minute at most by each of two who tell each other', async () => {
    const { page, one } = await two(ada)
    let calls = 0
    const fetch = async () => {
      const session = calls++ % 2 ? ADA : GRACE
      return new Response(JSON.stringify({ ...session, expiresIn: 0 }))
    }
    Object.defineProperty(page.window, 'fetch', { value: fetch })
    one.identity.clearCachedUserSession()
    await one.identity.hasSession()
    await pass(60_000)
    expect(calls).toBeLessThanOrEqual(2 * 12 + 1)
  })
})

describe('one that is not concerned', () => {
  it('hears nothing where it has not asked', async () => {
    const one = await knowing(ada)
    const other = tab([], { page: one.page })
    await learn(one, grace)
    await later()
    expect(other.heard).toEqual([])
    expect(one.calls()).toBe(2)
  })

  it('hears nothing of another client', async () => {
    const one = await knowing(ada)
    const other = await knowing(ada, { page: one.page, clientId: 'client-2' })
    await learn(one, grace)
    await later()
    expect(other.heard).toEqual([])
    expect(one.calls()).toBe(3)
  })
})

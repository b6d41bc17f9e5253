import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../../core/create-identity.ts'
import { type AnyPlugin, definePlugin } from '../../../core/plugin.ts'
import { login } from '../../../plugins/login/login.ts'
import { type Snapshot, status } from '../../../plugins/reporting/status.ts'
import { headStart } from '../../../plugins/session/head-start.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { sessionRefresh } from '../../../plugins/session/session-refresh.ts'
import { tabs } from '../../../plugins/tabs/tabs.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { openBrowser } from '../../support/browser.ts'
import { ADA, GRACE, NO_SESSION, optionsFor, STRANGER, thrown } from '../../support/fixtures.ts'
import { type Answer, broken, json, openPage, type Page } from '../../support/page.ts'

const NOW = 1_800_000_000_000
const UNKNOWN = { status: 'unknown', session: null, reason: undefined, since: NOW, source: undefined }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => void vi.useRealTimers())

function start(answers: Answer[], plugins: AnyPlugin[] = [], page: Page = openPage()) {
  page.answer(...answers)
  const identity = createIdentity(optionsFor(page), [
    fetchTransport(),
    sessionCache(),
    login(),
    status(),
    ...plugins,
  ])
  const seen: Snapshot[] = []
  const stop = identity.subscribe((snapshot) => void seen.push(snapshot))
  const ask = () => identity.hasSession().catch(() => {})
  return { page, identity, seen, stop, ask }
}

describe('the status', () => {
  it('is unknown until somebody asks, and asks nobody itself', () => {
    const { identity, seen } = start([])
    expect(identity.getSnapshot()).toEqual(UNKNOWN)
    expect(seen).toEqual([])
  })

  it.each([
    ['connected', json(200, ADA), { session: ADA }],
    ['notConnected', json(200, STRANGER), { session: STRANGER }],
    ['loggedOut', json(400, NO_SESSION), { session: null }],
    ['loggedOut', json(200, { result: false }), { session: null }],
  ])('is %s by the answer of the service', async (name, answer, more) => {
    const { identity, seen, ask } = start([answer])
    await ask()
    expect(seen.map(({ status }) => status)).toEqual(['loading', name])
    expect(identity.getSnapshot()).toEqual({
      ...{ status: name, reason: undefined, since: NOW, source: 'network' },
      ...more,
    })
  })

  it('is unavailable while the service cannot be asked, with the session known last', async () => {
    const { identity, ask } = start([json(200, { ...ADA, expiresIn: 0 }), broken, broken, json(200, GRACE)])
    await ask()
    const { session } = identity.getSnapshot()
    await ask()
    expect(identity.getSnapshot()).toMatchObject({ status: 'unavailable', reason: 'session-unreachable' })
    expect(identity.getSnapshot().session).toBe(session)
    await ask()
    expect(identity.getSnapshot()).toMatchObject({ status: 'connected', session: GRACE, reason: undefined })
  })

  it('follows one session with another, and one failure with another', async () => {
    const answers = [
      json(200, { ...ADA, expiresIn: 0 }),
      json(200, { ...GRACE, expiresIn: 0 }),
      json(503, {}),
      json(403, {}),
    ]
    const { seen, ask } = start(answers)
    for (const _ of answers) await ask()
    expect(seen.map(({ session, reason }) => [session?.userId, reason])).toEqual([
      [undefined, undefined],
      [ADA.userId, undefined],
      [GRACE.userId, undefined],
      [GRACE.userId, 'session-unreachable'],
      [GRACE.userId, 'session-refused'],
    ])
  })

  it('is unavailable, without a session, when the first call fails', async () => {
    const { identity, ask } = start([broken, broken])
    await ask()
    expect(identity.getSnapshot()).toMatchObject({ status: 'unavailable', session: null, source: undefined })
  })

  it('stays while the page is left for a new cookie', async () => {
    const { identity, page, ask } = start([json(200, { redirectURL: '/refresh' })], [sessionRefresh()])
    await ask()
    expect(identity.getSnapshot().status).toBe('loading')
    page.window.dispatchEvent(new page.window.Event('pagehide'))
  })

  it('is loggedOut at once when the page logs out', async () => {
    const { identity, ask } = start([json(200, ADA)])
    await ask()
    identity.logout()
    expect(identity.getSnapshot()).toEqual({ ...UNKNOWN, status: 'loggedOut' })
  })
})

describe('the source', () => {
  it('is the cache on the next page of the tab', async () => {
    const { page, ask } = start([json(200, ADA)])
    await ask()
    const next = start([], [], page)
    await next.ask()
    expect(next.identity.getSnapshot().source).toBe('cache')
  })

  it('is the head start where that has asked', async () => {
    const { page, identity, ask } = start([json(200, ADA), json(200, GRACE)], [headStart()])
    await ask()
    const url = `${page.requests[0]}`
    const response = page.window.fetch(url, { signal: new AbortController().signal })
    identity.logout()
    Object.assign(page.window, { porticoHead: [url, Date.now(), response, new AbortController()] })
    await ask()
    expect(identity.getSnapshot()).toMatchObject({ source: 'head', session: GRACE })
  })

  it('is the server where that gave the page its session', async () => {
    const page = openPage()
    Object.assign(page.window, { porticoHead: ['', Date.now() + 1000, { ...ADA }] })
    const { identity, ask } = start([], [headStart()], page)
    await ask()
    expect(identity.getSnapshot()).toMatchObject({ source: 'server', session: ADA })
  })

  it('is the network where a transport of the page’s own has asked', async () => {
    const own = definePlugin({
      name: 'own',
      setup(kernel) {
        kernel.transport = async () => ({ status: 200, body: ADA })
      },
    })
    const { identity, ask } = start([], [own])
    await ask()
    expect(identity.getSnapshot()).toMatchObject({ source: 'network', session: ADA })
  })

  it('is another tab where that has told', async () => {
    const browser = openBrowser()
    const tab = () => start([], [tabs()], browser.tab())
    const first = tab()
    first.page.answer(json(200, ADA))
    await first.ask()
    const { identity, ask } = tab()
    await ask()
    expect(identity.getSnapshot()).toMatchObject({ source: 'tab', session: ADA })
  })

  it('is what a plugin says that gives the answer', async () => {
    const server = definePlugin({
      name: 'server',
      setup: ({ hook }) =>
        hook('session:request', (request) => {
          request.answer = { status: 200, body: ADA, expiresAt: Date.now() + 1000 }
          request.source = 'server'
        }),
    })
    const { identity, ask } = start([], [server])
    await ask()
    expect(identity.getSnapshot()).toMatchObject({ source: 'server', session: ADA })
  })
})

describe('a snapshot', () => {
  it('is frozen, and the same until something has changed', async () => {
    const { identity, seen, ask } = start([json(200, ADA)])
    const { getSnapshot } = identity
    expect(getSnapshot()).toBe(getSnapshot())
    await ask()
    const snapshot = getSnapshot()
    expect(Object.isFrozen(snapshot) && Object.isFrozen(snapshot.session)).toBe(true)
    vi.setSystemTime(NOW + 1000)
    await ask()
    expect(getSnapshot()).toBe(snapshot)
    expect(seen).toHaveLength(2)
  })

  it('is told to nobody who has gone', async () => {
    const { identity, seen, stop, ask } = start([json(200, ADA)])
    const { subscribe } = identity
    const others: string[] = []
    subscribe(({ status }) => void others.push(status))
    stop()
    await ask()
    expect(seen).toEqual([])
    expect(others).toEqual(['loading', 'connected'])
  })

  it('stays as it was after dispose', async () => {
    const { identity, seen, ask } = start([])
    identity.dispose()
    await ask()
    expect(identity.getSnapshot()).toEqual(UNKNOWN)
    expect(seen).toEqual([])
  })

  it('is to be had on a server, on a window that has nothing but a location', () => {
    const window = { location: { href: 'https://www.site.example/' } } as never
    const identity = createIdentity(optionsFor({ window } as never), [status()])
    expect(identity.getSnapshot()).toEqual(UNKNOWN)
  })

  it('needs a function to be told to', () => {
    const { identity } = start([])
    expect(thrown(() => identity.subscribe('render' as never))).toMatchObject({ reason: 'argument-invalid' })
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { type AnyPlugin, definePlugin } from '../../../core/kernel/plugin.ts'
import type { SDKErrorReason } from '../../../core/reasons.ts'
import { login } from '../../../plugins/login/login.ts'
import { sessionEvents } from '../../../plugins/reporting/session-events.ts'
import { type Snapshot, status } from '../../../plugins/reporting/status.ts'
import { preload } from '../../../plugins/session/preload.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { sessionRefresh } from '../../../plugins/session/session-refresh.ts'
import { tabs } from '../../../plugins/tabs/tabs.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { initialSessionScript } from '../../../server/initial-session-script.ts'
import { openBrowser } from '../../support/browser.ts'
import { ADA, GRACE, NO_SESSION, NOT_CONNECTED, optionsFor, thrown } from '../../support/fixtures.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { type Answer, broken, json, openPage, openPageWith, type Page } from '../../support/page.ts'

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
    ['notConnected', json(200, NOT_CONNECTED), { session: NOT_CONNECTED }],
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

  it('is that of what is kept where something newer was wanted, and the service fails', async () => {
    const { page, ask } = start([json(200, ADA)])
    await ask()
    page.answer(json(503, {}))
    vi.setSystemTime(NOW + 1000)
    const wanting = definePlugin({ name: 'wanting', setup: ({ hasSession }) => void hasSession(NOW + 1000) })
    const { identity } = start([], [wanting], page)
    await identity.hasSession()
    expect(identity.getSnapshot()).toMatchObject({ status: 'connected', session: ADA, source: 'cache' })
  })

  it('is unavailable, without a session, when the first call fails', async () => {
    const { identity, ask } = start([broken, broken])
    await ask()
    expect(identity.getSnapshot()).toMatchObject({ status: 'unavailable', session: null, source: undefined })
  })

  it('is unknown again when the first call is overtaken by a clearing', async () => {
    const held = onItsWay(json(200, ADA))
    const { identity, seen, ask } = start([held.answer, json(200, GRACE)])
    const overtaken = ask()
    await held.wasAsked
    identity.clearCachedUserSession()
    held.come()
    await overtaken
    expect(seen.map(({ status }) => status)).toEqual(['loading', 'unknown'])
    await ask()
    expect(identity.getSnapshot()).toMatchObject({ status: 'connected', session: GRACE })
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

  it('is the preload where that has asked', async () => {
    const { page, identity, ask } = start([json(200, ADA), json(200, GRACE)], [preload()])
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
    const { identity, ask } = start([], [preload()], page)
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
    const { page, identity, ask } = tab()
    // One that is seen asks by itself.
    Object.defineProperty(page.window.document, 'visibilityState', { value: 'hidden' })
    await ask()
    expect(identity.getSnapshot()).toMatchObject({ source: 'tab', session: ADA })
  })

  it('the source stays that of the known session while the service cannot be asked', async () => {
    const { identity, ask } = start([json(200, { ...ADA, expiresIn: 0 }), broken, broken])
    await ask()
    await ask()
    expect(identity.getSnapshot()).toMatchObject({ status: 'unavailable', source: 'network' })
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

  it('a snapshot has a session when its status says that there is a user, by its type, too', async () => {
    const nameIn = (snapshot: Snapshot): string | undefined => {
      switch (snapshot.status) {
        case 'connected':
        case 'notConnected':
          return snapshot.session.givenName
        case 'unavailable':
          return snapshot.reason satisfies SDKErrorReason
        default:
          return snapshot.status
      }
    }
    const { identity, ask } = start([json(200, { ...ADA, expiresIn: 0 }), json(503, {})])
    const names = [nameIn(identity.getSnapshot())]
    for (let call = 0; call < 2; call++) {
      await ask()
      names.push(nameIn(identity.getSnapshot()))
    }
    expect(names).toEqual(['unknown', 'Ada', 'session-unreachable'])
  })

  it.each([
    ['before', [sessionEvents(), status()]],
    ['after', [status(), sessionEvents()]],
  ] as const)(
    'getSnapshot is up to date when a listener hears an event, with status composed %s the events',
    async (_, plugins) => {
      const page = openPageWith(json(200, ADA))
      const identity = createIdentity(optionsFor(page), [fetchTransport(), ...plugins])
      const heard: unknown[] = []
      identity.on('login', () => heard.push(identity.getSnapshot().status))
      identity.on('snapshot', (snapshot) => heard.push(snapshot === identity.getSnapshot()))
      await identity.hasSession()
      expect(heard.sort()).toEqual([true, true, 'connected'].sort())
    },
  )

  it('getSnapshot gives the latest snapshot although a listener before has logged out', async () => {
    const { identity, ask } = start([json(200, ADA)])
    const told: string[] = []
    identity.subscribe(({ status }) => {
      told.push(status)
      if (status === 'connected') identity.logout()
    })
    const looked: string[] = []
    identity.subscribe(() => void looked.push(identity.getSnapshot().status))
    await ask()
    expect(told).toEqual(['loading', 'connected', 'loggedOut'])
    expect(looked).toEqual(['loading', 'loggedOut', 'loggedOut'])
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

describe('the server’s snapshot', () => {
  const SERVER_UNKNOWN = { ...UNKNOWN, since: 0 }

  /** Opens a page whose server has handed something over by a script. */
  function openHandedOver(script: string): Page {
    const page = openPage()
    const code = script.replace('porticoHead=', 'window.porticoHead=')
    new Function('window', code)(page.window)
    return page
  }
  const { sig: _, sp_id: __, ...FACTS } = ADA
  const known = (session: object = FACTS) =>
    initialSessionScript({ ...session, serverTime: NOW / 1000 } as typeof ADA)

  it('is unknown, and the same object, whatever is known by now', async () => {
    const { identity, ask } = start([json(200, ADA)])
    const before = identity.getServerSnapshot()
    expect(before).toEqual(SERVER_UNKNOWN)
    expect(Object.isFrozen(before)).toBe(true)
    await ask()
    expect(identity.getSnapshot().status).toBe('connected')
    expect(identity.getServerSnapshot()).toBe(before)
    expect(start([]).identity.getServerSnapshot()).toBe(before)
  })

  it.each([
    ['connected', FACTS],
    ['notConnected', NOT_CONNECTED],
  ])('is %s by what the server has handed over, before and after somebody asks', async (status, session) => {
    const { identity, ask } = start([], [preload()], openHandedOver(known(session)))
    const before = identity.getServerSnapshot()
    expect(before).toMatchObject({ status, reason: undefined, since: 0, source: 'server' })
    expect(before.session).toMatchObject({ userId: session.userId })
    expect(Object.isFrozen(before)).toBe(true)
    expect(identity.getSnapshot().status).toBe('unknown')
    await ask()
    expect(identity.getServerSnapshot()).toBe(before)
    // The same session, so that a component which shows it need not render anew.
    expect(identity.getSnapshot().session).toBe(before.session)
  })

  it('is what the page shows, although the session is over by now', () => {
    const page = openHandedOver(known())
    vi.setSystemTime(NOW + 600_000)
    expect(start([], [preload()], page).identity.getServerSnapshot().status).toBe('connected')
  })

  it.each([
    ['is handed over for another client', `porticoHead=["client-2",${NOW + 1000},{userId:1,result:true}]`],
    ['has no user', `porticoHead=["",${NOW + 1000},{result:false}]`],
    ['is a call that has begun', `porticoHead=["https://id.site.example/",${NOW},Promise.resolve()]`],
    ['is none', 'porticoHead="Ada"'],
  ])('is unknown where what stands in the head %s', (_, script) => {
    const { identity } = start([], [preload()], openHandedOver(script))
    expect(identity.getServerSnapshot()).toEqual(SERVER_UNKNOWN)
  })

  it('may be taken off the instance', () => {
    const { getServerSnapshot } = start([]).identity
    expect(getServerSnapshot()).toEqual(SERVER_UNKNOWN)
  })
})

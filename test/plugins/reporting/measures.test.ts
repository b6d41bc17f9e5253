import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { SDKError } from '../../../core/errors.ts'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { type AnyPlugin, definePlugin } from '../../../core/kernel/plugin.ts'
import type { SessionPosition } from '../../../core/session/middleware.ts'
import type { SessionResult } from '../../../core/session/result.ts'
import { login } from '../../../plugins/login/login.ts'
import { loginPopup } from '../../../plugins/login/login-popup.ts'
import { preferPopup } from '../../../plugins/login/prefer-popup.ts'
import { userContext } from '../../../plugins/login/user-context.ts'
import { type Measured, measures } from '../../../plugins/reporting/measures.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { sessionRefresh } from '../../../plugins/session/session-refresh.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, GRACE, NO_SESSION, NOT_CONNECTED, optionsFor } from '../../support/fixtures.ts'
import { type Answer, broken, json, openPage, openPageWith, type Page } from '../../support/page.ts'

/** An identity that is measured, on a page; a second one on the same page stands for the next page of the tab. */
function open(plugins: readonly AnyPlugin[] = [], page: Page = openPage(), tools: unknown = performance) {
  Object.defineProperty(page.window, 'performance', { value: tools })
  performance.clearMeasures()
  const heard: Measured[] = []
  const start = () => {
    const identity = createIdentity(optionsFor(page), [
      measures(),
      fetchTransport(),
      login(),
      sessionCache(),
      userContext(),
      ...plugins,
    ])
    identity.on('measured', (measured) => heard.push(measured))
    return identity
  }
  const identity = start()
  /** Asks, and gives what was measured of it. */
  const ask = async (...answers: Answer[]) => {
    page.answer(...answers)
    await identity.hasSession().catch(() => {})
    return heard.splice(0)
  }
  return { page, identity, heard, ask, start }
}

const entries = () => performance.getEntriesByType('measure') as PerformanceMeasure[]
const named = (heard: Measured[]) => heard.map(({ operation, outcome }) => `${operation} ${outcome}`)
const MS = expect.any(Number)

/** A session, after so many milliseconds by the clock. */
function taking(ms: number): Answer {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return (...asked) => {
    vi.setSystemTime(Date.now() + ms)
    return json(200, ADA)(...asked)
  }
}

/** A plugin that answers with somebody as long as it is asked to. */
const knowing = (position: SessionPosition, answer: () => Promise<Partial<SessionResult> | undefined>) =>
  definePlugin({
    name: 'knowing',
    setup: ({ use }) =>
      use(position, async (_, next) => {
        const found = await answer()
        const times = { askedAt: Date.now(), expiresAt: Date.now() + 1000 }
        return found ? ({ ...times, session: ADA, ...found } as SessionResult) : next()
      }),
  })

describe('a session call', () => {
  it.each<[string, Answer[], Partial<Measured>]>([
    ['a connected user', [json(200, ADA)], { outcome: 'connected' }],
    ['a user who is not connected', [json(200, NOT_CONNECTED)], { outcome: 'notConnected' }],
    ['a session without a user', [json(200, { result: false })], { outcome: 'loggedOut' }],
    ['no session', [json(400, NO_SESSION)], { outcome: 'loggedOut' }],
    ['a refusal', [json(403, {})], { outcome: 'unavailable', reason: 'session-refused' }],
    ['a failure', [json(500, {})], { outcome: 'unavailable', reason: 'session-unreachable' }],
    ['no answer', [broken, broken], { outcome: 'unavailable', reason: 'session-unreachable' }],
  ])('that brings %s is measured', async (_, answers, measured) => {
    const { ask } = open()
    expect(await ask(...answers)).toEqual([
      { operation: 'session', reason: undefined, source: 'network', ms: MS, ...measured },
    ])
  })

  it.each<[string, Answer]>([
    ['a session', json(200, ADA)],
    ['no session', json(400, NO_SESSION)],
  ])('that is answered by the cache with %s is measured', async (_, answer) => {
    const { ask } = open()
    const [first] = await ask(answer)
    expect(await ask()).toEqual([{ ...first, source: 'cache', ms: MS }])
  })

  it.each(['server', 'tab'] as const)(
    'a session call that is answered is measured with its source: %s',
    async (source) => {
      const { ask } = open([knowing('server', async () => ({ source }))])
      expect(await ask()).toMatchObject([{ source, outcome: 'connected' }])
    },
  )

  it('a session call that a plugin refuses is measured without a source', async () => {
    const refuse = () => Promise.reject(new SDKError('session-unreachable', 503))
    const { ask } = open([knowing('backoff', refuse)])
    expect(await ask()).toEqual([
      {
        operation: 'session',
        outcome: 'unavailable',
        reason: 'session-unreachable',
        source: undefined,
        ms: MS,
      },
    ])
  })

  it('by a transport of one’s own is one by network', async () => {
    const { ask, identity } = open([
      definePlugin({
        name: 'own',
        setup: (kernel) => {
          kernel.transport = async () => ({ status: 200, body: ADA })
        },
      }),
    ])
    expect(await ask()).toMatchObject([{ source: 'network' }])
    expect(await identity.hasSession()).toEqual(ADA)
  })

  it.each<[string, (opened: ReturnType<typeof open>, come: () => void) => Promise<unknown>]>([
    ['another request', ({ identity }) => identity.getUserContextData()],
    [
      'an earlier call',
      async (_, come) => {
        come()
        await new Promise((resolve) => setTimeout(resolve, 20))
      },
    ],
  ])('that is answered without the service is not taken for %s', async (_, meanwhile) => {
    let isLate = false
    let answerNow: (() => void) | undefined
    const late = knowing('tabs', async () => {
      if (!isLate) return
      await new Promise<void>((resolve) => (answerNow = resolve))
      return { source: 'tab', session: GRACE }
    })
    const opened = open([late])
    const { page, identity, heard } = opened
    let come = () => {}
    page.answer(() => new Promise((resolve) => (come = () => resolve(new Response(JSON.stringify(ADA))))))
    const earlier = identity.hasSession()
    await vi.waitFor(() => expect(page.requests).toHaveLength(1))
    identity.clearCachedUserSession()
    isLate = true
    const session = identity.hasSession()
    await vi.waitFor(() => expect(answerNow).toBeDefined())
    if (meanwhile.length === 1) page.answer(json(200, { identifier: 'i', display_text: 'd' }))
    await meanwhile(opened, () => come())
    answerNow?.()
    expect(await session).toEqual(GRACE)
    expect(heard.map(({ source }) => source)).toEqual(['tab'])
    come()
    await earlier
  })

  it('that is not current any more is not measured', async () => {
    const { page, identity, heard } = open()
    let come = (_response: Response) => {}
    page.answer(() => new Promise((resolve) => (come = resolve)), json(200, GRACE))
    const old = identity.hasSession()
    await vi.waitFor(() => expect(page.requests).toHaveLength(1))
    identity.clearCachedUserSession()
    const session = identity.hasSession()
    come(new Response(JSON.stringify(ADA)))
    await Promise.all([old, session])
    expect(heard).toHaveLength(1)
  })

  it('takes the time that it takes', async () => {
    const { ask } = open()
    const [measured] = await ask(taking(42))
    expect(measured?.ms).toBe(42)
  })

  it('a session call takes 0 ms when the clock is set back meanwhile', async () => {
    const { ask } = open()
    const [measured] = await ask(taking(-42))
    expect(measured?.ms).toBe(0)
  })
})

describe('the entries for the performance tools', () => {
  it('have a track of their own', async () => {
    const { ask } = open()
    await ask(json(200, ADA))
    await ask()
    identityEntries([
      ['portico session network', 'primary', [['source', 'network']]],
      ['portico session cache', 'primary', [['source', 'cache']]],
    ])
    for (const entry of entries()) expect(entry.startTime).toBeGreaterThanOrEqual(0)
  })

  function identityEntries(wanted: [name: string, color: string, properties: string[][]][]) {
    // By name: those that begin within a millisecond come in either order.
    const found = entries().map(({ name, detail: { devtools } }) => ({ name, ...devtools }))
    expect(found.sort((one, other) => (one.name > other.name ? -1 : 1))).toEqual(
      wanted.map(([name, color, properties]) => ({
        name,
        color,
        properties,
        dataType: 'track-entry',
        trackGroup: 'Portico',
        track: 'session',
        tooltipText: 'session: connected',
      })),
    )
  }

  it('show a failure as one', async () => {
    const { ask } = open()
    await ask(json(403, {}))
    expect(entries()[0]?.detail).toMatchObject({
      outcome: 'unavailable',
      devtools: {
        color: 'error',
        properties: [
          ['reason', 'session-refused'],
          ['source', 'network'],
        ],
      },
    })
  })

  it('are as long as what they tell of', async () => {
    const { ask } = open()
    await ask(taking(42))
    expect(entries()[0]?.duration).toBeCloseTo(42)
  })

  it('are there for each call that the service answers', async () => {
    const { ask } = open()
    for (let calls = 0; calls < 3; calls += 1) await ask(json(200, { ...ADA, expiresIn: 0 }))
    expect(entries()).toHaveLength(3)
  })

  it('do not grow with the calls that the cache answers', async () => {
    const { ask } = open()
    await ask(json(200, ADA))
    for (let calls = 0; calls < 10; calls += 1) await ask()
    expect(entries()).toHaveLength(2)
  })

  it.each<[string, unknown]>([
    ['has no such thing', null],
    [
      'has an older form of it',
      {
        now: () => 1,
        measure() {
          throw new DOMException('no such mark', 'SyntaxError')
        },
      },
    ],
  ])('are left out where the browser %s, and the event tells', async (_, tools) => {
    const { ask } = open([], openPage(), tools)
    expect(named(await ask(json(200, ADA)))).toEqual(['session connected'])
    expect(entries().map(({ name }) => name)).toEqual([])
  })

  it('and the event hold no identifier of a person, no address and no secret', async () => {
    const { ask, identity, heard } = open()
    const [measured] = await ask(json(200, { ...ADA, source: 'cache' }))
    identity.login({ state: 'a-state', loginHint: 'ada@site.example' })
    const told = JSON.stringify([measured, heard, entries().map((entry) => [entry.name, entry.detail])])
    for (const value of [
      ...Object.values(ADA).filter((it) => `${it}`.length > 4),
      'a-state',
      'ada@',
      'https:',
    ])
      if (value !== 'connected') expect(told).not.toContain(`${value}`)
    expect(Object.keys(measured ?? {})).toEqual(['operation', 'outcome', 'reason', 'source', 'ms'])
  })
})

describe('a login', () => {
  const waits = { closed: false, close() {}, location: { href: 'about:blank' } }
  const withWindow = (page: Page, opened: unknown) =>
    Object.defineProperty(page.window, 'open', { value: () => opened })

  it('by redirect is measured when it starts, and on the next page, when it has returned', async () => {
    const { page, identity, heard, start, ask } = open()
    await ask(json(400, NO_SESSION))
    identity.login({ state: 's' })
    expect(named(heard.splice(0))).toEqual(['login started'])
    // The page that is being left is no return.
    expect(named(await ask(json(200, ADA)))).toEqual(['session connected'])
    identity.clearCachedUserSession()
    identity.dispose()

    const next = start()
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_000_000)
    page.answer(json(200, ADA))
    await next.hasSession()
    expect(named(heard)).toEqual(['session connected', 'login returned'])
    expect(heard[1]?.ms).toBeGreaterThanOrEqual(3_000_000)
    expect(heard[1]?.ms).toBeLessThan(3_600_000)
    // It began before this page did, and an entry cannot.
    expect(performance.getEntriesByName('portico login').map(({ startTime }) => startTime)).toContain(0)
    await next.hasSession()
    vi.restoreAllMocks()
    expect(heard).toHaveLength(3)
  })

  it('of a user who is not connected here has returned, too', async () => {
    const { page, identity, heard, start } = open()
    identity.login({ state: 's' })
    const next = start()
    heard.length = 0
    page.answer(json(200, NOT_CONNECTED))
    await next.hasSession()
    expect(named(heard)).toEqual(['session notConnected', 'login returned'])
  })

  it('that did not help has not returned; nor has one of yesterday', async () => {
    const { page, identity, heard, start } = open()
    identity.login({ state: 's' })
    const next = start()
    heard.length = 0
    page.answer(json(400, NO_SESSION))
    await next.hasSession().catch(() => {})
    expect(named(heard.splice(0))).toEqual(['session loggedOut'])
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000)
    page.answer(json(200, ADA))
    await next.hasSession()
    vi.restoreAllMocks()
    expect(named(heard)).toEqual(['session connected'])
  })

  it('has returned to a page that comes out of the back/forward cache', async () => {
    const { page, identity, ask } = open()
    identity.login({ state: 's' })
    page.window.dispatchEvent(Object.assign(new page.window.Event('pageshow'), { persisted: true }))
    const measured = await ask(json(200, ADA))
    expect(named(measured)).toEqual(['login started', 'session connected', 'login returned'])
  })

  /** Uses a login link of the page, which the page does not prevent. */
  async function followLink({ page, heard }: ReturnType<typeof open>, type: string, button: number) {
    const link = page.window.document.createElement('a')
    link.href = 'https://account.example/oauth/authorize?client_id=client-1'
    page.window.document.body.append(link)
    link.dispatchEvent(new page.window.MouseEvent(type, { bubbles: true, composed: true, button }))
    await vi.waitFor(() => expect(named(heard)).toEqual(['login started']))
    heard.length = 0
  }

  it('a login by a link is measured when it starts, and on the next page, when it has returned', async () => {
    const opened = open()
    await followLink(opened, 'click', 0)
    opened.page.answer(json(200, ADA))
    await opened.start().hasSession()
    expect(named(opened.heard)).toEqual(['session connected', 'login returned'])
  })

  it('a login by a link in another tab returns to the page that is still there', async () => {
    const opened = open()
    await followLink(opened, 'auxclick', 1)
    expect(named(await opened.ask(json(200, ADA)))).toEqual(['session connected', 'login returned'])
  })

  it('in a popup has returned with a user who was not there before', async () => {
    const { page, identity, heard, ask } = open([preferPopup()])
    await ask(json(200, ADA))
    withWindow(page, waits)
    identity.login({ state: 's', preferPopup: true })
    expect(named(heard.splice(0))).toEqual(['login started'])
    expect(named(await ask(json(200, { ...ADA, expiresIn: 0 })))).toEqual(['session connected'])
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5000)
    const returned = await ask(json(200, GRACE))
    expect(named(returned)).toEqual(['session connected', 'login returned'])
    expect(returned[1]?.ms).toBeGreaterThanOrEqual(5000)
    expect(returned[1]?.ms).toBeLessThan(60_000)
    expect(named(await ask())).toEqual(['session connected'])
    vi.restoreAllMocks()
  })

  it('in a popup has returned with a user who was not connected before', async () => {
    const { page, identity, heard, ask } = open([preferPopup()])
    const notConnected = { ...ADA, result: false, expiresIn: 0 }
    await ask(json(200, notConnected))
    withWindow(page, waits)
    identity.login({ state: 's', preferPopup: true })
    expect(named(heard.splice(0))).toEqual(['login started'])
    expect(named(await ask(json(200, notConnected)))).toEqual(['session notConnected'])
    expect(named(await ask(json(200, ADA)))).toEqual(['session connected', 'login returned'])
  })

  it('in a popup, of a reader of whom nothing is known, has returned with a user', async () => {
    const { page, identity, heard, ask } = open([preferPopup()])
    withWindow(page, waits)
    identity.login({ state: 's', preferPopup: true })
    expect(named(heard.splice(0))).toEqual(['login started'])
    expect(named(await ask(json(200, ADA)))).toEqual(['session connected', 'login returned'])
  })

  it('whose popup is blocked is measured, and returns by redirect', async () => {
    const { page, identity, heard, start } = open([preferPopup()])
    withWindow(page, null)
    identity.login({ state: 's', preferPopup: true })
    expect(named(heard.splice(0))).toEqual(['login started', 'login blocked'])
    const colors = entries().map(({ detail }) => detail.devtools.color)
    expect(colors).toEqual(['primary', 'error'])
    page.answer(json(200, ADA))
    await start().hasSession()
    expect(named(heard)).toEqual(['session connected', 'login returned'])
  })

  it('by loginPopup whose popup is blocked is measured, and nothing is left', async () => {
    const { page, start, heard } = open([loginPopup()])
    withWindow(page, null)
    const identity = start() as ReturnType<typeof start> & { loginPopup(options: object): Promise<object> }
    expect(await identity.loginPopup({ state: 's' })).toEqual({ outcome: 'blocked' })
    expect(named(heard.splice(0))).toEqual(['login started', 'login blocked'])
    page.answer(json(200, ADA))
    await start().hasSession()
    expect(named(heard)).toEqual(['session connected'])
  })
})

describe('a refresh', () => {
  const redirect = json(200, { redirectURL: '/refresh' })

  it.each<[string, Answer, Partial<Measured>, string]>([
    ['worked', json(200, ADA), { reason: undefined }, 'session connected'],
    ['did not help', redirect, { reason: 'refresh-failed' }, 'session unavailable'],
  ])('that %s is measured when it starts, and on the next page', async (_, answer, measured, session) => {
    const { page, heard, start, ask } = open([sessionRefresh()])
    expect(named(await ask(redirect))).toEqual(['session refreshing', 'refresh started'])
    expect(await ask()).toEqual([
      { operation: 'session', outcome: 'refreshing', reason: undefined, source: undefined, ms: MS },
    ])
    page.window.dispatchEvent(new page.window.Event('pagehide'))
    page.answer(answer)
    await start()
      .hasSession()
      .catch(() => {})
    expect(named(heard)).toEqual([session, 'refresh returned'])
    expect(heard[1]).toEqual({
      operation: 'refresh',
      outcome: 'returned',
      source: undefined,
      ms: MS,
      reason: undefined,
      ...measured,
    })
  })

  it.each([true, false])(
    'of a session that is known is measured, whichever plugin comes first: %s',
    async (isFirst) => {
      const refresh = sessionRefresh()
      const page = openPageWith(json(200, ADA), redirect)
      const identity = createIdentity(optionsFor(page), [
        ...(isFirst ? [measures(), refresh] : [refresh, measures()]),
        fetchTransport(),
      ])
      const heard: Measured[] = []
      identity.on('measured', (measured) => heard.push(measured))
      for (let calls = 0; calls < 3; calls += 1) await identity.hasSession()
      expect(named(heard)).toEqual([
        'session connected',
        'session refreshing',
        'refresh started',
        'session refreshing',
      ])
      page.window.dispatchEvent(new page.window.Event('pagehide'))
    },
  )
})

it.each(['soon', [], {}, null, -1, true, '2'])(
  'an entry of %j in the storage disturbs nothing',
  async (value) => {
    const page = openPage()
    const { sessionStorage } = page.window
    for (const name of ['measure-login', 'measure-refresh'])
      sessionStorage.setItem(
        `portico.https://account.example https://id.site.example client-1.${name}`,
        JSON.stringify({ value, expiresAt: Date.now() + 1000 }),
      )
    const { ask } = open([], page)
    const measured = await ask(json(200, ADA))
    expect(measured[0]).toMatchObject({ operation: 'session', outcome: 'connected' })
    for (const { ms } of measured) expect(ms).toBeGreaterThanOrEqual(0)
  },
)

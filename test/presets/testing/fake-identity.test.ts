import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { definePlugin, type SDKError } from '../../../core/index.ts'
import { type AccessApi, access } from '../../../plugins/access/access.ts'
import { loginPopup } from '../../../plugins/login/login-popup.ts'
import { Identity } from '../../../presets/identity.ts'
import { METHOD_NAMES } from '../../../presets/method-names.ts'
import { fakeIdentity, type ReaderState, reset, response, responses } from '../../../presets/testing/index.ts'
import { optionsFor, rejection, thrown } from '../../support/fixtures.ts'
import { openPage } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'
import { EVENTS } from '../../support/session-model.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The names of the events that an identity emits, in order. */
function eventsOf(identity: Pick<Identity, 'on'>): string[] {
  const heard: string[] = []
  for (const name of EVENTS) if (name !== 'statusChange') identity.on(name, () => void heard.push(name))
  return heard
}

describe('an identity for tests', () => {
  it('has every method of the full identity, and its type', () => {
    const identity = fakeIdentity()
    expect(METHOD_NAMES.filter((name) => typeof Reflect.get(identity, name) !== 'function')).toEqual([])
    expectTypeOf(identity).toExtend<Identity>()
  })

  it('has methods that may be copied, replaced and taken away', () => {
    const identity = fakeIdentity()
    expect({ ...identity }.login).toBe(identity.login)
    expect(Reflect.set(identity, 'login', () => null)).toBe(true)
    expect(Reflect.deleteProperty(identity, 'login')).toBe(true)
  })

  it('says that nobody is logged in, unless it is told otherwise', async () => {
    const identity = fakeIdentity()
    expect(identity.getSnapshot().status).toBe('unknown')
    expect(await identity.isLoggedIn()).toBe(false)
    expect(identity.getSnapshot()).toMatchObject({ status: 'loggedOut', session: null, source: 'network' })
  })

  it('says who is logged in', async () => {
    const identity = fakeIdentity({ session: { givenName: 'Grace' } })
    expect(await identity.isConnected()).toBe(true)
    expect(await identity.getUser()).toMatchObject({ givenName: 'Grace', displayName: 'Grace', userId: 101 })
    expect(await identity.getUserUuid()).toBe('uuid-ada')
  })

  it('knows the externalId where the window of the tests has no WebCrypto, as in jsdom', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues })
    vi.stubGlobal('TextEncoder', undefined)
    const identity = fakeIdentity({ session: {} })
    expect(await identity.getExternalId('survey-firm')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('has no externalId on a page without WebCrypto', async () => {
    vi.stubGlobal('crypto', {})
    vi.stubGlobal('process', undefined)
    const identity = fakeIdentity({ session: {} })
    expect(await rejection(identity.getExternalId('survey-firm'))).toMatchObject({
      reason: 'crypto-unavailable',
    })
  })

  it('takes the options of a page, whose environment may be a name', () => {
    const identity = fakeIdentity({ clientId: 'c', env: 'PRO' })
    expect(new URL(identity.loginUrl({ state: 's' })).host).toBe('login.schibsted.com')
    expect(fakeIdentity({ env: undefined }).loginUrl({ state: 's' })).toBe(
      fakeIdentity().loginUrl({ state: 's' }),
    )
  })

  it.each([
    [{ url: '/article' }, 'url is "/article". Give a whole address, such as https://site.com/article'],
    [{ redirectUri: 'site.com' }, 'redirectUri is "site.com". Give a whole address'],
    [{ env: 'NONE' as 'PRO' }, 'env is "NONE". Give PRE, PRO, '],
  ])('says what is wrong with %j', (options, words) => {
    expect(thrown(() => fakeIdentity(options))).toMatchObject(sdkError('option-invalid', words))
  })

  it('lets Node end while it waits for the session to end', async () => {
    const started = vi.spyOn(globalThis, 'setTimeout')
    await fakeIdentity({ session: {}, revalidate: true }).isLoggedIn()
    const isWaitedFor = started.mock.results.map(({ value }) => value.hasRef())
    expect(isWaitedFor).toContain(false)
    expect(started.mock.calls.filter((_, at) => isWaitedFor[at]).every(([, ms = 0]) => ms < 30_000)).toBe(
      true,
    )
  })

  it('gives another reader identifiers of their own', async () => {
    const identity = fakeIdentity({ session: { userId: 7 } })
    expect(await identity.getUserUuid()).toBe('uuid-7')
    expect((await identity.set({ session: { userId: 7, uuid: 'of-7' } })).session?.uuid).toBe('of-7')
    expect(await identity.getSpId()).toBe('sp-7')
    expect((await identity.getUser()).givenName).toBe('Reader 7')
    expect(await identity.getExternalId('party')).toMatch(/^[\da-f]{64}$/)
  })

  it('gives a reader who is not connected identifiers, too, and no name', async () => {
    const identity = fakeIdentity({ status: 'notConnected' })
    expect(await identity.hasSession()).toMatchObject({
      ...{ id: 'uuid-303', uuid: 'uuid-303', sp_id: 'sp-303', pairId: 'pair-303', sig: expect.any(String) },
      sdrn: 'sdrn:example:user:303',
    })
    const { session } = await identity.set({ status: 'notConnected', session: { userId: 7, uuid: 'of-7' } })
    expect(session).toMatchObject({ id: 'uuid-7', uuid: 'of-7', pairId: 'pair-7' })
    expect(session).not.toHaveProperty('givenName')
  })

  it.each([
    ['connected', true, true],
    ['notConnected', true, false],
    ['loggedOut', false, false],
    ['unavailable', false, false],
  ] as const)('has the status %s', async (status, isLoggedIn, isConnected) => {
    const identity = fakeIdentity({ status })
    expect([await identity.isLoggedIn(), await identity.isConnected()]).toEqual([isLoggedIn, isConnected])
    expect(identity.getSnapshot().status).toBe(status)
  })

  it('has the reason session-unreachable when it is unavailable and a test gives no reason', async () => {
    const { reason } = await fakeIdentity().set({ status: 'unavailable' })
    expect(reason).toBe('session-unreachable')
  })

  it('fails with the reason that it is told', async () => {
    const identity = fakeIdentity({ reason: 'timeout' })
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'timeout' })
    expect(identity.getSnapshot()).toMatchObject({ status: 'unavailable', reason: 'timeout' })
  })

  it('fails as a service does that knows of no session, where that is the reason', async () => {
    const identity = fakeIdentity({ reason: 'session-missing' })
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing', code: 400 })
    expect(identity.getSnapshot()).toMatchObject({ status: 'loggedOut', source: 'network' })
  })

  it('answers without a timer, on a clock that stands still', async () => {
    vi.useFakeTimers()
    const identity = fakeIdentity({ response: responses.broken() })
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-unreachable' })
    await identity.set({ response: responses.refused() })
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-refused', code: 403 })
    await identity.set({ response: responses.malformed() })
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-malformed' })
    await identity.set({ status: 'connected' })
    expect(await identity.isConnected()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waits with its answer while it is loading, until it is told what it is', async () => {
    const identity = fakeIdentity({ status: 'loading' })
    const user = identity.getUser()
    await Promise.resolve()
    expect(identity.getSnapshot().status).toBe('loading')
    await identity.set({ session: { givenName: 'Ada' } })
    expect((await user).givenName).toBe('Ada')
  })

  it('may be loading again', async () => {
    const identity = fakeIdentity({ status: 'connected' })
    await identity.hasSession()
    expect(await identity.set({ status: 'loading' })).toMatchObject({ status: 'connected' })
    const asked = identity.isLoggedIn()
    await identity.set({ session: null })
    expect(await asked).toBe(false)
  })

  it('takes the page’s own plugins, and answers what they ask', async () => {
    const greeting = definePlugin({
      name: 'greeting',
      setup: (kernel) => ({
        greet: async () => (await kernel.transport('https://api.site.example/greeting')).body,
        listen: async () => (await kernel.transport('https://api.site.example/nothing')).body,
      }),
    })
    const identity = fakeIdentity({
      plugins: [greeting],
      other: ({ pathname }) => (pathname === '/greeting' ? response(200, { word: 'Hello' }) : undefined),
    })
    expect(await identity.greet()).toEqual({ word: 'Hello' })
    expect(await rejection(identity.listen())).toMatchObject({
      message: expect.stringContaining('nobody answers https://api.site.example/nothing'),
    })
    expect(identity.calls).toEqual([
      { method: 'greet', args: [] },
      { method: 'listen', args: [] },
    ])
  })

  it.each(['sessionStorage', 'localStorage'] as const)(
    'keeps what the page’s own plugins keep in its %s, until it is reset',
    (area) => {
      const counting = definePlugin({
        name: 'counting',
        setup: ({ window: { [area]: storage } }) => ({
          count() {
            storage.setItem('count', `${Number(storage.getItem('count')) + 1}`)
            return storage.getItem('count')
          },
        }),
      })
      const identity = fakeIdentity({ plugins: [counting] })
      expect([identity.count(), identity.count()]).toEqual(['1', '2'])
      reset(identity)
      expect(identity.count()).toBe('1')
    },
  )

  it('is on a page that is visible and has the focus', () => {
    const looking = definePlugin({
      name: 'looking',
      setup: ({ window: { document } }) => ({
        look: () => [document.visibilityState, document.hidden, document.hasFocus()],
      }),
    })
    expect(fakeIdentity({ plugins: [looking] }).look()).toEqual(['visible', false, true])
  })

  it.each([
    [{}, 'https://www.site.example/callback'],
    [{ redirectUri: 'https://site.example/back' }, 'https://site.example/back'],
    [{ url: 'https://www.site.example/article?id=1' }, 'https://www.site.example/article?id=1'],
  ])('is on the page that %j say', (options, wanted) => {
    const looking = definePlugin({
      name: 'looking',
      setup: ({ window: { location } }) => ({ look: () => location.href }),
    })
    expect(fakeIdentity({ ...options, plugins: [looking] }).look()).toBe(wanted)
  })

  it('refuses options that the real one refuses', () => {
    expect(thrown(() => fakeIdentity({ clientId: '' }))).toMatchObject({ reason: 'option-invalid' })
  })

  it.each<[state: object, words: string]>([
    [{ status: 'logedOut' }, 'status is "logedOut". Give one of connected, notConnected, loggedOut'],
    [{ status: null }, 'status is null. Give one of'],
    [{ session: 'Ada' }, 'session is "Ada". Give an object'],
    [{ session: ['Ada'] }, 'session is an array. Give an object'],
    [{ reason: 'nope' }, 'reason is "nope". Give a reason of an SDKError, such as session-unreachable'],
    [{ reason: 'toString' }, 'reason is "toString". Give a reason'],
    [{ status: 'connected', session: null }, 'status is "connected", but session is null. Give loggedOut or'],
    [
      { status: 'loggedOut', session: {} },
      'status is "loggedOut", but a session is given. Give connected or',
    ],
    [{ status: 'loading', session: {} }, 'status is "loading", but a session is given'],
    [{ status: 'connected', reason: 'timeout' }, 'but reason is "timeout". Give unavailable as the status'],
    [{ status: 'unavailable', reason: 'session-missing' }, 'Give loggedOut as the status'],
    [{ session: {}, reason: 'timeout' }, 'reason is "timeout", but a session is given. Give only one'],
  ])('an identity for tests refuses the state %j, from the first or by a change', async (state, words) => {
    const error = { reason: 'option-invalid', message: expect.stringContaining(words) }
    expect(thrown(() => fakeIdentity(state))).toMatchObject(error)
    const identity = fakeIdentity({ status: 'connected' })
    expect(await rejection(identity.set(state))).toMatchObject(error)
    expect(await identity.isConnected()).toBe(true)
  })

  it.each<[state: ReaderState, status: string]>([
    [{ status: undefined, session: undefined, reason: undefined }, 'loggedOut'],
    [{ status: 'loggedOut', session: null }, 'loggedOut'],
    [{ status: 'unavailable', session: null }, 'unavailable'],
    [{ status: 'loading', session: null }, 'loading'],
    [{ status: 'unavailable', reason: 'timeout' }, 'unavailable'],
    [{ status: 'loggedOut', reason: 'session-missing' }, 'loggedOut'],
    [{ status: 'notConnected', session: {} }, 'notConnected'],
  ])('an identity for tests takes the state %j, whose parts say the same', async (state, status) => {
    expect(await fakeIdentity().set(state)).toMatchObject({ status })
  })

  it.each<[options: object, words: string]>([
    [{ sesion: {} }, 'sesion is no option. Give session'],
    [{ clientID: 'x' }, 'clientID is no option. Give clientId'],
  ])('an identity for tests refuses a misspelt option: %j', (options, words) => {
    expect(thrown(() => fakeIdentity(options))).toMatchObject(sdkError('option-invalid', words))
  })

  it('a state has a type that refuses a status that does not go with the session', () => {
    expectTypeOf<{ status: 'connected'; session: null }>().not.toExtend<ReaderState>()
    expectTypeOf<{ status: 'loggedOut'; session: { userId: 7 } }>().not.toExtend<ReaderState>()
    expectTypeOf<{ status: 'notConnected'; session: { userId: 7 } }>().toExtend<ReaderState>()
    expectTypeOf<{ session: { userId: number } | null }>().toExtend<ReaderState>()
    expectTypeOf<Pick<Required<ReaderState>, 'status'>>().toExtend<ReaderState>()
  })

  it('an identity for tests takes an option that a plugin of the page reads', () => {
    const reading = definePlugin({
      name: 'reading',
      setup: ({ options }) => ({ read: () => Reflect.get(options, 'campaign') }),
    })
    const identity = fakeIdentity({ plugins: [reading], ...{ campaign: 'spring' } })
    expect(identity.read()).toBe('spring')
  })

  it.each(['sesion', 'clientId', 'plugins'])(
    'an identity for tests is not changed by %s, which is no part of a state',
    async (name) => {
      expect(await rejection(fakeIdentity().set({ [name]: 'x' }))).toMatchObject(
        sdkError('option-invalid', `set takes no ${name}. Give only status, session, reason, response`),
      )
    },
  )

  it('is disposed like the real one', async () => {
    const identity = fakeIdentity()
    identity.dispose()
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'disposed' })
    expect(await rejection(identity.set({ status: 'connected' }))).toMatchObject({ reason: 'disposed' })
  })
})

describe('a change', () => {
  it('has the events and the snapshots of a real one', async () => {
    const identity = fakeIdentity()
    const heard = eventsOf(identity)
    const shown: string[] = []
    identity.subscribe(({ status }) => void shown.push(status))
    await identity.set({ status: 'connected' })
    await identity.set({ session: { userId: 202 } })
    await identity.set({ status: 'unavailable' })
    await identity.set({ session: null })
    expect(shown).toEqual(['loading', 'connected', 'connected', 'unavailable', 'loggedOut'])
    expect(heard).toEqual([
      ...['login', 'sessionChange', 'sessionInit'],
      ...['login', 'userChange', 'sessionChange'],
      'error',
      ...['logout', 'sessionChange', 'error'],
    ])
  })

  it('keeps whom the account service knows, until that is told', async () => {
    const identity = fakeIdentity({ userContext: { display_text: 'grace@site.example' } })
    await identity.set({ status: 'connected' })
    expect(await identity.getUserContextData()).toMatchObject({ display_text: 'grace@site.example' })
    await identity.set({ userContext: null })
    expect(await identity.getUserContextData()).toBeNull()
    await identity.set({ userContext: {} })
    expect(await identity.getUserContextData()).toMatchObject({ identifier: 'uuid-ada' })
  })
})

describe('access to products', () => {
  const IDS = ['site-digital', 'site-plus']
  const outcomesOf = async (identity: { hasAccess: AccessApi['hasAccess'] }, ids = IDS) =>
    (await identity.hasAccess(ids)).outcome

  it('is that of the reader', async () => {
    const identity = fakeIdentity({
      session: { userId: 7 },
      access: ['site-plus', 'site, old'],
      plugins: [access()],
    })
    expect(await identity.hasAccess(IDS)).toMatchObject({
      outcome: 'granted',
      features: ['read', 'listen'],
      data: { userId: 7, uuid: 'uuid-7' },
    })
    expect(await outcomesOf(identity, ['site, old'])).toBe('granted')
    expect(await outcomesOf(identity, ['site-digital'])).toBe('refused')
    expect(identity.calls.map(({ method }) => method)).toEqual(Array(3).fill('hasAccess'))
  })

  it('is that of the reader whom an answer names by the number alone', async () => {
    for (const said of [responses.access, responses.noAccess]) {
      const identity = fakeIdentity({
        session: { userId: 7 },
        access: said({ userId: 7 }),
        plugins: [access()],
      })
      expect(await outcomesOf(identity)).toBe(said === responses.access ? 'granted' : 'refused')
    }
  })

  it('is none, unless a test says otherwise, and stays until it does', async () => {
    const identity = fakeIdentity({ plugins: [access()] })
    expect(await outcomesOf(identity)).toBe('loggedOut')
    await identity.set({ status: 'connected' })
    expect(await outcomesOf(identity)).toBe('refused')
    await identity.set({ status: 'connected', access: IDS })
    expect(await outcomesOf(identity)).toBe('granted')
    await identity.set({ status: 'connected' })
    expect(await outcomesOf(identity)).toBe('granted')
    reset(identity)
    await identity.set({ status: 'connected' })
    expect(await outcomesOf(identity)).toBe('refused')
  })

  it('is what the service says to the letter, such as that it is in trouble', async () => {
    const identity = fakeIdentity({ status: 'connected', access: responses.down(), plugins: [access()] })
    expect(await identity.hasAccess(IDS)).toMatchObject({ outcome: 'unknown', reason: 'session-unreachable' })
    await identity.set({ status: 'connected', access: responses.access({ allowedFeatures: ['listen'] }) })
    expect(await identity.hasAccess(IDS)).toMatchObject({ outcome: 'granted', features: ['listen'] })
  })
})

describe('leaving the page', () => {
  it('is written down for a login, and does not happen', () => {
    const identity = fakeIdentity({ clientId: 'client-2' })
    expect(identity.login({ state: 'abc' })).toBeNull()
    expect(identity.left).toEqual([identity.loginUrl({ state: 'abc' })])
    expect(identity.left[0]).toContain('client_id=client-2')
  })

  it('is written down for a logout, after which nobody is logged in', async () => {
    const identity = fakeIdentity({ status: 'connected' })
    await identity.hasSession()
    const heard = eventsOf(identity)
    identity.logout()
    expect(identity.left).toEqual([identity.logoutUrl()])
    expect(heard).toEqual(['logout'])
    expect(await identity.isLoggedIn()).toBe(false)
    expect(await identity.set({ status: 'connected' })).toMatchObject({ status: 'connected' })
  })

  it('by a logout ends the session at the service, which says so however late it is asked', async () => {
    vi.useFakeTimers()
    const identity = fakeIdentity({ status: 'connected' })
    await identity.hasSession()
    identity.logout()
    vi.advanceTimersByTime(60_000)
    expect(await identity.isLoggedIn()).toBe(false)
  })

  it('by a logout makes the account service forget who the user was', async () => {
    const identity = fakeIdentity({ status: 'connected', userContext: {} })
    expect(await identity.getUserContextData()).toMatchObject({ identifier: 'uuid-ada' })
    identity.logout()
    expect(await identity.getUserContextData()).toBeNull()
  })

  it('is written down for a refresh of the cookie', async () => {
    const identity = fakeIdentity({ response: responses.refresh('/refresh-here') })
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-refreshing' })
    expect(identity.left[0]).toMatch(/^https:\/\/id\.site\.example\/refresh-here\?/)
    expect(await identity.set({ status: 'connected' })).toMatchObject({ status: 'connected' })
  })

  it('by a popup writes down its address, and gives a window', () => {
    const identity = fakeIdentity()
    const popup = identity.login({ state: 'abc', preferPopup: true })
    expect(() => popup?.location.href).toThrow('another origin')
    popup?.focus()
    identity.login({ state: 'def', preferPopup: true })
    expect(popup?.closed).toBe(true)
    expect(identity.popups.map((url) => new URL(url).searchParams.get('state'))).toEqual(['abc', 'def'])
    expect(identity.left).toEqual([])
  })
})

describe('a login by popup', () => {
  it('ends when the test says that the reader is connected', async () => {
    const identity = fakeIdentity({ plugins: [loginPopup()] })
    const ended = identity.loginPopup({ state: 'abc' })
    await identity.set({ status: 'connected' })
    expect(await ended).toEqual({ outcome: 'connected' })
    expect(identity.popups).toEqual([identity.loginUrl({ state: 'abc' })])
  })

  it('is cancelled when another one begins', async () => {
    vi.useFakeTimers()
    const identity = fakeIdentity({ plugins: [loginPopup()] })
    const ended = identity.loginPopup({ state: 'abc' })
    await vi.advanceTimersByTimeAsync(1000)
    identity.login({ state: 'def' })
    expect(await ended).toEqual({ outcome: 'cancelled' })
  })

  it('ends without the reader when the identity is reset', async () => {
    const identity = fakeIdentity({ plugins: [loginPopup()] })
    const ended = identity.loginPopup({ state: 'abc' })
    reset(identity)
    expect(await rejection(ended)).toMatchObject({ reason: 'disposed' })
  })
})

describe('the continue-as widget', () => {
  it('is shown where a user is known, and continues as them', async () => {
    const identity = fakeIdentity({ userContext: {} })
    const opened = vi.fn()
    identity.on('simplifiedLoginOpened', opened)
    expect(identity.widget).toBeUndefined()
    expect(await identity.showSimplifiedLoginWidget({ state: 'abc' })).toBe(true)
    expect(opened).toHaveBeenCalledOnce()
    await identity.widget?.continueAs()
    await identity.widget?.logInAsOther()
    const [own, other] = identity.left.map((url) => new URL(url).searchParams)
    expect(own?.get('login_hint')).toBe('uuid-ada')
    expect(other?.get('prompt')).toBe('login')
  })

  it('is closed by the reader', async () => {
    const identity = fakeIdentity({ userContext: {} })
    const cancelled = vi.fn()
    identity.on('simplifiedLoginCancelled', cancelled)
    await identity.showSimplifiedLoginWidget({ state: 'abc' })
    await identity.widget?.cancel()
    expect(cancelled).toHaveBeenCalledOnce()
  })
})

describe('the calls of the page', () => {
  it('are written down, with what they were given', async () => {
    const identity = fakeIdentity()
    await identity.isLoggedIn()
    identity.login({ state: 'abc' })
    expect(identity.calls.map(({ method }) => method)).toEqual(['isLoggedIn', 'login'])
    expect(identity.callsOf('login')).toEqual([[{ state: 'abc' }]])
    expectTypeOf(identity.callsOf('logout')).toEqualTypeOf<[redirectUri?: string][]>()
  })

  it('may be taken off the instance, and spied on', async () => {
    const identity = fakeIdentity({ status: 'connected' })
    const spy = vi.spyOn(identity, 'isLoggedIn').mockResolvedValue(false)
    const { isConnected } = identity
    expect([await identity.isLoggedIn(), await isConnected()]).toEqual([false, true])
    expect(spy).toHaveBeenCalledOnce()
  })
})

describe('listeners', () => {
  it('are called once, and taken off, as those of a real one', async () => {
    const identity = fakeIdentity({ status: 'connected' })
    const [once, off, stopped, all] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
    identity.once('login', once)
    identity.on('login', off)
    identity.off('login', off)
    identity.on('login', stopped)()
    identity.on('sessionChange', all)
    identity.off('sessionChange')
    await identity.hasSession()
    await identity.hasSession()
    await identity.set({ session: { userId: 2 } })
    expect([once, off, stopped, all].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0, 0])
  })

  it('hear what the page emits', () => {
    const identity = fakeIdentity()
    const heard = vi.fn()
    identity.on('simplifiedLoginOpened', heard)
    identity.emit('simplifiedLoginOpened', null)
    expect(heard).toHaveBeenCalledExactlyOnceWith(null)
  })

  it('that throw fail the test, and keep nobody else from hearing', async () => {
    const uncaught = new Promise((resolve) => {
      vi.spyOn(globalThis, 'queueMicrotask').mockImplementationOnce((run) => resolve(thrown(run)))
    })
    const identity = fakeIdentity({ status: 'connected' })
    const failure = new Error('a mistake of the page')
    const heard = vi.fn()
    identity.on('login', () => {
      throw failure
    })
    identity.on('login', heard)
    expect(await identity.isLoggedIn()).toBe(true)
    expect(await uncaught).toBe(failure)
    expect(heard).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
  })
})

it('a reader comes back from a refresh', async () => {
  const identity = fakeIdentity({ session: {} })
  await identity.hasSession()
  await identity.set({ response: responses.refresh() })
  expect((await identity.set({ session: { userId: 202 } })).session?.userId).toBe(202)
})

it('a service in trouble is spared for two to five seconds', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
  const identity = fakeIdentity({ response: responses.down() })
  await rejection(identity.hasSession())
  const { reason, retryAt = 0 } = (await rejection(identity.hasSession())) as SDKError
  expect(reason).toBe('session-unreachable')
  expect(retryAt - Date.now()).toBeGreaterThanOrEqual(2000)
  expect(retryAt - Date.now()).toBeLessThanOrEqual(5000)
})

it('a service that names a time by Retry-After is spared until then, where chance is taken away', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const identity = fakeIdentity({ response: response(503, {}, { headers: { 'retry-after': '120' } }) })
  await rejection(identity.hasSession())
  expect(await rejection(identity.hasSession())).toMatchObject({ retryAt: Date.now() + 120_000 })
  vi.restoreAllMocks()
})

describe('a reset', () => {
  it('is refused to a real identity, which a test makes anew', () => {
    const real = new Identity(optionsFor(openPage()))
    for (const given of [real, undefined])
      expect(thrown(() => reset(given as never))).toMatchObject(
        sdkError('argument-invalid', 'make a real one anew for each test'),
      )
  })

  it('is a fresh start for the next test', async () => {
    const identity = fakeIdentity({ status: 'connected' })
    await identity.set({ status: 'unavailable' })
    identity.login({ state: 'abc' })
    reset(identity)
    expect(identity.getSnapshot().status).toBe('unknown')
    expect([identity.calls.length, identity.left, identity.popups]).toEqual([1, [], []])
    expect(await identity.isConnected()).toBe(true)
  })

  it('keeps the listeners that the page’s modules have added once', async () => {
    const identity = fakeIdentity({ status: 'connected' })
    const heard = eventsOf(identity)
    const shown: string[] = []
    identity.subscribe(({ status }) => void shown.push(status))
    await identity.hasSession()
    reset(identity)
    await identity.hasSession()
    expect(heard).toEqual(['login', 'sessionChange', 'sessionInit', 'login', 'sessionChange', 'sessionInit'])
    expect(shown).toEqual(['loading', 'connected', 'loading', 'connected'])
  })

  it('ends a call that is still on its way', async () => {
    const identity = fakeIdentity({ status: 'loading' })
    const asked = identity.hasSession()
    reset(identity)
    expect(await rejection(asked)).toMatchObject({ reason: 'disposed' })
  })

  const asking = definePlugin({
    name: 'asking',
    setup: (kernel) => ({ ask: () => kernel.transport('https://api.site.example/slow') }),
  })

  it.each([
    ['a reset', reset],
    ['its end', (identity: { dispose(): void }) => identity.dispose()],
  ])('ends what waits for a slow answer: %s', async (_, end) => {
    const identity = fakeIdentity({
      status: 'connected',
      access: responses.slow(),
      plugins: [access(), asking],
      other: () => responses.slow(),
    })
    await identity.hasSession()
    const asked = [rejection(identity.hasAccess(['site-digital'])), rejection(identity.ask())]
    // So that the request for access is on its way, too.
    await new Promise((resolve) => setImmediate(resolve))
    end(identity)
    for (const error of await Promise.all(asked)) expect(error).toMatchObject({ reason: 'disposed' })
  })

  it('answers nobody who asks after its end', async () => {
    const identity = fakeIdentity({ plugins: [asking], other: () => response(200, {}) })
    identity.dispose()
    expect(await rejection(identity.ask())).toMatchObject({ reason: 'disposed' })
  })
})

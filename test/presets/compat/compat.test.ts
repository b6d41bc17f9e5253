/** What the client that sites use today does where the other imports decide otherwise. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SDKError } from '../../../core/index.ts'
import DefaultExport, {
  SDKError as CompatError,
  type CompatOptions,
  Identity,
  Monetization,
  Payment,
} from '../../../presets/compat/index.ts'
import { idsIn, listen } from '../../devtools/support/console.ts'
import {
  ADA,
  ENV,
  GRACE,
  NO_SESSION,
  NOT_CONNECTED,
  optionsFor,
  rejection,
  thrown,
} from '../../support/fixtures.ts'
import { type Answer, json, leave, openPage, openPageWith, type Page, text } from '../../support/page.ts'
import { firstLineOf } from '../../support/stack.ts'
import { watch } from '../../support/watch.ts'

const EVENTS = 'error login logout userChange sessionChange notLoggedin sessionInit statusChange'.split(' ')

/** Five minutes, as the account-sdk-browser's services say it. */
const SESSION = { ...ADA, expiresIn: 300 }
const NOBODY = json(200, { result: false, expiresIn: 300 })
const REFRESH = json(200, { redirectURL: '/session-exchange?from=app' })

function open(more: Partial<CompatOptions> = {}, page: Page = openPage()) {
  const identity = new Identity({ ...optionsFor(page), ...more })
  const heard: [string, ...unknown[]][] = []
  for (const name of EVENTS) identity.on(name, (...args) => heard.push([name, ...args]))
  return { page, identity, heard, names: () => heard.splice(0).map(([name]) => name) }
}

const openWith = (...answers: Answer[]) => open({}, openPageWith(...answers))

/** What is written to the cookie, with the seconds for which it holds. */
function watchCookie({ window }: Page): string[] {
  const written: string[] = []
  let cookie = ''
  Object.defineProperty(window.document, 'cookie', {
    get: () => cookie,
    set(text: string) {
      const seconds = (Date.parse(/expires=([^;]*)/.exec(text)?.[1] ?? '') - Date.now()) / 1000
      cookie = seconds > 0 ? (/^[^;]*/.exec(text)?.[0] ?? '') : ''
      if (seconds > 0) written.push(`${cookie} ${seconds} ${/domain=[^;]*/.exec(text)?.[0]}`)
    },
  })
  return written
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('the exports', () => {
  it('are the class by its name and by default, and the error', () => {
    expect(DefaultExport).toBe(Identity)
    expect(new Identity(optionsFor(openPage()))).toBeInstanceOf(Identity)
  })
})

describe('env', () => {
  const hostOf = (env?: CompatOptions['env']) =>
    new URL(open({ env }).identity.loginUrl({ state: 's' })).origin

  it('is a name, PRE without, or an Environment object', () => {
    expect(hostOf()).toBe('https://identity-pre.schibsted.com')
    expect(hostOf('PRO_FI')).toBe('https://login.schibsted.fi')
    expect(hostOf(ENV)).toBe('https://account.example')
  })

  it('is one address for all services, of no namespace', async () => {
    const { page, identity } = open({ env: 'http://account.localhost:8800/' })
    page.answer(json(200, SESSION), json(200, {}))
    await identity.hasSession()
    await identity.getUserContextData()
    const namespace = 'client_sdrn=sdrn%3Aundefined%3Aclient%3Aclient-1'
    expect(page.requests.map(({ origin, pathname }) => origin + pathname)).toEqual([
      'https://id.site.example/v2/session',
      'http://account.localhost:8800/user-context',
    ])
    for (const { search } of page.requests) expect(search).toContain(namespace)
    expect(identity.accountUrl()).toMatch(/^http:\/\/account\.localhost:8800\/profile-pages\?/)
  })

  it('is told by what it was given', () => {
    expect(thrown(() => new Identity(undefined as never))).toMatchObject({ reason: 'option-invalid' })
  })
})

describe('enableVarnishCookie', () => {
  it.each([0, undefined])(
    'writes none for a session of the time %j, unless it is told for how long',
    async (expiresIn) => {
      const { page, identity } = openWith(json(200, { ...SESSION, expiresIn }))
      const written = watchCookie(page)
      identity.enableVarnishCookie()
      await identity.hasSession()
      expect(written).toEqual([])
      identity.enableVarnishCookie(60)
      await identity.hasSession()
      expect(written).toEqual(['SP_ID=sp-ada 60 domain=site.example'])
    },
  )
})

describe('expiresIn', () => {
  it.each([
    [60, 60],
    ['60', 60],
    [0, 300],
    ['0', 300],
    [undefined, 300],
    [null, 300],
  ])('%j is %i seconds', async (expiresIn, seconds) => {
    const { identity } = openWith(json(200, { ...ADA, expiresIn }), json(200, GRACE))
    await identity.hasSession()
    vi.setSystemTime(Date.now() + seconds * 1000 - 1)
    expect(await identity.hasSession()).toMatchObject({ userId: ADA.userId })
    vi.setSystemTime(Date.now() + 1)
    expect(await identity.hasSession()).toMatchObject({ userId: GRACE.userId })
  })

  it('is the unit of an Environment object that says one', async () => {
    const { page, identity } = open({ env: { ...ENV, expiresInUnit: 'milliseconds' } })
    page.answer(json(200, { ...ADA, expiresIn: 60 }), json(200, GRACE))
    await identity.hasSession()
    vi.setSystemTime(Date.now() + 60)
    expect(await identity.hasSession()).toMatchObject({ userId: GRACE.userId })
  })

  it.each([{ expiresIn: 60 }, { response: { expiresIn: 60, result: false } }])(
    'of the answer that there is no session is the one that it states: %j',
    async (body) => {
      const { identity } = openWith(json(400, { error: { code: 400 }, ...body }), json(200, ADA))
      await rejection(identity.hasSession())
      await rejection(identity.hasSession())
      vi.setSystemTime(Date.now() + 59_999)
      expect(await rejection(identity.hasSession())).toMatchObject({ code: 400 })
      vi.setSystemTime(Date.now() + 1)
      expect(await identity.hasSession()).toMatchObject({ userId: ADA.userId })
    },
  )

  it('is not read from Object.prototype', async () => {
    Object.assign(Object.prototype, { response: { expiresIn: 1 } })
    onTestFinished(() => void Reflect.deleteProperty(Object.prototype, 'response'))
    const { identity } = openWith(json(400, { error: { code: 400 } }))
    await rejection(identity.hasSession())
    vi.setSystemTime(Date.now() + 299_999)
    expect(await rejection(identity.hasSession())).toMatchObject({ code: 400 })
  })
})

describe('redirectUri', () => {
  it.each([undefined, ''])('may be left out: %j', async (redirectUri) => {
    const { page, identity } = open({ redirectUri })
    page.answer(json(200, SESSION))
    await identity.hasSession()
    identity.logout()
    const urls = [...page.requests, ...page.navigations, identity.accountUrl(), identity.phonesUrl()]
    expect(urls).toHaveLength(4)
    for (const url of urls) expect(new URL(url).searchParams.has('redirect_uri')).toBe(false)
  })

  it('is sent to the session service on a refresh, if there is one', async () => {
    const { page, identity } = open({ redirectUri: undefined })
    page.answer(REFRESH)
    await identity.hasSession()
    expect(new URL(page.navigations[0] as string).searchParams.has('redirect_uri')).toBe(false)
  })
})

describe('listeners', () => {
  const start = () => {
    const { identity } = open()
    const heard: unknown[] = []
    function listener(this: unknown, ...args: unknown[]) {
      heard.push([this, ...args])
    }
    return { identity, listener, since: () => heard.splice(0) }
  }

  it('are called with their context, as often as they were added, and with all that is emitted', () => {
    const { identity, listener, since } = start()
    const context = {}
    identity.on('mine', listener).on('mine', listener, context).once('mine', listener, 'once')
    identity.emit('mine', 1, [2], null)
    expect(since()).toEqual([
      [undefined, 1, [2], null],
      [context, 1, [2], null],
      ['once', 1, [2], null],
    ])
    identity.emit('mine')
    expect(since()).toEqual([[undefined], [context]])
  })

  it('are taken off all at once, the one that waits for one event too', () => {
    const { identity, listener, since } = start()
    const other = vi.fn()
    identity.on('mine', listener).once('mine', listener).on('mine', other).on('yours', listener)
    identity.off('mine', listener).emit('mine')
    expect(since()).toEqual([])
    expect(other).toHaveBeenCalledOnce()
    identity.off('mine').emit('mine').emit('yours')
    expect(other).toHaveBeenCalledOnce()
    expect(since()).toHaveLength(1)
  })

  it('that wait for one event do so once, also when they cause it again', () => {
    const { identity } = start()
    const again = vi.fn(() => void identity.emit('mine'))
    identity.once('mine', again).emit('mine')
    expect(again).toHaveBeenCalledOnce()
  })

  it('that throw disturb nobody', () => {
    const { page, identity } = open()
    const after = vi.fn()
    identity
      .on('mine', undefined as never)
      .on('mine', after)
      .emit('mine')
    expect(after).toHaveBeenCalledOnce()
    expect(page.reported).toHaveLength(1)
  })

  it('may be added from the event that says that the instance is there', () => {
    const page = openPage()
    const listener = vi.fn()
    page.window.addEventListener('schIdentity:ready', (event) => {
      ;(event as CustomEvent).detail.instance.on('mine', listener).on('mine', listener)
    })
    new Identity(optionsFor(page)).emit('mine')
    expect(listener).toHaveBeenCalledTimes(2)
  })
})

describe('members', () => {
  it('say what the instance was given', () => {
    const log = vi.fn()
    const { page, identity } = open({ env: 'PRO_NO', log })
    expect(identity.clientId).toBe('client-1')
    expect(identity.redirectUri).toBe('https://www.site.example/callback')
    expect(identity.env).toBe('PRO_NO')
    expect(identity.window).toBe(page.window)
    expect(identity.log).toBe(log)
  })

  it('have the defaults of what it was not given', () => {
    const page = openPage()
    vi.stubGlobal('window', page.window)
    const identity = new Identity({ clientId: 'client-1', sessionDomain: 'https://id.site.example' })
    vi.unstubAllGlobals()
    expect(identity).toMatchObject({ env: 'PRE', window: page.window })
    expect(identity.redirectUri).toBeUndefined()
    expect(identity.log).toBeUndefined()
  })
})

describe('hasSession', () => {
  it('gives a session that its caller may change', async () => {
    const { page, identity } = openWith(json(200, SESSION))
    const session = (await identity.hasSession()) as { givenName: string }
    session.givenName = 'Nobody'
    expect(await identity.hasSession()).toMatchObject({ givenName: 'Ada' })
    expect(page.requests).toHaveLength(1)
  })

  it('gives the address while the page is on its way to a refresh, and nobody hears of an error', async () => {
    const { page, identity, names } = openWith(REFRESH)
    const [address, again] = await Promise.all([identity.hasSession(), identity.hasSession()])
    expect(page.navigations).toEqual([address])
    expect(address).toMatch(/^https:\/\/id\.site\.example\/session-exchange\?from=app&client_sdrn=/)
    expect(again).toBe(address)
    expect(await identity.isLoggedIn()).toBe(false)
    expect(await rejection(identity.getUser())).toMatchObject({ reason: 'session-refreshing' })
    expect(await identity.hasSession()).toEqual({})
    expect(names()).toEqual([])
    expect(page.requests).toHaveLength(1)
  })
})

describe('isLoggedIn', () => {
  it.each([
    ['a session that is connected', json(200, SESSION), true],
    ['one that is not', json(200, NOT_CONNECTED), true],
    ['one of nobody', NOBODY, true],
    ['one without a result', json(200, { userId: 3 }), false],
    ['no session', json(400, NO_SESSION), false],
  ])('of %s is the same, fresh, cached and on the next page', async (_, answer, isLoggedIn) => {
    const { page, identity } = openWith(answer)
    expect(await identity.isLoggedIn()).toBe(isLoggedIn)
    expect(await identity.isLoggedIn()).toBe(isLoggedIn)
    expect(await open({}, page).identity.isLoggedIn()).toBe(isLoggedIn)
    expect(page.requests).toHaveLength(1)
  })

  it.each([
    ['no body', text(400, '')],
    ['the body null', json(400, null)],
    ['a list for a body', json(400, [])],
  ])(
    'is false for the status 400 with %s, and the error says that there is no session',
    async (_, answer) => {
      const { identity, heard } = openWith(answer)
      expect(await identity.isLoggedIn()).toBe(false)
      expect(heard.filter(([name]) => name === 'error').map(([, error]) => error)).toMatchObject([
        { reason: 'session-missing' },
      ])
    },
  )

  it('does not keep a refusal of the service: when the pause is over it asks again', async () => {
    const { identity } = openWith(json(403, { error: { code: 403 } }), json(200, SESSION))
    expect(await identity.isLoggedIn()).toBe(false)
    // No pause is longer that the service does not state.
    vi.setSystemTime(Date.now() + 146_000)
    expect(await identity.isLoggedIn()).toBe(true)
  })

  it('rejects after dispose', async () => {
    const { identity } = open()
    identity.dispose()
    expect(await rejection(identity.isLoggedIn())).toMatchObject({ reason: 'disposed' })
  })
})

describe('isConnected', () => {
  it.each([
    ['a session that is connected', json(200, SESSION), true],
    ['one that is not', json(200, NOT_CONNECTED), false],
    ['one of nobody', NOBODY, false],
    ['no session', json(400, NO_SESSION), false],
    ['a failure', text(404, ''), false],
  ])('is what the result says, and false without one: %s', async (_, answer, isConnected) => {
    const { identity } = openWith(answer)
    expect(await identity.isConnected()).toBe(isConnected)
  })
})

describe('the events', () => {
  it('of a failure are the error alone, also when somebody was logged in', async () => {
    const { page, identity, heard, names } = openWith(json(400, NO_SESSION))
    const error = await rejection(identity.hasSession())
    expect(heard).toEqual([['error', error]])
    names()
    page.answer(json(200, SESSION), json(400, NO_SESSION), json(200, SESSION))
    identity.clearCachedUserSession()
    await identity.hasSession()
    names()
    identity.clearCachedUserSession()
    await rejection(identity.hasSession())
    identity.clearCachedUserSession()
    await identity.hasSession()
    expect(names()).toEqual(['error', 'login', 'sessionChange'])
  })

  it('after a logout compare with the session before it', async () => {
    const { page, identity, names } = open()
    page.answer(json(200, SESSION), json(200, { ...GRACE, expiresIn: 300 }), NOBODY)
    await identity.hasSession()
    expect(names()).toEqual(['login', 'sessionChange', 'sessionInit', 'statusChange'])
    identity.logout()
    expect(names()).toEqual(['logout'])
    leave(page)
    await identity.hasSession()
    expect(names()).toEqual(['login', 'userChange', 'sessionChange'])
    identity.logout()
    leave(page)
    await identity.hasSession()
    expect(names()).toEqual(['logout', 'logout', 'sessionChange', 'statusChange'])
  })
})

describe('errors', () => {
  const NOT_CONNECTED = 'The user is not connected to this merchant'

  it.each([
    ['session-missing', json(400, NO_SESSION)],
    ['session-refused', json(200, { error: { code: 401 } })],
    ['session-malformed', json(200, 'x')],
    ['session-refused', text(404, '')],
  ])('of a session call say so, and why: %s', async (reason, answer) => {
    const { page, identity } = open()
    for (const method of ['hasSession', 'getUser', 'getUserId', 'getUserUuid', 'getUserSDRN'] as const) {
      page.answer(answer)
      identity.clearCachedUserSession()
      const error = await rejection(identity[method]())
      expect(error).toBeInstanceOf(SDKError)
      expect(error).toMatchObject({ reason, message: 'HasSession failed' })
    }
  })

  it.each([
    ['getUser', { ...SESSION, result: false }, 'not-connected', NOT_CONNECTED],
    ['getUserId', { ...SESSION, result: false }, 'not-connected', NOT_CONNECTED],
    ['getUserUuid', { ...SESSION, result: false }, 'not-connected', NOT_CONNECTED],
    ['getUserId', { result: true }, 'identifier-missing', NOT_CONNECTED],
    ['getUserUuid', { result: true }, 'identifier-missing', NOT_CONNECTED],
    ['getUserSDRN', { result: true }, 'identifier-missing', 'Failed to get SDRN from user session'],
    ['getExternalId', { result: true }, 'identifier-missing', 'pairId missing in user session!'],
  ] as const)('of %s with the session %j', async (method, session, reason, message) => {
    const { identity } = openWith(json(200, session))
    expect(await rejection(identity[method]('party'))).toMatchObject({ name: 'SDKError', reason, message })
  })

  it.each([undefined, '', null])('of an external party that is %j', async (party) => {
    expect(await rejection(open().identity.getExternalId(party as never))).toMatchObject({
      reason: 'argument-invalid',
      message: 'externalParty cannot be empty',
    })
  })

  it('of the widget, without a user and without its script', async () => {
    const { page, identity } = open()
    page.answer(json(200, { identifier: 'i' }), json(200, { identifier: 'i', display_text: 'd' }))
    const show = () => rejection(identity.showSimplifiedLoginWidget({ state: 's' }))
    const reason = 'widget-unavailable'
    expect(await show()).toMatchObject({ reason, message: 'Missing user data' })
    page.window.document.head.append = (script) => (script as HTMLScriptElement).onerror?.(new Event('error'))
    const message = 'Error when loading simplified login widget content'
    expect(await show()).toMatchObject({ reason, message })
  })

  it('that the account-sdk-browser has no words for keep their own', async () => {
    const { identity } = open()
    const wrong = identity.showSimplifiedLoginWidget({ state: 's' }, { encoding: 'utf-7' })
    expect(await rejection(wrong)).toMatchObject({
      message: expect.stringContaining('argument-invalid: encoding'),
    })
    identity.dispose()
    expect(await rejection(identity.getUser())).toMatchObject({
      message: expect.stringContaining('disposed'),
    })
  })
})

describe('logSettings', () => {
  const SETTINGS = expect.stringMatching(/settings: \n\{\n {2}"clientId": "client-1",\n {2}"redirectUri": /)

  it('goes to the console where there is no log, and nothing else does', async () => {
    const { page, identity } = openWith(json(200, SESSION))
    const log = vi.spyOn(page.window.console, 'log').mockReturnValue()
    await identity.hasSession()
    identity.logSettings()
    expect(log.mock.calls).toEqual([[SETTINGS]])
  })

  it('needs a log where the page has no console', () => {
    const page = openPage()
    Object.defineProperty(page.window, 'console', { value: undefined })
    expect(thrown(() => open({}, page).identity.logSettings())).toMatchObject({
      reason: 'option-invalid',
      message: 'You have to provide log method in constructor',
    })
  })
})

it('a login that leaves the page has no popup', () => {
  const { page, identity } = open()
  identity.login({ state: 's' })
  expect(page.navigations).toHaveLength(1)
  expect('popup' in identity).toBe(false)
})

it('an error that a page makes has its own words, and no reason unless it gives one', () => {
  expect(new CompatError('boom')).toMatchObject({ message: 'boom', reason: undefined })
  expect(new CompatError('boom', { reason: 'of-the-page' })).toMatchObject({ reason: 'of-the-page' })
})

it('a logout whose address a page cannot build goes on without it, and the error says so', () => {
  const { page, identity, heard } = open()
  const cause = new TypeError('boom')
  identity.logoutUrl = () => {
    throw cause
  }
  identity.logout()
  expect(page.navigations).toHaveLength(1)
  const message = expect.stringContaining('logoutUrl')
  expect(heard[0]).toEqual(['error', expect.objectContaining({ reason: 'callback-failed', message, cause })])
})

it('the page is left for a refresh also where it has taken the callback away', async () => {
  const { page, identity } = open()
  Object.assign(identity, { callbackBeforeRedirect: undefined })
  page.answer(REFRESH)
  await identity.hasSession()
  expect(page.navigations).toHaveLength(1)
})

it.each<[string, () => unknown]>([
  ['an option', () => new Identity({ ...optionsFor(openPage()), clientId: '' })],
  ['a prefix', () => new Identity({ ...optionsFor(openPage()), globalPrefix: 'a b' })],
  [
    'an option of a subclass',
    () => new (class extends Identity {})({ ...optionsFor(openPage()), clientId: '' }),
  ],
  ['an option of Monetization', () => new Monetization({ ...optionsFor(openPage()), clientId: '' } as never)],
  [
    'an environment of Monetization',
    () => new Monetization({ ...optionsFor(openPage()), env: 'XX' } as never),
  ],
  ['an option of Payment', () => new Payment({ ...optionsFor(openPage()), clientId: '' } as never)],
])('tells a developer of %s that is wrong by a stack that begins at the line of the page', (_, construct) => {
  const error = thrown(construct)
  expect(error).toMatchObject({ reason: 'option-invalid' })
  expect(firstLineOf(error)).toMatch(/^compat\.test\.ts:\d+$/)
  // The constructor of a subclass of the page is no line that has called the library.
  expect(`${(error as Error).stack}`.split('\n')[1]).not.toContain('at new ')
})

it('tells a developer in the console what is wrong with a page, as the default import does', async () => {
  const page = openPageWith(json(503, {}))
  const lines = listen(page.window)
  const { identity } = open({}, page)
  await rejection(identity.hasSession())
  expect(idsIn(lines)).toEqual(['service-failing'])
})

it('tells a developer of an option that is misspelt', () => {
  const page = openPage()
  const lines = listen(page.window)
  open({ callBackBeforeRedirect() {} } as never, page)
  expect(idsIn(lines)).toEqual(['option-unknown'])
})

it('keeps secrets out of logs and errors', async () => {
  const SECRET = 'secret-of-the-reader'
  const log = vi.fn()
  const { page, identity, heard } = open({ log })
  const said = vi.spyOn(page.window.console, 'log').mockReturnValue()
  page.answer(json(200, { ...SESSION, sig: SECRET, sp_id: SECRET, pairId: undefined }), REFRESH)
  identity.enableVarnishCookie()
  await identity.hasSession()
  const errors = [await rejection(identity.getExternalId('party'))]
  identity.logSettings()
  identity.loginUrl({ state: SECRET })
  identity.logout()
  leave(page)
  await identity.hasSession()
  errors.push(
    await rejection(identity.getUser()),
    ...heard.filter(([name]) => name === 'error').map(([, error]) => error),
  )
  const text = errors.map((error) => `${(error as Error).stack} ${JSON.stringify(error)}`).join()
  expect(`${text} ${JSON.stringify([log.mock.calls, said.mock.calls])}`).not.toMatch(
    /secret-of|session-exchange/,
  )
  expect(log.mock.calls.length).toBeGreaterThan(3)
})

it('leaves nothing behind, and rejects, when it is disposed', async () => {
  const page = openPage()
  const watched = watch(page.window)
  const identity = new Identity(optionsFor(page))
  expect((page.window as { schIdentity?: unknown }).schIdentity).toBe(identity)
  identity.on('login', () => {})
  identity.dispose()
  expect(watched.leftovers()).toEqual([])
  expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'disposed' })
})

it('leaves nothing behind when whoever hears that it is there disposes it at once', () => {
  const page = openPage()
  page.window.addEventListener('schIdentity:ready', (event) =>
    (event as CustomEvent<Identity>).detail.dispose(),
  )
  new Identity(optionsFor(page))
  expect('schIdentity' in page.window).toBe(false)
})

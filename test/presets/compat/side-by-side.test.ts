/** The class does what the account-sdk-browser's class does: each scenario runs on both. */
import { afterEach, beforeEach, describe, vi } from 'vitest'
import { broken, json } from '../../support/page.ts'
import { type Any, differs, messageOf, OPTIONS, same } from './both.ts'

const SESSION = {
  result: true,
  userStatus: 'connected',
  baseDomain: 'site.example',
  userId: 101,
  uuid: 'uuid-ada',
  sp_id: 'sp-ada',
  expiresIn: 300,
  givenName: 'Ada',
  pairId: 'pair-ada',
  sdrn: 'sdrn:example:user:101',
}
const NOBODY = { result: false, expiresIn: 300 }
const OTHER_URI = 'https://www.site.example/other'
const CONTEXT = { identifier: 'uuid-ada', display_text: 'ada@example.com', client_name: 'The Post' }

/** Where a page says that the reader shall come back to. */
const backOf = (url: string) => new URL(url).searchParams.get('redirect_uri')

/** Notes what an instance emits, by wrapping its `emit` as pages do to trace it. */
function trace(identity: Any): [string, number][] {
  const heard: [string, number][] = []
  const { emit } = identity
  identity.emit = function (name: string, ...args: unknown[]) {
    heard.push([name, args.length])
    return emit.call(this, name, ...args)
  }
  return heard
}

/** What is written to the cookie `SP_ID`, with the seconds for which it holds, and its domain. */
function watchCookie({ document, Document }: Any): () => string[] {
  const written: string[] = []
  const cookie = {
    configurable: true,
    get: () => written.at(-1)?.split(';')[0] ?? '',
    set: (text: string) => void written.push(text),
  }
  // One of the two writes past an element that hides the document's own property.
  Object.defineProperty(document, 'cookie', cookie)
  Object.defineProperty(Document.prototype, 'cookie', cookie)
  return () =>
    written
      .splice(0)
      .filter((text) => text.startsWith('SP_ID='))
      .map((text) => {
        const seconds = (Date.parse(/expires=([^;]*)/.exec(text)?.[1] ?? '') - Date.now()) / 1000
        // With a dot before it or without: browsers take the two for the same.
        return `${text.split(';')[0]} ${seconds} ${/domain=\.?([^;]*)/.exec(text)?.[1]}`
      })
}

/** Stands in for the widget's script, and gives what it was called with. */
function widgetOf(window: Any) {
  let handed: Any[] = []
  window.openSimplifiedLoginWidget = (...args: unknown[]) => {
    handed = args
  }
  return {
    params: () => handed[0],
    goOn: () => handed[1](),
    notYou: () => handed[2](),
    shown: () => handed[3](),
    cancelled: () => handed[4](),
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('members that are assigned later', () => {
  same(
    'redirectUri: logins, logouts and the account’s pages lead there, and session calls do not',
    async ({ page, identity }) => {
      identity.redirectUri = OTHER_URI
      page.answer(json(200, SESSION))
      await identity.hasSession()
      identity.login({ state: 's' })
      identity.logout()
      return [
        identity.redirectUri,
        backOf(identity.loginUrl({ state: 's' })),
        backOf(identity.loginUrl('s')),
        backOf(identity.logoutUrl()),
        backOf(identity.accountUrl()),
        backOf(identity.phonesUrl()),
      ]
    },
    Array(6).fill(OTHER_URI),
  )

  same(
    'log: the settings are logged there',
    ({ open }) => {
      const identity = open({ log: () => {} })
      const lines: string[] = []
      identity.log = (line: string) => lines.push(line)
      identity.logSettings()
      return lines.length
    },
    1,
  )

  same(
    'callbackBeforeRedirect: it is called before a refresh',
    async ({ page, open }) => {
      const called: string[] = []
      const identity = open({ callbackBeforeRedirect: () => called.push('first') })
      identity.callbackBeforeRedirect = () => called.push('second')
      page.answer(json(200, { redirectURL: '/session-exchange' }))
      const address = await identity.hasSession()
      return [called, address === page.navigations[0]]
    },
    [['second'], true],
  )

  same(
    'callbackBeforeRedirect is a function where none was given',
    ({ open }) => typeof open().callbackBeforeRedirect,
    'function',
  )

  same(
    'popup: is there after a login by popup, and is closed by the next login, unless it is closed',
    ({ page, identity }) => {
      const closed: string[] = []
      const windowOf = (name: string, isClosed: boolean) => ({
        closed: isClosed,
        close: () => closed.push(name),
      })
      const seen: unknown[] = [identity.popup]
      page.window.open = () => windowOf('first', false) as never
      seen.push(identity.login({ state: 's', preferPopup: true }) === identity.popup)
      const second = windowOf('second', false)
      page.window.open = () => second as never
      identity.login({ state: 's', preferPopup: true })
      second.closed = true
      identity.login({ state: 's' })
      seen.push(identity.popup, [...closed])
      identity.popup = windowOf('assigned', false)
      identity.login({ state: 's' })
      return [...seen, closed]
    },
    [undefined, true, null, ['first'], ['first', 'assigned']],
  )

  same(
    'popup is null, and the login goes by redirect, when the browser blocks it',
    ({ page, identity }) => {
      page.window.open = () => null
      return [identity.login({ state: 's', preferPopup: true }), identity.popup, page.navigations.length]
    },
    [null, null, 1],
  )

  same(
    'setVarnishCookie, varnishExpiresIn and varnishCookieDomain: the cookie is written by them',
    async ({ page, identity }) => {
      const written = watchCookie(page.window)
      page.answer(json(200, SESSION))
      const seen: unknown[] = [identity.setVarnishCookie, identity.varnishExpiresIn]
      await identity.hasSession()
      seen.push(written())
      identity.setVarnishCookie = true
      await identity.hasSession()
      seen.push(written())
      Object.assign(identity, { varnishExpiresIn: 60, varnishCookieDomain: 'www.site.example' })
      await identity.hasSession()
      return [...seen, written()]
    },
    [undefined, undefined, [], ['SP_ID=sp-ada 300 site.example'], ['SP_ID=sp-ada 60 www.site.example']],
  )

  same(
    'setVarnishCookie: once it is false again, the cookie is neither written nor removed',
    async ({ page, identity }) => {
      const written = watchCookie(page.window)
      page.answer(json(200, SESSION))
      identity.enableVarnishCookie()
      await identity.hasSession()
      const seen: unknown[] = [written().length]
      identity.setVarnishCookie = false
      await identity.hasSession()
      identity.logout()
      return [...seen, written()]
    },
    [1, []],
  )

  same(
    'setVarnishCookie: a cookie that nobody has enabled stays after a logout',
    async ({ page, identity }) => {
      const written = watchCookie(page.window)
      page.answer(json(200, SESSION))
      await identity.hasSession()
      identity.logout()
      return written()
    },
    [],
  )

  same(
    'setVarnishCookie: a logout takes the cookie away',
    async ({ page, identity }) => {
      const written = watchCookie(page.window)
      page.answer(json(200, SESSION))
      identity.enableVarnishCookie()
      await identity.hasSession()
      identity.logout()
      const seconds = written().map((text) => Number(text.split(' ')[1]))
      return [seconds[0], seconds.slice(1).some((left) => left < 0)]
    },
    [300, true],
  )

  same(
    'setVarnishCookie: a cookie that the page has written itself stays after a logout',
    async ({ page, identity }) => {
      const written = watchCookie(page.window)
      page.answer(json(200, SESSION))
      await identity.hasSession()
      page.window.document.cookie = 'SP_ID=own'
      identity.logout()
      return written().map((text) => text.split(' ')[0])
    },
    ['SP_ID=own'],
  )

  same(
    'setVarnishCookie: it counts for a call that is on its way',
    async ({ page, identity }) => {
      const written = watchCookie(page.window)
      page.answer((...request) => {
        identity.enableVarnishCookie()
        return json(200, SESSION)(...request)
      })
      await identity.hasSession()
      return written()
    },
    ['SP_ID=sp-ada 300 site.example'],
  )
})

describe('an address that is a URL object', () => {
  same(
    'is taken by each method',
    ({ page, open, identity }) => {
      const there = new URL(OTHER_URI)
      identity.logout(there)
      identity.login({ state: 's', redirectUri: there })
      const assigned = open()
      assigned.redirectUri = there
      return [
        identity.loginUrl({ state: 's', redirectUri: there }),
        identity.logoutUrl(there),
        identity.accountUrl(there),
        identity.phonesUrl(there),
        assigned.loginUrl('s'),
        assigned.logoutUrl(),
        assigned.accountUrl(),
        ...page.navigations,
      ].map(backOf)
    },
    Array(9).fill(OTHER_URI),
  )
})

describe('enableVarnishCookie', () => {
  same(
    'takes seconds, an object, or nothing, and says so in the members',
    ({ open }) =>
      [undefined, 60, 0, { expiresIn: 60, domain: 'site.example' }, {}, { expiresIn: 0 }, 'text', 1.5].map(
        (given) => {
          const identity = open()
          identity.enableVarnishCookie(given)
          return [identity.setVarnishCookie, identity.varnishExpiresIn, identity.varnishCookieDomain]
        },
      ),
    [
      [true, 0, undefined],
      [true, 60, undefined],
      [true, 0, undefined],
      [true, 60, 'site.example'],
      [true, 0, undefined],
      [true, 0, undefined],
      [true, 0, undefined],
      [true, 0, undefined],
    ],
  )

  same(
    'throws for a time that is no integer, or negative',
    ({ open }) =>
      Promise.all(
        [
          -1,
          { expiresIn: -1 },
          { expiresIn: 1.5 },
          { expiresIn: '60' },
          { expiresIn: Number.POSITIVE_INFINITY },
        ].map((given) => messageOf(() => open().enableVarnishCookie(given))),
      ),
    [
      "'expiresIn' cannot be negative",
      "'expiresIn' cannot be negative",
      "'expiresIn' must be an integer",
      "'expiresIn' must be an integer",
      "'expiresIn' must be an integer",
    ],
  )
})

describe('a cookie that no browser keeps so', () => {
  for (const given of [{ domain: 'localhost' }, { domain: '127.0.0.1' }, 1e9])
    same(
      `is no failure: ${JSON.stringify(given)}`,
      async ({ page, identity }) => {
        const heard = trace(identity)
        const reported = vi.fn()
        Object.defineProperty(page.window, 'reportError', { value: reported })
        const written = watchCookie(page.window)
        identity.enableVarnishCookie(given)
        page.answer(json(200, SESSION))
        const { userId } = await identity.hasSession()
        return [
          userId,
          reported.mock.calls,
          heard.some(([name]) => name === 'error'),
          written()[0]?.split(' ')[0],
        ]
      },
      [101, [], false, 'SP_ID=sp-ada'],
    )
})

describe('events', () => {
  same(
    'go through the instance’s emit, with as many arguments',
    async ({ page, identity }) => {
      const heard = trace(identity)
      page.answer(json(200, SESSION), json(200, CONTEXT), json(404, {}))
      await identity.hasSession()
      const widget = widgetOf(page.window)
      await identity.showSimplifiedLoginWidget({ state: 's' })
      await widget.shown()
      await widget.cancelled()
      identity.emit('mine', 1, 2)
      identity.logout()
      await messageOf(() => identity.hasSession())
      return heard
    },
    [
      ['login', 1],
      ['sessionChange', 1],
      ['sessionInit', 1],
      ['statusChange', 1],
      ['simplifiedLoginOpened', 0],
      ['simplifiedLoginCancelled', 0],
      ['mine', 2],
      ['logout', 0],
      ['error', 1],
    ],
  )

  same(
    'are heard by a subclass that overrides emit',
    async ({ page, Identity }) => {
      const heard: string[] = []
      class Own extends Identity {
        emit(name: string, ...args: unknown[]) {
          heard.push(name)
          return super.emit(name, ...args)
        }
      }
      page.answer(json(200, NOBODY))
      await Reflect.construct(Own, [{ ...OPTIONS, window: page.window }]).hasSession()
      return heard
    },
    ['notLoggedin'],
  )

  same(
    'give the listener the object that the caller is given',
    async ({ page, identity }) => {
      const heard: unknown[] = []
      identity.on('login', (session: unknown) => heard.push(session))
      page.answer(json(200, SESSION))
      const given = await identity.hasSession()
      return [heard.length, heard[0] === given]
    },
    [1, true],
  )
})

describe('events of a session that stays as it is', () => {
  for (const loose of [{ userId: '101' }, { userStatus: null }, { userStatus: 5 }])
    same(
      `tell of no change, however the service writes it: ${JSON.stringify(loose)}`,
      async ({ page, identity }) => {
        page.answer(json(200, { ...SESSION, ...loose }), json(200, { ...SESSION, ...loose }))
        await identity.hasSession()
        const heard = trace(identity)
        await identity.hasSession()
        identity.clearCachedUserSession()
        await identity.hasSession()
        return heard.map(([name]) => name)
      },
      ['login', 'sessionChange', 'login', 'sessionChange'],
    )
})

describe('methods stand on the prototype', () => {
  const NAMES = [
    ...'hasSession isLoggedIn isConnected getUser getUserId getUserUuid getUserSDRN getSpId'.split(' '),
    ...'getExternalId getUserContextData login loginUrl logout logoutUrl accountUrl phonesUrl'.split(' '),
    ...'clearCachedUserSession enableVarnishCookie logSettings showSimplifiedLoginWidget'.split(' '),
  ]
  same(
    'and not on the instance',
    ({ Identity, identity }) => {
      return NAMES.filter(
        (name) => typeof Identity.prototype[name] === 'function' && !Object.hasOwn(identity, name),
      )
    },
    NAMES,
  )

  same(
    'and a spy on the prototype sees what other methods call',
    async ({ page, Identity, open }) => {
      const spies = ['hasSession', 'loginUrl', 'logoutUrl'].map((name) => vi.spyOn(Identity.prototype, name))
      const identity = open()
      page.answer(json(200, SESSION))
      const asking = 'isLoggedIn isConnected getUser getUserId getUserUuid getUserSDRN getSpId'
      for (const name of asking.split(' ')) await identity[name]()
      identity.login({ state: 's' })
      identity.logout()
      const calls = spies.map((spy) => spy.mock.calls.length)
      for (const spy of spies) spy.mockRestore()
      return calls
    },
    [7, 1, 1],
  )

  same(
    'and a method that a page has replaced is used by the others',
    async ({ identity }) => {
      identity.hasSession = async () => SESSION
      return [await identity.isLoggedIn(), await identity.getUserId(), (await identity.getUser()).givenName]
    },
    [true, 101, 'Ada'],
  )

  same(
    'and a subclass may override login, which the widget calls with the caller’s options',
    async ({ page, Identity }) => {
      const logins: unknown[] = []
      class Own extends Identity {
        login(options: unknown) {
          logins.push(options)
          return null
        }
      }
      page.answer(json(200, CONTEXT))
      const widget = widgetOf(page.window)
      await Reflect.construct(Own, [{ ...OPTIONS, window: page.window }]).showSimplifiedLoginWidget({
        state: 's',
        tag: 'tag',
      })
      await widget.goOn()
      return logins
    },
    [{ state: 's', tag: 'tag', loginHint: 'uuid-ada' }],
  )

  same(
    'and a subclass may have a member named instance, and a page may assign one',
    ({ page, Identity, open }) => {
      class OfField extends Identity {
        instance = 'mine'
      }
      class OfGetter extends Identity {
        get instance() {
          return 'mine'
        }
      }
      const assigned = open()
      assigned.instance = 'mine'
      return [
        ...[OfField, OfGetter].map((Own) => Reflect.construct(Own, [{ ...OPTIONS, window: page.window }])),
        assigned,
      ].map(({ instance }) => instance)
    },
    ['mine', 'mine', 'mine'],
  )

  same(
    'and loginUrl gets each value of a login, given or not',
    ({ identity }) => {
      const spy = vi.spyOn(identity, 'loginUrl')
      identity.login({ state: 's', tag: 'tag', prompt: undefined, preferPopup: false })
      return spy.mock.calls
    },
    [
      [
        {
          state: 's',
          acrValues: '',
          scope: 'openid',
          redirectUri: OPTIONS.redirectUri,
          loginHint: '',
          tag: 'tag',
          teaser: '',
          maxAge: '',
          locale: '',
          oneStepLogin: false,
          prompt: 'select_account',
        },
      ],
    ],
  )

  for (const data of [{ identifier: 'uuid-ada' }, { display_text: 'Ada' }, null])
    same(
      `and the widget names whom a replaced getUserContextData names, or nobody: ${JSON.stringify(data)}`,
      ({ page, identity }) => {
        identity.getUserContextData = async () => data
        widgetOf(page.window)
        return messageOf(() => identity.showSimplifiedLoginWidget({ state: 's' }))
      },
      'Missing user data',
    )

  same(
    'and the widget is shown without a state, since only login needs one',
    async ({ page, open }) => {
      const identity = open({ redirectUri: undefined })
      const logins: unknown[] = []
      identity.login = (options: unknown) => logins.push(options)
      page.answer(json(200, CONTEXT))
      const widget = widgetOf(page.window)
      const shown = await identity.showSimplifiedLoginWidget({})
      await widget.goOn()
      return [shown, logins.length]
    },
    [true, 1],
  )

  same(
    'and an instance behind a proxy works',
    async ({ page, open }) => {
      const identity = new Proxy(open(), {})
      const heard: string[] = []
      identity.on('login', () => heard.push('login'))
      page.answer(json(200, SESSION))
      return [await identity.isLoggedIn(), heard]
    },
    [true, ['login']],
  )
})

describe('messages', () => {
  same(
    'of the constructor',
    ({ page, Identity }) => {
      const { window } = page
      const all: object[] = [
        {},
        { ...OPTIONS, clientId: 7 },
        { ...OPTIONS, window: 7 },
        { ...OPTIONS, redirectUri: 'x', window },
        { ...OPTIONS, redirectUri: true, window },
        { ...OPTIONS, sessionDomain: undefined, window },
        { ...OPTIONS, sessionDomain: 'id.site.example', window },
        { ...OPTIONS, env: 'XX', window },
        { ...OPTIONS, env: '', window },
        { ...OPTIONS, env: 7, window },
        { ...OPTIONS, window: null },
        { ...OPTIONS, log: 7, window },
        // The first that is wrong is told.
        { clientId: '', window: 7, redirectUri: 'x' },
        { clientId: 'c', window: 7, redirectUri: 'x' },
        { clientId: 'c', window, redirectUri: 'x' },
        { ...OPTIONS, env: 'XX', log: 7, window },
      ]
      return Promise.all(all.map((options) => messageOf(() => new Identity(options))))
    },
    [
      'clientId parameter is required',
      'clientId parameter is required',
      'The reference to window is missing',
      'redirectUri parameter is invalid',
      'redirectUri parameter is invalid',
      'sessionDomain parameter is not a valid URL',
      'sessionDomain parameter is not a valid URL',
      "Bad URL given: 'XX'",
      '"url" param must be a non empty string: string',
      'url parameter is invalid: 7',
      'The reference to window is missing',
      'log must be a function but it is 7',
      'clientId parameter is required',
      'The reference to window is missing',
      'redirectUri parameter is invalid',
      'log must be a function but it is 7',
    ],
  )

  same(
    'of login URLs and logout URLs',
    ({ open }) => {
      const [identity, bare] = [open(), open({ redirectUri: undefined })]
      const calls = [
        () => identity.loginUrl({}),
        () => identity.loginUrl({ state: '' }),
        () => identity.loginUrl(''),
        () => identity.login({ state: undefined }),
        () => identity.loginUrl({ state: 's', acrValues: 'mine' }),
        () => identity.loginUrl({ state: 's', acrValues: 'sms mine' }),
        () => identity.loginUrl({ state: 's', redirectUri: 'x' }),
        () => bare.loginUrl({ state: 's' }),
        () => bare.login({ state: 's' }),
        () => identity.logoutUrl('x'),
        () => bare.logoutUrl(),
      ]
      return Promise.all(calls.map(messageOf))
    },
    [
      'the state parameter should be a non empty string but it is undefined',
      'the state parameter should be a non empty string but it is ',
      'the state parameter should be a non empty string but it is ',
      'the state parameter should be a non empty string but it is undefined',
      'The acrValues parameter is not acceptable: mine',
      'The acrValues parameter is not acceptable: sms mine',
      'loginUrl(): redirectUri must be a valid url but is x',
      'loginUrl(): redirectUri must be a valid url but is undefined',
      'loginUrl(): redirectUri must be a valid url but is undefined',
      'logoutUrl(): redirectUri is invalid',
      'logoutUrl(): redirectUri is invalid',
    ],
  )

  same(
    'of methods that reject',
    async ({ page, identity }) => {
      const poor = { result: false, expiresIn: 300 }
      page.answer(json(200, poor))
      const names = ['getUser', 'getUserId', 'getUserUuid', 'getUserSDRN']
      const messages = []
      for (const name of names) messages.push(await messageOf(() => identity[name]()))
      messages.push(await messageOf(() => identity.getExternalId('party')))
      page.answer(json(200, {}))
      messages.push(await messageOf(() => identity.showSimplifiedLoginWidget({ state: 's' })))
      identity.clearCachedUserSession()
      page.answer(json(401, {}))
      messages.push(await messageOf(() => identity.getUser()))
      return messages
    },
    [
      'The user is not connected to this merchant',
      'The user is not connected to this merchant',
      'The user is not connected to this merchant',
      'Failed to get SDRN from user session',
      'pairId missing in user session!',
      'Missing user data',
      'HasSession failed',
    ],
  )

  same(
    'of a call that a clearing has overtaken',
    async ({ page, identity }) => {
      page.answer(json(500, {}))
      const overtaken = messageOf(() => identity.hasSession())
      identity.clearCachedUserSession()
      return overtaken
    },
    'HasSession failed',
  )

  same(
    'of logSettings have its layout',
    ({ open }) => {
      const lines: string[] = []
      open({ log: (line: string) => lines.push(line) }).logSettings()
      return lines.map((line) => line.replace(/("sdkVersion": )"[^"]*"/, '$1…'))
    },
    [
      'Schibsted account SDK for browsers settings: \n{\n  "clientId": "client-1",\n  "redirectUri": "https://www.site.example/callback",\n  "env": "PRO_NO",\n  "sessionDomain": "https://id.site.example",\n  "sdkVersion": …\n}',
    ],
  )
})

describe('errors that a page makes', () => {
  same(
    'have its message, and the members that it gives',
    ({ SDKError }) => {
      const error = new SDKError('of the page', { code: 7, own: true })
      const { name, message, code, own } = error
      const stack = /: (.*)/.exec(error.stack)?.[1]
      return [
        [name, message, code, own, error instanceof Error],
        [stack, new SDKError('alone').message, new SDKError('none', null).message],
      ]
    },
    [
      ['SDKError', 'of the page', 7, true, true],
      ['of the page', 'alone', 'none'],
    ],
  )

  same(
    'and those of the client, are of the class; of a subclass are its own alone',
    async ({ page, open, SDKError }) => {
      class SiteError extends SDKError {}
      page.answer(json(401, {}))
      const error = await open()
        .hasSession()
        .catch((cause: unknown) => cause)
      const own = Reflect.construct(SiteError, ['own'])
      return [error, own, new Error('none')].flatMap((value) => [
        value instanceof SDKError,
        value instanceof SiteError,
      ])
    },
    [true, false, true, true, false, false],
  )
})

describe('sessions', () => {
  same(
    'are asked for by one promise while a call is on its way, and by another one afterwards',
    async ({ page, identity }) => {
      page.answer(json(200, SESSION))
      const first = identity.hasSession()
      const isShared = first === identity.hasSession()
      await first
      return [isShared, first === identity.hasSession()]
    },
    [true, false],
  )

  for (const [what, body] of Object.entries({
    'the id alone': { sp_id: 'yo' },
    nothing: {},
    'a user without a lifetime': { result: true, userId: 101 },
    'a lifetime of 0': { result: false, expiresIn: 0 },
    'a lifetime of null': { result: true, userId: 101, expiresIn: null },
    'a result of null': { result: null, expiresIn: 60 },
    'ids that cannot be used': { ...SESSION, uuid: null, sp_id: '', pairId: ['x'] },
    'a member named leftOut': { ...SESSION, leftOut: ['userId'] },
    'more than anybody knows': { ...SESSION, own: { nested: ['x'] } },
  }))
    same(
      `come back as they were sent, fresh, to a listener, cached, and on the next page: ${what}`,
      async ({ page, open, identity }) => {
        const heard: unknown[] = []
        identity.on('sessionChange', (session: unknown) => heard.push(session))
        identity.on('notLoggedin', (session: unknown) => heard.push(session))
        page.answer(json(200, body))
        const given = [await identity.hasSession(), await identity.hasSession()]
        return [...given, await open().hasSession(), ...heard]
      },
      Array(5).fill(body),
    )

  for (const body of [{}, { error: { code: 400 }, response: { expiresIn: 0 } }, null])
    same(
      `are asked for once in five minutes where nobody is logged in, by pages of the tab too: ${JSON.stringify(body)}`,
      async ({ page, open, identity }) => {
        page.answer(json(400, body), json(200, SESSION))
        const seen: unknown[] = []
        for (const asked of [identity, identity, identity, open(), open()])
          seen.push(await messageOf(() => asked.hasSession()), page.requests.length)
        vi.setSystemTime(Date.now() + 300_001)
        return [...seen, (await identity.hasSession()).userId]
      },
      [...Array(5).fill(['HasSession failed', 1]).flat(), 101],
    )

  same(
    'are copied by getUser, down to the last member',
    async ({ page, identity }) => {
      page.answer(json(200, { ...SESSION, own: { nested: ['x'] } }))
      const user = await identity.getUser()
      user.own.nested.push('y')
      user.givenName = 'Nobody'
      const again = await identity.getUser()
      return [again.own.nested, again.givenName]
    },
    [['x'], 'Ada'],
  )

  same(
    'are another object to each of two who ask getUser at once, and to a listener',
    async ({ page, identity }) => {
      page.answer(json(200, SESSION))
      const seen: Any[] = []
      identity.on('login', (session: Any) => seen.push(session))
      seen.push(...(await Promise.all([identity.getUser(), identity.getUser()])))
      seen[0].givenName = 'Listener'
      seen[1].givenName = 'First'
      return seen.map(({ givenName }) => givenName)
    },
    ['Listener', 'First', 'Ada'],
  )

  same(
    'are the address while the page leaves for a refresh, and then the one known so far',
    async ({ page, identity }) => {
      page.answer(json(200, SESSION), json(200, { redirectURL: '/session-exchange' }))
      await identity.hasSession()
      identity.clearCachedUserSession()
      const address = await identity.hasSession()
      return [address === page.navigations[0], (await identity.hasSession()).userId]
    },
    [true, 101],
  )
})

describe('after a logout on a page that stays', () => {
  same(
    'the service is asked, and its word counts',
    async ({ page, identity }) => {
      const heard = trace(identity)
      page.answer(json(200, SESSION), json(200, SESSION), json(200, NOBODY))
      await identity.hasSession()
      identity.logout()
      const isStillThere = await identity.isLoggedIn()
      identity.clearCachedUserSession()
      await identity.hasSession()
      return [isStillThere, heard.map(([name]) => name)]
    },
    [
      true,
      [
        ...['login', 'sessionChange', 'sessionInit', 'statusChange', 'logout'],
        ...['login', 'sessionChange', 'logout', 'sessionChange', 'statusChange'],
      ],
    ],
  )

  same(
    'a listener of the logout may ask',
    async ({ page, identity }) => {
      page.answer(json(200, SESSION), json(200, NOBODY))
      await identity.hasSession()
      let asked: Promise<{ result: boolean }> | undefined
      identity.once('logout', () => {
        asked = identity.hasSession()
      })
      identity.logout()
      return (await asked)?.result
    },
    false,
  )
})

describe('on purpose, they differ', () => {
  differs(
    'a cached session is emitted a moment after the call, so that whoever calls can add a listener',
    async ({ page, identity }) => {
      page.answer(json(200, SESSION))
      await identity.hasSession()
      const heard = trace(identity)
      const asked = identity.hasSession()
      const atOnce = heard.length
      await asked
      return [atOnce, heard.length]
    },
    { before: [2, 2], now: [0, 2] },
  )

  differs(
    'a call after a clearing asks anew, while an older one is on its way: whoever clears wants to know what is true from now on',
    async ({ page, identity }) => {
      page.answer(json(200, NOBODY), json(200, SESSION))
      const first = identity.hasSession()
      await Promise.resolve()
      identity.clearCachedUserSession()
      const second = identity.hasSession()
      const seen = [first === second, (await second).result]
      if (page.requests.length === 1) await page.window.fetch('https://id.site.example/rest', {})
      return seen
    },
    { before: [true, false], now: [false, true] },
  )

  differs(
    'the user context is of somebody who has a name and an identifier, or of nobody',
    async ({ page, open }) => {
      page.answer(json(200, { identifier: 'uuid-ada' }))
      return open().getUserContextData()
    },
    { before: { identifier: 'uuid-ada' }, now: null },
  )

  differs(
    'a broken connection is tried once more',
    async ({ page, open }) => {
      page.answer(broken, json(200, SESSION))
      const message = await messageOf(() => open().hasSession())
      if (page.requests.length === 1) await page.window.fetch('https://id.site.example/rest', {})
      return message
    },
    { before: 'HasSession failed', now: 'nothing was thrown' },
  )
})

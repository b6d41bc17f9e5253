// What browsers and servers send now and then: older browsers, WebKit on a developer's machine, forms that are none, and addresses that
// lack what they need.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSessionService } from '../src/index.ts'
import {
  authorizePath,
  form,
  ID,
  NAVIGATION,
  NEWS,
  siteNamed,
  TestBrowser,
  type TestService,
  testService,
  WWW,
} from './support/service.ts'
import { useService } from './support/use-service.ts'

const { provider, service, start } = await useService({ sub: 'kari', sid: 'sid-1' })
afterEach(() => void vi.useRealTimers())

describe('a browser that says nothing of itself', () => {
  it('logs in, since `SameSite` alone guards the cookies of one that is so old', async () => {
    const browser = new TestBrowser(service)
    const begun = await browser.ask(authorizePath())
    await browser.ask(`/callback${provider.approve(begun.headers.get('location') ?? '')}`)
    expect(await browser.told()).toBe(200)
  })

  it('is no Safari, and is sent nowhere to have its cookie written anew', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    start({ refreshAfterSeconds: 60 })
    const browser = new TestBrowser(service)
    await browser.logIn(provider)
    vi.advanceTimersByTime(120_000)
    expect(await (await browser.session()).json()).toMatchObject({ result: true })
  })
})

describe('WebKit on a developer’s machine, which keeps no `Secure` cookie there', () => {
  const origin = 'http://id.site.localhost:8080'
  const site = siteNamed('news', 'http://www.site.localhost:3000')
  const WEBKIT =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15'
  const login = { redirect_uri: 'http://www.site.localhost:3000/callback' }

  const local = (): TestService => testService(provider, { origin, sites: [site] })
  const loggedIn = async (agent: string): Promise<TestBrowser> => {
    const browser = new TestBrowser(local(), origin)
    const headers = { ...NAVIGATION, 'user-agent': agent }
    const begun = await browser.ask(authorizePath(login), { headers })
    await browser.ask(`/callback${provider.approve(begun.headers.get('location') ?? '')}`, { headers })
    return browser
  }
  const ask = async (browser: TestBrowser, more: Record<string, string> = {}): Promise<number> => {
    const headers = { 'user-agent': WEBKIT, ...more }
    const answer = await browser.ask('/v2/session?client_sdrn=sdrn:x:client:news', { headers })
    return (await answer.json()).error?.code ?? answer.status
  }

  it('gets its cookies without the prefix, and is logged in', async () => {
    const browser = await loggedIn(WEBKIT)
    expect([...browser.cookies.keys()]).toContain('session-id')
    expect(await ask(browser)).toBe(200)
  })

  it('is believed no cookie of which there are two', async () => {
    const browser = await loggedIn(WEBKIT)
    const [line] = [...browser.cookies].map(([name, value]) => `${name}=${value}`)
    expect(await ask(browser, { cookie: `${line}; session-id=of-a-sibling` })).toBe(400)
  })

  it('gets them without `Secure` alone: scripts and other sites do not have them', async () => {
    const headers = { ...NAVIGATION, 'user-agent': WEBKIT }
    const begun = await new TestBrowser(local(), origin).ask(authorizePath(login), { headers })
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^login-[\w-]{8}=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })

  it('keeps a few logins that are on their way, like any other', async () => {
    const browser = new TestBrowser(local(), origin)
    const headers = { ...NAVIGATION, 'user-agent': WEBKIT }
    for (let count = 0; count < 8; count += 1) await browser.ask(authorizePath(login), { headers })
    expect(browser.cookies.size).toBe(5)
  })

  it('is the only one: Chromium and Firefox keep the prefix', async () => {
    for (const agent of [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
      '',
    ])
      expect([...(await loggedIn(agent)).cookies.keys()]).toContain('__Host-session-id')
  })
})

describe('a form', () => {
  const send = (init: RequestInit): Promise<Response> =>
    service.fetch(new Request(`${ID}/backchannel-logout`, { method: 'POST', ...init }))
  const post = async (init: RequestInit): Promise<number> => (await send(init)).status
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

  it.each([
    ['of no type', { body: new Uint8Array([1]) }, 415],
    ['of another type', { body: '{}', headers: { 'content-type': 'application/json' } }, 415],
    ['without a body', { headers: FORM }, 400],
    ['that says it is too long', { body: 'x', headers: { ...FORM, 'content-length': '70000' } }, 413],
    ['that is too long', { body: 'x'.repeat(70_000), headers: FORM }, 413],
  ])('%s is answered %s', async (_what, init, status) => {
    expect(await post(init)).toBe(status)
  })

  it('that breaks off is answered 400, and is no failure of a function', async () => {
    service.events.length = 0
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
    expect(await post({ body, headers: FORM, duplex: 'half' } as RequestInit)).toBe(400)
    expect(service.events).toEqual([expect.objectContaining({ type: 'request', status: 400 })])
  })

  it('that does not arrive is given up after ten seconds', async () => {
    vi.useFakeTimers()
    const body = new ReadableStream({
      cancel() {
        throw new Error('it has gone already')
      },
    })
    const answer = send({ body, headers: FORM, duplex: 'half' } as RequestInit)
    await vi.advanceTimersByTimeAsync(9_999)
    await vi.advanceTimersByTimeAsync(1)
    const { status } = await answer
    expect([status, await (await answer).text()]).toEqual([408, 'The form took too long to arrive'])
  })
})

describe('an address', () => {
  const CLIENT = 'client_sdrn=sdrn:x:client:news'
  const NEXT = `redirect_uri=${encodeURIComponent(`${WWW}/`)}`

  it.each([
    ['of a logout without a client', `/logout?${NEXT}`],
    ['of a logout without a return address', `/logout?${CLIENT}`],
    ['of a logout with two of them', `/logout?${CLIENT}&${NEXT}&${NEXT}`],
    ['of a visit without a client', `/session-refresh?${NEXT}`],
  ])('%s leads nowhere', async (_what, path) => {
    const browser = new TestBrowser(service)
    for (const site of ['same-site', 'cross-site']) {
      const answer = await browser.ask(path, { headers: { ...NAVIGATION, 'sec-fetch-site': site } })
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    }
  })

  const challenged = (code_challenge: string) => ({ code_challenge, code_challenge_method: 'S256' })
  it.each<[string, Record<string, string>, string]>([
    ['with a request by reference', { request_uri: 'urn:x' }, 'request_uri_not_supported'],
    ['with an empty state', { state: '' }, 'invalid_request'],
    ['with a short code challenge', challenged('c'.repeat(42)), 'invalid_request'],
    ['with a long code challenge', challenged('c'.repeat(44)), 'invalid_request'],
    ['with a code challenge of other characters', challenged(`${'c'.repeat(42)}=`), 'invalid_request'],
  ])('of a login %s is refused', async (_what, more, error) => {
    const answer = await new TestBrowser(service).visit(authorizePath(more))
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe(error)
  })

  it('of a login without a state is refused', async () => {
    const answer = await new TestBrowser(service).visit(authorizePath().replace('&state=a-state', ''))
    expect(Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams)).toEqual({
      error: 'invalid_request',
      state: '',
      iss: ID,
    })
  })
})

describe('a logout', () => {
  const LOGOUT = `/logout?client_sdrn=sdrn:x:client:news&redirect_uri=${encodeURIComponent(`${WWW}/`)}`

  it('of an anonymous reader goes its way', async () => {
    expect((await new TestBrowser(service).visit(LOGOUT)).status).toBe(302)
  })

  it('tells of nobody where there is no presence cookie', async () => {
    start({ presenceCookie: false })
    const browser = new TestBrowser(service)
    await browser.logIn(provider)
    expect([...browser.cookies.keys()]).toEqual(['__Host-session-id'])
    await browser.visit(LOGOUT)
    expect(await browser.told()).toBe(400)
  })
})

it('a login counts, though the session before it could not be ended', async () => {
  const browser = new TestBrowser(service)
  await browser.logIn(provider)
  const { store } = service.options
  const failing = testService(provider, {
    store: { ...store, delete: () => Promise.reject(new Error('away')) },
  })
  const again = new TestBrowser(failing)
  for (const [name, value] of browser.cookies) again.cookies.set(name, value)
  await again.logIn(provider)
  expect(await again.told()).toBe(200)
  expect(failing.events).toContainEqual({ type: 'store-failed', operation: 'delete', reason: 'Error' })
})

it('whoever is told nothing of what happens is answered all the same', async () => {
  const { onEvent: _, ...options } = service.options
  const quiet = createSessionService(options)
  const browser = new TestBrowser(quiet)
  expect(await browser.told()).toBe(400)
  expect((await browser.ask('/backchannel-logout', form({}))).status).toBe(400)
})

describe('a service without a domain', () => {
  it.each(['http://127.0.0.1:8080', 'http://localhost:8080'])(
    'runs on this machine, at %s',
    async (origin) => {
      const { hostname } = new URL(origin)
      const site = siteNamed('news', `http://${hostname}:3000`)
      const local = testService(provider, { origin, sites: [site] })
      const browser = new TestBrowser(local, origin)
      await browser.logIn(provider, { redirect_uri: `http://${hostname}:3000/callback` })
      const session = await (await browser.session(site, `http://${hostname}:3000`)).json()
      expect(session).toMatchObject({
        result: true,
        baseDomain: hostname === 'localhost' ? 'localhost' : '0.0.1',
      })
    },
  )
})

it('a session of your own begins, though its site is not known', async () => {
  const login = { subject: 'kari', clientId: 'unheard-of' }
  expect((await service.begin(new Request(ID), login)).length).toBeGreaterThan(0)
  expect(NEWS.clientId).not.toBe(login.clientId)
})

describe('the time in the store', () => {
  it('stands in the answer, for pages of the site alone', async () => {
    const { store } = service.options
    const read: typeof store.read = (key) => {
      vi.advanceTimersByTime(40)
      return store.read(key)
    }
    start({ store: { ...store, read } })
    const browser = new TestBrowser(service)
    await browser.logIn(provider)
    vi.useFakeTimers({ toFake: ['performance'] })
    vi.advanceTimersByTime(1000)
    const { headers } = await browser.session()
    expect(headers.get('server-timing')).toBe('store;dur=40.0')
    expect(headers.get('timing-allow-origin')).toBe(WWW)
    const elsewhere = await browser.session(NEWS, 'https://www.evil.test')
    expect(elsewhere.headers.get('timing-allow-origin')).toBeNull()
  })

  it('is not told where the store was not asked', async () => {
    expect((await new TestBrowser(service).session()).headers.has('server-timing')).toBe(false)
  })
})

describe('what a store says when it fails', () => {
  const reply = (text: string): Error => Object.assign(new Error(text), { name: 'ReplyError' })
  it.each([
    ['its reply', reply("READONLY You can't write against a read only replica."), 'READONLY'],
    ['a reply without a word', reply('no'), 'ReplyError'],
    [
      'the reply that ended a transaction',
      Object.assign(reply('EXECABORT Transaction discarded'), {
        previousErrors: [reply('OOM command not allowed')],
      }),
      'OOM',
    ],
    ['no reply before it', Object.assign(reply('EXECABORT'), { previousErrors: [] }), 'EXECABORT'],
    ['no list before it', Object.assign(reply('EXECABORT'), { previousErrors: 'OOM' }), 'EXECABORT'],
    ['a reply that is more than a word', reply('READONLYx no'), 'ReplyError'],
    ['a reply whose word is not the first', reply('-READONLY no'), 'ReplyError'],
    ['a reply whose word is a letter', reply('I know kari'), 'ReplyError'],
    ['a reply without end', reply('X'.repeat(33)), 'ReplyError'],
    ['an error that begins as a reply does', new Error('READONLY no'), 'Error'],
    ['a code', Object.assign(new Error('no'), { code: 'ETIMEDOUT' }), 'ETIMEDOUT'],
    ['the longest code', Object.assign(new Error('no'), { code: 'x'.repeat(64) }), 'x'.repeat(64)],
    ['a code without end', Object.assign(new Error('no'), { code: 'x'.repeat(65) }), 'Error'],
    ['a code and more', Object.assign(new Error('no'), { code: 'EPIPE kari' }), 'Error'],
    ['more and a code', Object.assign(new Error('no'), { code: 'kari: EPIPE' }), 'Error'],
    ['a number', Object.assign(new Error('no'), { code: 7 }), 'Error'],
    ['a word of OAuth', Object.assign(new Error('no'), { error: 'invalid_grant' }), 'invalid_grant'],
    [
      'a text that is not an error code',
      Object.assign(new Error('no'), { error: 'kari invalid_grant' }),
      'Error',
    ],
    ['a word and more', Object.assign(new Error('no'), { error: 'invalid_grant: kari' }), 'Error'],
    ['a word without end', Object.assign(new Error('no'), { error: 'x'.repeat(65) }), 'Error'],
    ['a list of words', Object.assign(new Error('no'), { error: ['invalid_grant'] }), 'Error'],
    ['challenges of nobody', new Error('no', { cause: [undefined] }), 'Error'],
    ['challenges without words', new Error('no', { cause: [{}] }), 'Error'],
    ['a text as its cause', new Error('no', { cause: 'kari' }), 'Error'],
  ])('is told by its own word: %s', async (_what, error, reason) => {
    const { store } = service.options
    start({ store: { ...store, create: () => Promise.reject(error) } })
    expect(await service.check()).toMatchObject({ store: false })
    expect(service.events).toContainEqual({ type: 'store-failed', operation: 'create', reason })
  })
})

describe('a function of the publisher’s', () => {
  it.each([
    ['a text', 'no'],
    ['nothing', undefined],
    [
      'an error whose code is a sentence',
      Object.assign(new Error('no'), { code: 'Kari Hansen is not here' }),
    ],
  ])('that throws %s is answered 500, and named by nothing that it said', async (_what, thrown) => {
    start({
      isConnected() {
        throw thrown
      },
    })
    const browser = new TestBrowser(service)
    await browser.logIn(provider)
    const answer = await browser.session()
    expect([answer.status, (await answer.json()).error.type]).toEqual([500, 'ServiceException'])
    expect(answer.headers.get('access-control-allow-origin')).toBe(WWW)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const [failed] = service.events.filter(({ type }) => type === 'function-failed')
    expect(failed).toMatchObject({ reason: expect.stringMatching(/^(Error|unknown)$/) })
  })

  it('that rejects with nothing while somebody logs in fails the login', async () => {
    start({ ids: () => Promise.reject() })
    const back = await new TestBrowser(service).logIn(provider)
    expect(back.searchParams.get('error')).toBe('server_error')
    expect(service.events).toContainEqual({ type: 'login-failed', clientId: 'news', reason: 'unknown' })
  })
})

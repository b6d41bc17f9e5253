import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Identity, type IdentityOptions } from '../../../presets/identity.ts'
import {
  fakeService,
  response,
  responses,
  type ServiceResponse,
  stubFetch,
} from '../../../presets/testing/index.ts'
import { optionsFor, rejection, thrown } from '../../support/fixtures.ts'
import { openPage } from '../../support/page.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A real identity, on a page whose fetch answers so. */
function identify(said: Parameters<typeof stubFetch>[0], more: Partial<IdentityOptions> = {}) {
  const { window, navigations } = openPage()
  const fetch = stubFetch(said)
  Object.defineProperty(window, 'fetch', { value: fetch })
  const identity = new Identity({ ...optionsFor({ window }), ...more })
  onTestFinished(() => identity.dispose())
  return { identity, fetch, navigations }
}

describe('an answer', () => {
  it('of a reader is about now', () => {
    vi.useFakeTimers({ now: 1_800_000_000_500 })
    const times = [responses.connected(), responses.notConnected(), responses.nobody()].map(({ body }) => {
      const { serverTime, response } = body as { serverTime?: number; response?: { serverTime: number } }
      return serverTime ?? response?.serverTime
    })
    expect(times).toEqual([1_800_000_000, 1_800_000_000, 1_800_000_000])
  })

  it('is a response, a new one each time', async () => {
    const said = responses.connected({ givenName: 'Grace' })
    const [one, other] = [said.response(), said.response()]
    expect(one).not.toBe(other)
    expect(await one.json()).toEqual(said.body)
    expect(await other.text()).toBe(JSON.stringify(said.body))
    expect([one.status, one.ok, one.headers.get('content-type')]).toEqual([200, true, 'application/json'])
  })

  it('is as much of a response as the library reads, where the runner has none', async () => {
    vi.stubGlobal('Response', undefined)
    const found = response(503, { error: { code: 503 } }, { headers: { 'retry-after': '7' } }).response()
    expect([found.status, found.ok]).toEqual([503, false])
    expect([found.headers.get('Retry-After'), found.headers.get('x')]).toEqual(['7', null])
    expect(await found.json()).toEqual({ error: { code: 503 } })
    expect(await found.text()).toBe('{"error":{"code":503}}')
  })

  it('that is a page has the text of the page', async () => {
    expect(await responses.malformed().response().text()).toBe(
      '<!doctype html><title>Not a session service</title>',
    )
  })

  it.each([
    [200, true],
    [299, true],
    [300, false],
  ])('is ok by its status, where the runner has no Response: %i', (status, ok) => {
    vi.stubGlobal('Response', undefined)
    expect(response(status, {}).response().ok).toBe(ok)
  })

  it.each([
    [{}, 'application/json'],
    ['<p></p>', 'text/html'],
  ])('has the type of its body, unless it is given another: %j', (body, type) => {
    expect(response(200, body).headers).toEqual({ 'content-type': type })
    expect(response(200, body, { headers: { 'content-type': 'text/plain' } }).headers).toEqual({
      'content-type': 'text/plain',
    })
  })

  it('that is late has the status, the body and the headers of the one that is given', () => {
    const given = response(503, { error: { code: 503 } }, { headers: { 'retry-after': '7' } })
    expect(responses.slow(3000, given)).toMatchObject({
      status: 503,
      body: given.body,
      headers: given.headers,
      afterMs: 3000,
    })
  })

  it('that breaks is no response', () => {
    expect(thrown(() => responses.broken().response())).toBeInstanceOf(TypeError)
  })
})

describe('a stub of fetch', () => {
  it.each<[string, ServiceResponse, object]>([
    ['connected', responses.connected(), { status: 'connected', session: { givenName: 'Ada' } }],
    ['notConnected', responses.notConnected(), { status: 'notConnected', session: { userId: 303 } }],
    ['nobody', responses.nobody(), { status: 'loggedOut' }],
    ['refused', responses.refused(401), { status: 'unavailable', reason: 'session-refused' }],
    ['down', responses.down(), { status: 'unavailable', reason: 'session-unreachable' }],
    ['malformed', responses.malformed(), { status: 'unavailable', reason: 'session-malformed' }],
  ])('makes a real identity say what it says: %s', async (_, said, snapshot) => {
    const { identity, fetch } = identify(said)
    await identity.hasSession().catch(() => {})
    expect(identity.getSnapshot()).toMatchObject(snapshot)
    expect(fetch.service.requests.map(({ pathname }) => pathname)).toEqual(['/v2/session'])
  })

  it('works without a Response, as in jsdom', async () => {
    vi.stubGlobal('Response', undefined)
    const { identity } = identify(responses.connected())
    expect(await identity.getUserId()).toBe('101')
  })

  it('sends the page to refresh the cookie', async () => {
    const { identity, navigations } = identify(responses.refresh())
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-refreshing' })
    expect(navigations[0]).toMatch(/^https:\/\/id\.site\.example\/session-refresh\?/)
  })

  it('is for the addresses of the services, and an error names any other', async () => {
    const fetch = stubFetch(responses.nobody())
    const expected = { message: 'portico/testing: nobody answers /api/articles' }
    expect(await rejection(fetch('/api/articles'))).toMatchObject(expected)
  })

  it('breaks the connection', async () => {
    const fetch = stubFetch(responses.broken())
    expect(await rejection(fetch('https://id.site.example/v2/session?client_sdrn=c'))).toBeInstanceOf(
      TypeError,
    )
  })

  it('is as slow as it is told', async () => {
    vi.useFakeTimers()
    const { identity } = identify(responses.slow(3000, responses.nobody()))
    const asked = identity.isLoggedIn()
    await vi.advanceTimersByTimeAsync(2999)
    expect(identity.getSnapshot().status).toBe('loading')
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toBe(false)
    expect(identity.getSnapshot().status).toBe('loggedOut')
  })

  it('answers a request without a signal late, too', async () => {
    vi.useFakeTimers()
    const answered = vi.fn()
    const request = stubFetch(responses.slow(3000))('https://id.site.example/v2/session?client_sdrn=c')
    request.then(
      ({ status }) => answered(status),
      () => {},
    )
    await vi.advanceTimersByTimeAsync(2999)
    expect(answered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(answered).toHaveBeenCalledExactlyOnceWith(200)
  })

  it('never answers, until the library does not wait any more', async () => {
    vi.useFakeTimers()
    const fetch = stubFetch(responses.slow())
    const controller = new AbortController()
    const request = fetch('https://id.site.example/v2/session?client_sdrn=c', { signal: controller.signal })
    const failed = rejection(request)
    await vi.advanceTimersByTimeAsync(60_000)
    controller.abort(new Error('too long'))
    expect(await failed).toMatchObject({ message: 'too long' })
  })

  it('answers by services that a test changes', async () => {
    const service = fakeService({ session: responses.nobody() })
    const { identity } = identify(service)
    expect(await identity.isLoggedIn()).toBe(false)
    service.logIn({ givenName: 'Grace' })
    service.know({ display_text: 'grace@site.example' })
    identity.clearCachedUserSession()
    expect((await identity.getUser()).givenName).toBe('Grace')
    expect(await identity.getUserContextData()).toMatchObject({ display_text: 'grace@site.example' })
    service.logOut()
    identity.clearCachedUserSession()
    expect(await identity.isLoggedIn()).toBe(false)
    expect(await identity.getUserContextData()).toBeNull()
  })

  it('knows the address of an older session service', async () => {
    const { identity, fetch } = identify(responses.connected(), {
      sessionDomain: 'https://www.site.example/id',
    })
    expect(await identity.isLoggedIn()).toBe(true)
    expect(fetch.service.requests[0]?.pathname).toBe('/id/session')
  })

  it('refuses what is for none of the services, with its address and without its query', async () => {
    const fetch = stubFetch(responses.connected())
    for (const input of [
      'https://api.site.example/user?token=t',
      new Request('https://api.site.example/user'),
    ])
      expect(await rejection(fetch(input))).toMatchObject({
        message: 'portico/testing: nobody answers https://api.site.example/user',
      })
    expect(await rejection(fetch('https://www.site.example/session'))).toBeInstanceOf(TypeError)
  })
})

describe('the services', () => {
  it('answer what a test adds', async () => {
    const service = fakeService({
      other: ({ pathname }) => (pathname === '/access' ? response(200, {}) : undefined),
    })
    expect((await stubFetch(service)(new URL('https://api.site.example/access?client_sdrn=c'))).status).toBe(
      200,
    )
    expect(service.requests.map(({ pathname }) => pathname)).toEqual(['/access'])
  })

  it.each(['/v2/session/more', '/user-context/more', '/hasAccess/a/more', '/hasAccess/'])(
    'answer nothing at an address that is only like one of theirs: %s',
    (path) => {
      const service = fakeService()
      expect(service.answerTo(new URL(`https://id.site.example${path}?client_sdrn=c`))).toBeUndefined()
      expect(service.requests).toEqual([])
    },
  )

  it('are as they were at first after a reset', () => {
    const service = fakeService({ session: responses.connected(), userContext: responses.known() })
    service.logOut()
    service.answerTo(new URL('https://id.site.example/v2/session?client_sdrn=c'))
    service.reset()
    expect([service.session.status, service.userContext.status, service.requests]).toEqual([200, 200, []])
    const empty = fakeService()
    empty.logIn()
    empty.know()
    empty.reset()
    expect([empty.session.status, empty.userContext.status]).toEqual([400, 404])
  })
})

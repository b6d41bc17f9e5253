import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import { SDKError } from '../../core/errors.ts'
import type { AnyPlugin, Plugin } from '../../core/plugin.ts'
import type { TransportAnswer } from '../../core/transport.ts'
import { VERSION } from '../../core/version.ts'
import { fetchTransport } from '../../plugins/fetch-transport.ts'
import { ADA, ENV, NO_SESSION, optionsFor, rejection } from '../support/fixtures.ts'
import { broken, json, openPage, type Page, text } from '../support/page.ts'

const identityOn = (page: Page, plugins: AnyPlugin[] = [], more = {}) =>
  createIdentity(optionsFor(page, more), [fetchTransport(), ...plugins])

describe('the session call', () => {
  it('asks the session service, with the parameters of the contract', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    expect(await identityOn(page).hasSession()).toEqual(ADA)
    const [request] = page.requests
    expect(`${request?.origin}${request?.pathname}`).toBe('https://id.site.example/v2/session')
    expect([...(request?.searchParams ?? [])]).toEqual([
      ['client_sdrn', 'sdrn:example:client:client-1'],
      ['redirect_uri', 'https://www.site.example/callback'],
      ['sdk_version', VERSION],
      ['tabId', expect.stringMatching(/^\d{1,5}$/)],
    ])
  })

  it.each([
    ['https://id.site.example', 'https://id.site.example/v2/session'],
    ['https://id.site.example//', 'https://id.site.example/v2/session'],
    ['https://id.site.example/sso', 'https://id.site.example/sso/session'],
    ['http://id.site.example', 'http://id.site.example/v2/session'],
    ['https://id.site.example/to/https://x', 'https://id.site.example/to/https://x/session'],
    ['https://id.site.example/a/sso/', 'https://id.site.example/a/sso/session'],
  ])('asks below %s at %s', async (sessionDomain, address) => {
    const page = openPage()
    page.answer(json(200, ADA))
    await identityOn(page, [], { sessionDomain }).hasSession()
    expect(page.requests[0]?.href.split('?')[0]).toBe(address)
  })

  it('draws the tab id once per tab', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, ADA))
    await identityOn(page).hasSession()
    await identityOn(page).hasSession()
    const [first, second] = page.requests.map((request) => request.searchParams.get('tabId'))
    expect(second).toBe(first)
  })

  it.each([
    [0, '0'],
    [0.5, '50000'],
    [0.999999, '99999'],
  ])('draws a tab id below 100 000: %d makes %s', async (random, id) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const page = openPage()
    page.answer(json(200, ADA))
    await identityOn(page).hasSession()
    vi.restoreAllMocks()
    expect(page.requests[0]?.searchParams.get('tabId')).toBe(id)
  })

  it('is shared by all who ask while it is on its way, and made anew afterwards', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, ADA))
    const identity = identityOn(page)
    const [first, second] = [identity.hasSession(), identity.hasSession()]
    expect(second).toBe(first)
    await first
    expect(page.requests).toHaveLength(1)
    await identity.hasSession()
    expect(page.requests).toHaveLength(2)
  })

  it('is not joined after a drop, and an answer from before changes nothing any more', async () => {
    const page = openPage()
    const accepted = vi.fn()
    let release = (_: Response) => {}
    page.answer(() => new Promise((resolve) => void (release = resolve)), json(200, { ...ADA, userId: 2 }))
    const watcher: Plugin<{ drop(): void; known(): unknown }> = {
      name: 'watcher',
      setup(kernel) {
        kernel.hook('session:accepted', ({ session }) => void accepted(session.userId))
        return { drop: () => kernel.dropSession(), known: () => kernel.answer?.body.userId }
      },
    }
    const identity = createIdentity(optionsFor(page), [fetchTransport(), watcher])
    const before = identity.hasSession()
    await vi.waitFor(() => expect(page.requests).toHaveLength(1))
    identity.drop()
    const after = identity.hasSession()
    expect((await after).userId).toBe(2)
    release(new Response(JSON.stringify(ADA)))
    expect((await before).userId).toBe(101)
    expect(accepted.mock.calls).toEqual([[2]])
    expect(identity.known()).toBe(2)
    // The older flight, landing later, does not take the place of a newer one either.
    page.answer(json(200, ADA))
    expect(identity.hasSession()).toBe(identity.hasSession())
    await identity.hasSession()
  })

  it('from before a drop, when it ends, leaves the one of now to those who ask', async () => {
    const ends: ((answer: TransportAnswer) => void)[] = []
    const byHand: Plugin<{ drop(): void; known(): unknown }> = {
      name: 'transport',
      setup(kernel) {
        kernel.transport = () => new Promise((resolve) => void ends.push(resolve))
        return { drop: () => kernel.dropSession(), known: () => kernel.answer?.body }
      },
    }
    const identity = createIdentity(optionsFor(openPage()), [byHand])
    const before = rejection(identity.hasSession())
    await vi.waitFor(() => expect(ends).toHaveLength(1))
    identity.drop()
    const now = identity.hasSession()
    await vi.waitFor(() => expect(ends).toHaveLength(2))
    ends[0]?.({ status: 400, body: NO_SESSION })
    expect(await before).toMatchObject({ reason: 'session-missing' })
    expect(identity.hasSession()).toBe(now)
    ends[1]?.({ status: 200, body: ADA })
    expect(await now).toEqual(ADA)
    identity.drop()
    const late = rejection(identity.hasSession())
    await vi.waitFor(() => expect(ends).toHaveLength(3))
    identity.drop()
    ends[2]?.({ status: 400, body: NO_SESSION })
    await late
    expect(identity.known()).toEqual(ADA)
  })

  it('fails by name when what a plugin answers cannot be read', async () => {
    const boom = new Error('boom')
    const hostile: Plugin = {
      name: 'hostile',
      setup: (kernel) =>
        kernel.hook('session:request', (request) => {
          request.answer = {
            status: 200,
            get body(): unknown {
              throw boom
            },
          }
        }),
    }
    expect(await rejection(identityOn(openPage(), [hostile]).hasSession())).toMatchObject({
      reason: 'plugin-failed',
      message: 'A plugin threw from the session call.',
      cause: boom,
    })
  })

  it('from before a drop, when it fails, fails for its own callers only', async () => {
    const page = openPage()
    const failed = vi.fn()
    let fail = (_: Error) => {}
    page.answer(() => new Promise((_, reject) => void (fail = reject)), broken)
    const watcher: Plugin<{ drop(): void }> = {
      name: 'watcher',
      setup(kernel) {
        kernel.hook('session:failed', () => void failed())
        return { drop: () => kernel.dropSession() }
      },
    }
    const identity = createIdentity(optionsFor(page), [fetchTransport(), watcher])
    const before = rejection(identity.hasSession())
    await vi.waitFor(() => expect(page.requests).toHaveLength(1))
    identity.drop()
    fail(new TypeError('Failed to fetch'))
    expect(await before).toMatchObject({ reason: 'session-unreachable' })
    expect(failed).not.toHaveBeenCalled()
  })

  it('hands out a frozen session', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    expect(Object.isFrozen(await identityOn(page).hasSession())).toBe(true)
  })

  it('says what is missing without a transport', async () => {
    const error = await rejection(createIdentity(optionsFor(openPage()), []).hasSession())
    expect(error).toMatchObject({
      reason: 'plugin-missing',
      message: expect.stringContaining('fetchTransport()'),
    })
  })
})

describe('an answer that is no session', () => {
  it.each([
    ['400', json(400, NO_SESSION), { reason: 'session-missing', code: 400, type: 'BadRequestException' }],
    ['400 without a body', text(400, ''), { reason: 'session-missing', code: 400, type: undefined }],
    [
      '2xx with an error',
      json(200, { error: { code: 401, type: 'LoginException' } }),
      { reason: 'session-refused', code: 401, type: 'LoginException' },
    ],
    ['2xx with error code 400', json(200, NO_SESSION), { reason: 'session-missing', code: 400 }],
    [
      '2xx with an error that is no object',
      json(200, { error: 'x' }),
      { reason: 'session-refused', code: undefined, message: 'The session service failed (200).' },
    ],
    [
      '400 with a code of its own',
      json(400, { error: { code: 7 } }),
      { reason: 'session-missing', code: 7, message: 'No session: the user is not logged in here.' },
    ],
    ['300', text(300, ''), { reason: 'session-refused', code: 300 }],
    [
      '401',
      text(401, 'no'),
      { reason: 'session-refused', code: 401, message: 'The session service failed (401).' },
    ],
    [
      '2xx with an error code',
      json(200, { error: { code: 403, type: 12 } }),
      { reason: 'session-refused', code: 403, type: undefined, message: 'The session service failed (403).' },
    ],
    ['404', text(404, '<h1>Not found'), { reason: 'session-refused', code: 404 }],
    ['HTML', text(200, '<h1>Hello'), { reason: 'session-malformed' }],
    ['nothing', text(200, ''), { reason: 'session-malformed' }],
    [
      'a redirect that no plugin follows',
      json(200, { redirectURL: '/x' }),
      {
        reason: 'session-malformed',
        message: 'The session service sent a redirect: compose sessionRefresh().',
      },
    ],
    ['an array', json(200, []), { reason: 'session-malformed' }],
    ['null', json(200, null), { reason: 'session-malformed' }],
    [
      'an array, which is no object,',
      json(200, [ADA]),
      { reason: 'session-malformed', message: 'The session service sent no JSON object.' },
    ],
  ])('%s is an SDKError that says why', async (_, answer, expected) => {
    const page = openPage()
    page.answer(answer)
    expect(await rejection(identityOn(page).hasSession())).toMatchObject({ name: 'SDKError', ...expected })
  })

  it.each([
    ['result', 'boolean'],
    ...['userId', 'expiresIn'].map((name) => [name, 'number']),
    ...['userStatus', 'baseDomain', 'uuid', 'sp_id', 'pairId', 'sdrn'].map((name) => [name, 'string']),
  ])('has a %s that is no %s', async (name, kind) => {
    const page = openPage()
    page.answer(json(200, { ...ADA, [`${name}`]: {} }))
    expect(await rejection(identityOn(page).hasSession())).toMatchObject({
      reason: 'session-malformed',
      message: `The session service sent a ${name} that is no ${kind}.`,
    })
  })

  it('of an unreachable service names the origin and keeps the cause', async () => {
    const page = openPage()
    page.answer(broken, broken)
    const error = await rejection(identityOn(page).hasSession())
    expect(error).toMatchObject({
      reason: 'session-unreachable',
      code: undefined,
      message: expect.stringContaining('https://id.site.example'),
      cause: expect.any(TypeError),
    })
  })

  it('passes on the reason that the transport gives', async () => {
    const late = new SDKError('timeout', 'Late.')
    const transport: Plugin = {
      name: 'transport',
      setup: (kernel) => void (kernel.transport = () => Promise.reject(late)),
    }
    expect(await rejection(createIdentity(optionsFor(openPage()), [transport]).hasSession())).toBe(late)
  })

  it('never carries what the server sent', async () => {
    const page = openPage()
    page.answer(
      json(401, { error: { code: 401, type: '<b>token-1</b>', description: 'token-2' }, sp_id: 'token-3' }),
    )
    const error = (await rejection(identityOn(page).hasSession())) as Error
    expect(`${error.message}${JSON.stringify(error)}`).not.toContain('token')
  })

  it('is followed by a good one at the next call', async () => {
    const page = openPage()
    page.answer(text(401, ''), json(200, ADA))
    const identity = identityOn(page)
    await rejection(identity.hasSession())
    expect(await identity.hasSession()).toEqual(ADA)
  })
})

describe('a plugin in the session call', () => {
  const hooked = (setup: Plugin['setup']): Plugin => ({ name: 'hooked', setup })

  it('may answer in the place of the service', async () => {
    const page = openPage()
    const answering = hooked((kernel) =>
      kernel.hook('session:request', (request) => void (request.answer = { status: 200, body: { ...ADA } })),
    )
    expect(await identityOn(page, [answering]).hasSession()).toEqual(ADA)
  })

  it('may take over what the service answered', async () => {
    const page = openPage()
    page.answer(json(200, { redirectURL: '/x' }))
    const taking = hooked((kernel) =>
      kernel.hook('session:fetched', (fetched) => {
        expect(fetched.answer.body).toEqual({ redirectURL: '/x' })
        expect(fetched.query.client_sdrn).toBe(kernel.clientSdrn)
        fetched.answer = { status: 200, body: { ...ADA } }
      }),
    )
    expect(await identityOn(page, [taking]).hasSession()).toEqual(ADA)
  })

  it.each(['session:request', 'session:fetched', 'session:accepted'] as const)(
    'that throws in %s fails the call with a reason, and the next one heals',
    async (name) => {
      const page = openPage()
      const boom = new Error('boom')
      let broken = true
      const throwing = hooked((kernel) =>
        kernel.hook(name, () => {
          if (broken) throw boom
        }),
      )
      page.answer(json(200, ADA))
      if (name !== 'session:request') page.answer(json(200, ADA))
      const identity = identityOn(page, [throwing])
      expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'plugin-failed', cause: boom })
      broken = false
      expect(await identity.hasSession()).toEqual(ADA)
    },
  )

  it('learns of a session with its expiry, and of a failure with the session that remains', async () => {
    vi.useFakeTimers({ now: 1_000_000 })
    const page = openPage()
    const log: unknown[] = []
    const watching = hooked((kernel) => {
      kernel.hook(
        'session:accepted',
        ({ previous, answer }) => void log.push([previous?.userId, answer.expiresAt]),
      )
      kernel.hook(
        'session:failed',
        ({ previous, session, error, answer }) =>
          void log.push([error.reason, previous?.userId, session?.userId, answer?.expiresAt]),
      )
    })
    const identity = identityOn(page, [watching])
    page.answer(
      json(200, ADA),
      json(200, { ...ADA, expiresIn: undefined }),
      json(404, ''),
      json(400, NO_SESSION),
    )
    await identity.hasSession()
    await identity.hasSession()
    await rejection(identity.hasSession())
    await rejection(identity.hasSession())
    vi.useRealTimers()
    expect(log).toEqual([
      [undefined, 1_060_000],
      [101, 1_300_000],
      ['session-refused', 101, 101, 1_300_000],
      ['session-missing', 101, undefined, 1_060_000],
    ])
  })

  it.each([
    [{ expiresIn: 60 }, 'seconds', 60_000],
    [{ expiresIn: 60 }, 'milliseconds', 60],
    [{ expiresIn: 1e15 }, 'milliseconds', 2 ** 31 - 1],
    [{ expiresIn: -5 }, 'milliseconds', 0],
  ] as const)('gets the lifetime of %j in %s as %d ms', async (body, expiresInUnit, lifetimeMs) => {
    vi.useFakeTimers({ now: 0 })
    const page = openPage()
    page.answer(json(200, body))
    let expiresAt: number | undefined
    const watching = hooked((kernel) =>
      kernel.hook('session:accepted', ({ answer }) => void (expiresAt = answer.expiresAt)),
    )
    await identityOn(page, [watching], { env: { ...ENV, expiresInUnit } }).hasSession()
    vi.useRealTimers()
    expect(expiresAt).toBe(lifetimeMs)
  })
})

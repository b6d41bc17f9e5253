import { describe, expect, it, vi } from 'vitest'
import { SDKError } from '../../core/errors.ts'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { AnyPlugin, Plugin } from '../../core/kernel/plugin.ts'
import { VERSION } from '../../core/names.ts'
import type { Answer, TransportAnswer } from '../../core/session/reading.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, NO_SESSION, openKernel, optionsFor, rejection } from '../support/fixtures.ts'
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

  it.each([
    ['that it begins', 'session:started'],
    ['that somebody is about to be asked', 'session:request'],
    ['that the request has ended', 'request:ended'],
    ['how it has ended', 'session:settled'],
  ] as const)('is shared by whoever asks when told %s', async (_, name) => {
    const page = openPage()
    page.answer(json(200, ADA))
    const inner: unknown[] = []
    const eager: Plugin = {
      name: 'eager',
      setup: (kernel) => void kernel.hook(name, () => void inner.push(kernel.hasSession())),
    }
    const identity = identityOn(page, [eager])
    const outer = identity.hasSession()
    await outer
    expect(inner).toEqual([outer])
    expect(inner[0]).toBe(outer)
    expect(page.requests).toHaveLength(1)
  })

  it('is not joined after a clearing, and an answer from before changes nothing any more', async () => {
    const page = openPage()
    const settled = vi.fn()
    let release = (_: Response) => {}
    page.answer(() => new Promise((resolve) => void (release = resolve)), json(200, { ...ADA, userId: 2 }))
    const watcher: Plugin<{ clear(): void; known(): unknown }> = {
      name: 'watcher',
      setup(kernel) {
        kernel.hook('session:settled', ({ session }) => void settled(session?.userId))
        return { clear: () => kernel.clearSession(), known: () => kernel.knownSession()?.userId }
      },
    }
    const identity = createIdentity(optionsFor(page), [fetchTransport(), watcher])
    const before = identity.hasSession()
    await vi.waitFor(() => expect(page.requests).toHaveLength(1))
    identity.clear()
    const after = identity.hasSession()
    expect((await after).userId).toBe(2)
    release(new Response(JSON.stringify(ADA)))
    expect((await before).userId).toBe(101)
    expect(settled.mock.calls).toEqual([[2]])
    expect(identity.known()).toBe(2)
    // The older flight, landing later, does not take the place of a newer one either.
    page.answer(json(200, ADA))
    expect(identity.hasSession()).toBe(identity.hasSession())
    await identity.hasSession()
  })

  it('that is cleared before it has begun is shared by the next caller', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, ADA))
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport()])
    // A call that has ended has no part in it.
    await identity.hasSession()
    const moments: string[] = []
    kernel.hook('session:started', () => void moments.push('started'))
    kernel.hook('session:settled', () => void moments.push('settled'))
    const before = identity.hasSession()
    kernel.clearSession()
    expect(await Promise.all([before, identity.hasSession()])).toEqual([ADA, ADA])
    expect(moments).toEqual(['started', 'settled'])
  })

  it('that is cleared before it has begun tells the kernel what it has learned', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport()])
    const asked = identity.hasSession()
    kernel.clearSession()
    expect(await asked).toEqual(ADA)
    expect(kernel.knownSession()).toEqual(ADA)
  })

  it('from before a clearing, when it ends, leaves the one of now to those who ask', async () => {
    const ends: ((answer: TransportAnswer) => void)[] = []
    const byHand: Plugin<{ clear(): void; known(): unknown }> = {
      name: 'transport',
      setup(kernel) {
        kernel.transport = () => new Promise((resolve) => void ends.push(resolve))
        return { clear: () => kernel.clearSession(), known: () => kernel.knownSession() }
      },
    }
    const identity = createIdentity(optionsFor(openPage()), [byHand])
    const before = rejection(identity.hasSession())
    await vi.waitFor(() => expect(ends).toHaveLength(1))
    identity.clear()
    const now = identity.hasSession()
    await vi.waitFor(() => expect(ends).toHaveLength(2))
    ends[0]?.({ status: 400, body: NO_SESSION })
    expect(await before).toMatchObject({ reason: 'session-missing' })
    expect(identity.hasSession()).toBe(now)
    ends[1]?.({ status: 200, body: ADA })
    expect(await now).toEqual(ADA)
    identity.clear()
    const late = rejection(identity.hasSession())
    await vi.waitFor(() => expect(ends).toHaveLength(3))
    identity.clear()
    ends[2]?.({ status: 400, body: NO_SESSION })
    await late
    expect(identity.known()).toEqual(ADA)
  })

  it('fails by name when what a plugin answers cannot be read, and the next one is made anew', async () => {
    const boom = new Error('boom')
    const unreadable: Answer = {
      origin: 'cache',
      status: 200,
      get body(): unknown {
        throw boom
      },
      askedAt: Date.now(),
    }
    const answers: (Answer | undefined)[] = [unreadable, undefined]
    const hostile: Plugin = { name: 'hostile', setup: ({ source }) => source('cache', () => answers.shift()) }
    const page = openPage()
    page.answer(json(200, ADA))
    const identity = identityOn(page, [hostile])
    expect(await rejection(identity.hasSession())).toMatchObject({
      reason: 'session-unreachable',
      cause: boom,
    })
    expect(await identity.hasSession()).toEqual(ADA)
  })

  it('from before a clearing, when it fails, fails for its own callers only', async () => {
    const page = openPage()
    const settled = vi.fn()
    let fail = (_: Error) => {}
    page.answer(() => new Promise((_, reject) => void (fail = reject)), broken)
    const watcher: Plugin<{ clear(): void }> = {
      name: 'watcher',
      setup(kernel) {
        kernel.hook('session:settled', () => void settled())
        return { clear: () => kernel.clearSession() }
      },
    }
    const identity = createIdentity(optionsFor(page), [fetchTransport(), watcher])
    const before = rejection(identity.hasSession())
    await vi.waitFor(() => expect(page.requests).toHaveLength(1))
    identity.clear()
    fail(new TypeError('Failed to fetch'))
    expect(await before).toMatchObject({ reason: 'session-unreachable' })
    expect(settled).not.toHaveBeenCalled()
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
    ['404', text(404, '<h1>Not found'), { reason: 'session-refused', code: 404 }],
    ['HTML', text(200, '<h1>Hello'), { reason: 'session-malformed' }],
    ['nothing', text(200, ''), { reason: 'session-malformed' }],
    ['an array', json(200, [ADA]), { reason: 'session-malformed' }],
    [
      'a redirect that no plugin follows',
      json(200, { redirectURL: '/x' }),
      { reason: 'session-malformed', message: expect.stringContaining('sessionRefresh()') },
    ],
  ])('%s is an SDKError that says why', async (_, answer, expected) => {
    const page = openPage()
    page.answer(answer)
    expect(await rejection(identityOn(page).hasSession())).toMatchObject({ name: 'SDKError', ...expected })
  })

  it('of an unreachable service names the origin and keeps the cause', async () => {
    const page = openPage()
    page.answer(broken, broken)
    const error = await rejection(identityOn(page).hasSession())
    expect(error).toMatchObject({
      reason: 'session-unreachable',
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

  it('is followed by a good one at the next call', async () => {
    const page = openPage()
    page.answer(text(401, ''), json(200, ADA))
    const identity = identityOn(page)
    await rejection(identity.hasSession())
    expect(await identity.hasSession()).toEqual(ADA)
  })
})

import { describe, expect, it, vi } from 'vitest'
import { SDKError } from '../../core/errors.ts'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { AnyPlugin, Kernel, Plugin } from '../../core/kernel/plugin.ts'
import { VERSION } from '../../core/names.ts'
import type { TransportResponse } from '../../core/session/result.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, GRACE, NO_SESSION, openKernel, optionsFor, rejection } from '../support/fixtures.ts'
import { broken, json, openPage, openPageWith, type Page } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'

const identityOn = (page: Page, plugins: AnyPlugin[] = [], more = {}) =>
  createIdentity(optionsFor(page, more), [fetchTransport(), ...plugins])

describe('the session call', () => {
  it('asks the session service, with the parameters of the contract', async () => {
    const page = openPageWith(json(200, ADA))
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
    const page = openPageWith(json(200, ADA))
    await identityOn(page, [], { sessionDomain }).hasSession()
    expect(page.requests[0]?.href.split('?')[0]).toBe(address)
  })

  it('is shared by all who ask while it is on its way, and made anew afterwards', async () => {
    const page = openPageWith(json(200, ADA), json(200, ADA))
    const identity = identityOn(page)
    const [first, second] = [identity.hasSession(), identity.hasSession()]
    expect(second).toBe(first)
    await first
    expect(page.requests).toHaveLength(1)
    await identity.hasSession()
    expect(page.requests).toHaveLength(2)
  })

  it.each<[string, (kernel: Kernel, ask: () => void) => void]>([
    [
      'in a step',
      (kernel, ask) =>
        kernel.use('first', (_, next) => {
          ask()
          return next()
        }),
    ],
    ['in session:fetched', (kernel, ask) => void kernel.hook('session:fetched', ask)],
    ['when told how it has ended', (kernel, ask) => void kernel.hook('session:settled', () => ask())],
  ])('is shared by whoever asks %s', async (_, add) => {
    const page = openPageWith(json(200, ADA))
    const inner: unknown[] = []
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport()])
    add(kernel, () => inner.push(kernel.hasSession()))
    const outer = identity.hasSession()
    await outer
    expect(inner).toEqual([outer])
    expect(inner[0]).toBe(outer)
    expect(page.requests).toHaveLength(1)
  })

  it.each([
    ['a session', { status: 200, body: GRACE }, 202],
    ['that nobody is logged in', { status: 400, body: NO_SESSION }, 'session-missing'],
    ['a failure', { status: 503, body: {} }, 'session-unreachable'],
  ])(
    'from before a clearing is not joined, and changes nothing, be it first or last: %s',
    async (_, late, own) => {
      const ends: ((answer: TransportResponse) => void)[] = []
      const { kernel, identity } = openKernel(optionsFor(openPage()))
      kernel.transport = () => new Promise((resolve) => void ends.push(resolve))
      const told: unknown[] = []
      kernel.hook('session:settled', ({ session }) => void told.push(session?.userId))
      const outcome = async () => {
        const session = await identity.hasSession().catch((error) => error)
        return session.userId ?? session.reason
      }
      const before = []
      for (const requests of [1, 2]) {
        before.push(outcome())
        await vi.waitFor(() => expect(ends).toHaveLength(requests))
        kernel.clearSession()
      }
      const now = identity.hasSession()
      await vi.waitFor(() => expect(ends).toHaveLength(3))
      ends[0]?.(late)
      expect(await before[0]).toBe(own)
      expect(identity.hasSession()).toBe(now)
      ends[2]?.({ status: 200, body: ADA })
      expect(await now).toEqual(ADA)
      ends[1]?.(late)
      expect(await before[1]).toBe(own)
      expect(told).toEqual([101])
      expect(kernel.knownSession()).toEqual(ADA)
    },
  )

  it('that is cleared before it has begun is shared by the next caller', async () => {
    const page = openPageWith(json(200, ADA), json(200, ADA))
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport()])
    // A call that has ended has no part in it.
    await identity.hasSession()
    const moments: string[] = []
    kernel.hook('session:fetched', () => void moments.push('fetched'))
    kernel.hook('session:settled', () => void moments.push('settled'))
    const before = identity.hasSession()
    kernel.clearSession()
    expect(await Promise.all([before, identity.hasSession()])).toEqual([ADA, ADA])
    expect(moments).toEqual(['fetched', 'settled'])
    expect(kernel.knownSession()).toEqual(ADA)
  })

  it('says what is missing without a transport', async () => {
    const error = await rejection(createIdentity(optionsFor(openPage()), []).hasSession())
    expect(error).toMatchObject(sdkError('plugin-missing', 'fetchTransport()'))
  })
})

describe('a failed call', () => {
  it('of an unreachable service names the origin and keeps the cause', async () => {
    const page = openPageWith(broken, broken)
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
})

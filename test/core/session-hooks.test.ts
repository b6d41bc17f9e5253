import { afterEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { AnyPlugin, Plugin } from '../../core/kernel/plugin.ts'
import type { Answer } from '../../core/session/reading.ts'
import type { SessionCall } from '../../core/session/steps.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, GRACE, NO_SESSION, openKernel, optionsFor, rejection } from '../support/fixtures.ts'
import { json, openPage, type Page, text } from '../support/page.ts'

const identityOn = (page: Page, plugins: AnyPlugin[] = [], more = {}) =>
  createIdentity(optionsFor(page, more), [fetchTransport(), ...plugins])

const hooked = (setup: (kernel: Parameters<Plugin['setup']>[0]) => void, name = 'hooked'): Plugin => ({
  name,
  setup,
})
const boom = new Error('boom')

/** What a plugin has kept. */
const kept = (more: Partial<Answer> = {}): Answer => ({
  origin: 'cache',
  status: 200,
  body: { ...ADA },
  askedAt: Date.now(),
  ...more,
})

afterEach(() => void vi.useRealTimers())

describe('a plugin in the session call', () => {
  it('may take over what the service answered', async () => {
    const page = openPage()
    page.answer(json(200, { redirectURL: '/x' }))
    const taking = hooked((kernel) =>
      kernel.hook('session:fetched', (fetched) => {
        expect(fetched.answer).toMatchObject({ origin: 'network', status: 200, body: { redirectURL: '/x' } })
        expect(new URL(fetched.url()).pathname).toBe('/v2/session')
        fetched.answer = { ...fetched.answer, body: { ...ADA } }
      }),
    )
    expect(await identityOn(page, [taking]).hasSession()).toEqual(ADA)
  })

  it('may send the page away when the service has answered, and the call is over then', async () => {
    const page = openPage()
    page.answer(json(200, {}))
    const endings: unknown[] = []
    const leaving = hooked((kernel) => {
      kernel.hook('session:fetched', (fetched) => {
        fetched.refreshAddress = 'https://id.site.example/refresh'
      })
      kernel.hook('session:settled', (settled) => void endings.push(settled))
    })
    expect(await rejection(identityOn(page, [leaving]).hasSession())).toMatchObject({
      reason: 'session-refreshing',
    })
    expect(endings).toEqual([
      expect.objectContaining({
        outcome: 'refreshing',
        origin: 'network',
        address: 'https://id.site.example/refresh',
      }),
    ])
  })

  it('that sends the page away leaves the session of before to who asks meanwhile', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    let isLeaving = false
    const leaving = hooked((kernel) =>
      kernel.hook('session:request', (request) => {
        if (isLeaving) request.refreshAddress = 'https://id.site.example/refresh'
      }),
    )
    const identity = identityOn(page, [leaving])
    const before = await identity.hasSession()
    isLeaving = true
    expect(await identity.hasSession()).toBe(before)
  })

  it.each(['session:request', 'session:check', 'session:fetched'] as const)(
    'that throws in %s fails the call with a reason, and the next one heals',
    async (name) => {
      const page = openPage()
      let isBroken = true
      const throwing = hooked((kernel) =>
        kernel.hook(name, () => {
          if (isBroken) throw boom
        }),
      )
      page.answer(json(200, ADA))
      if (name !== 'session:request') page.answer(json(200, ADA))
      const identity = identityOn(page, [throwing])
      expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'plugin-failed', cause: boom })
      isBroken = false
      expect(await identity.hasSession()).toEqual(ADA)
    },
  )

  it.each(['session:started', 'request:started', 'request:ended', 'session:settled'] as const)(
    'that throws when it is told of %s harms nobody, and the page hears why',
    async (name) => {
      const page = openPage()
      page.answer(async () => {
        // Long enough for the page to be told that the request is on its way.
        await new Promise((resolve) => setTimeout(resolve, 5))
        return new Response(JSON.stringify(ADA))
      })
      const told = vi.fn()
      const throwing = hooked((kernel) =>
        kernel.hook(name, () => {
          throw boom
        }),
      )
      const listening = hooked((kernel) => void kernel.hook(name, () => void told()), 'listening')
      expect(await identityOn(page, [throwing, listening]).hasSession()).toEqual(ADA)
      expect(told).toHaveBeenCalledOnce()
      expect(page.reported).toEqual([
        expect.objectContaining({
          reason: 'plugin-failed',
          message: expect.stringContaining(name),
          cause: boom,
        }),
      ])
    },
  )

  it('that throws when it is told of a failure does not hide why there is no session', async () => {
    const page = openPage()
    page.answer(text(401, ''))
    const throwing = hooked((kernel) =>
      kernel.hook('session:settled', () => {
        throw boom
      }),
    )
    expect(await rejection(identityOn(page, [throwing]).hasSession())).toMatchObject({
      reason: 'session-refused',
      code: 401,
    })
    expect(page.reported).toHaveLength(1)
  })

  it('learns of a session with its expiry, and of a failure with the session that remains', async () => {
    vi.useFakeTimers({ now: 1_000_000 })
    const page = openPage()
    const log: unknown[] = []
    const watching = hooked((kernel) =>
      kernel.hook('session:settled', ({ outcome, error, previous, session, answer, startedAt }) => {
        log.push([outcome, error?.reason, previous?.userId, session?.userId, answer?.expiresAt, startedAt])
      }),
    )
    const identity = identityOn(page, [watching])
    page.answer(
      json(200, ADA),
      json(200, { ...GRACE, expiresIn: undefined }),
      json(404, ''),
      json(400, NO_SESSION),
      json(200, ADA),
    )
    await identity.hasSession()
    await identity.hasSession()
    await rejection(identity.hasSession())
    await rejection(identity.hasSession())
    await identity.hasSession()
    expect(log).toEqual([
      ['connected', undefined, undefined, 101, 1_060_000, 1_000_000],
      ['connected', undefined, 101, 202, 1_300_000, 1_000_000],
      ['unavailable', 'session-refused', 202, 202, 1_000_000, 1_000_000],
      ['loggedOut', 'session-missing', 202, undefined, 1_060_000, 1_000_000],
      ['connected', undefined, undefined, 101, 1_060_000, 1_000_000],
    ])
  })

  it('learns when the call began, when the service was asked, and until when its answer holds', async () => {
    vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
    const page = openPage()
    const times: unknown[] = []
    const slow = hooked((kernel) => {
      kernel.source('tab', () => void vi.setSystemTime(1_000_200) as undefined)
      kernel.hook('session:settled', ({ startedAt, answer }) => {
        times.push(startedAt, answer?.askedAt, answer?.expiresAt)
      })
    })
    page.answer((url, signal) => {
      vi.setSystemTime(1_000_500)
      return json(200, ADA)(url, signal)
    })
    await identityOn(page, [slow]).hasSession()
    expect(times).toEqual([1_000_000, 1_000_200, 1_060_500])
  })

  it.each([
    ['without an end holds for as long as its body says', undefined, 60_000],
    ['with an end holds until then', 5000, 5000],
  ])('that has kept an answer %s', async (_, leftMs, expectedMs) => {
    vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
    const ends: unknown[] = []
    const keeping = hooked((kernel) => {
      kernel.source('cache', () => kept(leftMs ? { expiresAt: Date.now() + leftMs } : {}))
      kernel.hook('session:settled', ({ answer }) => void ends.push(answer?.expiresAt))
    })
    // Nobody scripted an answer to a request, so none may be made.
    expect(await identityOn(openPage(), [keeping]).hasSession()).toEqual(ADA)
    expect(ends).toEqual([1_000_000 + expectedMs])
  })

  it('that gives the same answer again gives the same session, without reading it anew', async () => {
    const answer = Object.freeze(kept({ expiresAt: Date.now() + 60_000 }))
    const { kernel, identity } = openKernel(optionsFor(openPage()), [
      hooked(({ source }) => source('cache', () => answer)),
    ])
    const first = await identity.hasSession()
    expect(await identity.hasSession()).toBe(first)
    expect(kernel.knownSession()).toBe(first)
    // Nobody writes into an answer.
    expect(answer.body).not.toBe(first)
  })

  it('shares one call with the others: its address is built when it is asked for', async () => {
    const page = openPage()
    const began = new Set<number>()
    const kinds: string[] = []
    const addresses: string[] = []
    const look = (call: SessionCall) => {
      began.add(call.startedAt)
      expect(call.isCurrent()).toBe(true)
      addresses.push(call.url())
    }
    const sharing = hooked((kernel) => {
      kernel.hook('url:build', ({ kind }) => void kinds.push(kind))
      kernel.hook('session:started', (call) => {
        expect(kinds).toEqual([])
        look(call)
      })
      kernel.hook('session:request', look)
      kernel.hook('request:ended', look)
      kernel.hook('session:fetched', look)
    })
    page.answer(json(200, ADA))
    await identityOn(page, [sharing]).hasSession()
    expect(began.size).toBe(1)
    // Once more for the request itself.
    expect(kinds).toEqual(Array(5).fill('session'))
    expect(new Set(addresses)).toEqual(new Set([page.requests[0]?.href]))
  })

  it('is told by a call of before the session was cleared that it counts no more', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    const counts: boolean[] = []
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport()])
    kernel.hook('session:fetched', (fetched) => {
      counts.push(fetched.isCurrent())
      kernel.clearSession()
      counts.push(fetched.isCurrent())
    })
    await identity.hasSession()
    expect(counts).toEqual([true, false])
  })

  it('builds no address where the answer was kept', async () => {
    const built = vi.fn()
    const keeping = hooked((kernel) => {
      kernel.hook('url:build', () => void built())
      kernel.source('cache', () => kept())
    })
    await identityOn(openPage(), [keeping]).hasSession()
    expect(built).not.toHaveBeenCalled()
  })

  it('that clears the session when it hears of one has it told to nobody else', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, ADA))
    const heard = vi.fn()
    const clearing = hooked((kernel) => kernel.hook('session:settled', () => kernel.endSession()))
    const listening = hooked((kernel) => void kernel.hook('session:settled', () => void heard()), 'listening')
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport(), clearing, listening])
    expect(await identity.hasSession()).toEqual(ADA)
    expect(heard).not.toHaveBeenCalled()
    expect(kernel.knownSession()).toBeNull()
    await identity.hasSession()
    expect(page.requests).toHaveLength(2)
  })
})

describe('clearing the session', () => {
  it('tells the plugins, and forgets the session only where it has ended', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, ADA))
    const cleared = vi.fn()
    const { kernel, identity } = openKernel(optionsFor(page), [
      fetchTransport(),
      hooked((kernel) => void kernel.hook('session:cleared', () => void cleared())),
    ])
    expect(kernel.knownSession()).toBeNull()
    const known = await identity.hasSession()
    kernel.clearSession()
    expect(kernel.knownSession()).toBe(known)
    expect(cleared).toHaveBeenCalledOnce()
    kernel.endSession()
    expect(kernel.knownSession()).toBeNull()
    expect(cleared).toHaveBeenCalledTimes(2)
    await identity.hasSession()
    expect(page.requests).toHaveLength(2)
  })

  it('leaves the session of before to the call after it, unless it has ended', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, ADA), json(200, ADA))
    const before: unknown[] = []
    const { kernel, identity } = openKernel(optionsFor(page), [
      fetchTransport(),
      hooked(
        (kernel) => void kernel.hook('session:settled', ({ previous }) => void before.push(previous?.userId)),
      ),
    ])
    await identity.hasSession()
    kernel.clearSession()
    await identity.hasSession()
    kernel.endSession()
    await identity.hasSession()
    expect(before).toEqual([undefined, 101, undefined])
  })
})

import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import type { AnyPlugin, Plugin } from '../../core/plugin.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, NO_SESSION, openKernel, optionsFor, rejection } from '../support/fixtures.ts'
import { json, openPage, type Page, text } from '../support/page.ts'

const identityOn = (page: Page, plugins: AnyPlugin[] = [], more = {}) =>
  createIdentity(optionsFor(page, more), [fetchTransport(), ...plugins])

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
        expect(new URL(fetched.url()).pathname).toBe('/v2/session')
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
    ['without an end, is fresh, and goes on to session:fetched', undefined, 1],
    ['with its end, was kept, and is taken as it is', Date.now() + 60_000, 0],
  ])('that answers %s', async (_, expiresAt, fetched) => {
    const [onFetched, onAccepted] = [vi.fn(), vi.fn()]
    const answering = hooked((kernel) => {
      kernel.hook('session:request', (request) => {
        request.answer = { status: 200, body: ADA, ...(expiresAt && { expiresAt }) }
      })
      kernel.hook('session:fetched', onFetched)
      kernel.hook('session:accepted', ({ answer }) => void onAccepted(answer.expiresAt))
    })
    // Nobody scripted an answer to a request, so none may be made.
    expect(await identityOn(openPage(), [answering]).hasSession()).toEqual(ADA)
    expect(onFetched).toHaveBeenCalledTimes(fetched)
    expect(onAccepted).toHaveBeenCalledExactlyOnceWith(expiresAt ?? expect.any(Number))
  })

  it('that gives the same answer again gives the same session, without reading it anew', async () => {
    const kept = { status: 200, body: { ...ADA }, expiresAt: Date.now() + 60_000 }
    const keeping = hooked((kernel) => {
      kernel.hook('session:request', (request) => void (request.answer = kept))
    })
    const { kernel, identity } = openKernel(optionsFor(openPage()), [keeping])
    const first = await identity.hasSession()
    expect(await identity.hasSession()).toBe(first)
    expect(kernel.answer).toBe(kept)
    expect(kept.body).toBe(first)
  })

  it('shares one call with the others: its address is built when it is asked for', async () => {
    const page = openPage()
    const calls = new Set<unknown>()
    const kinds: string[] = []
    let addresses: string[] = []
    const sharing = hooked((kernel) => {
      kernel.hook('url:build', ({ kind }) => void kinds.push(kind))
      kernel.hook('session:request', (call) => {
        calls.add(call)
        expect(kinds).toEqual([])
        addresses = [call.url(), call.url()]
      })
      kernel.hook('session:fetched', (call) => void calls.add(call))
      kernel.hook('session:accepted', (call) => void calls.add(call))
    })
    page.answer(json(200, ADA))
    await identityOn(page, [sharing]).hasSession()
    expect(calls.size).toBe(1)
    expect(kinds).toEqual(['session', 'session', 'session'])
    expect(addresses).toEqual([page.requests[0]?.href, page.requests[0]?.href])
  })

  it('builds no address where the answer was kept', async () => {
    const built = vi.fn()
    const keeping = hooked((kernel) => {
      kernel.hook('url:build', () => void built())
      kernel.hook('session:request', (request) => {
        request.answer = { status: 200, body: ADA, expiresAt: Date.now() + 60_000 }
      })
    })
    await identityOn(openPage(), [keeping]).hasSession()
    expect(built).not.toHaveBeenCalled()
  })

  it('that throws from session:failed does not hide why there is no session', async () => {
    const page = openPage()
    page.answer(text(401, ''))
    const throwing = hooked((kernel) =>
      kernel.hook('session:failed', () => {
        throw new Error('boom')
      }),
    )
    const log = vi.fn()
    expect(await rejection(identityOn(page, [throwing], { log }).hasSession())).toMatchObject({
      reason: 'session-refused',
      code: 401,
    })
    expect(log.mock.calls).toEqual([[expect.stringContaining('session:failed')]])
  })

  it('that clears the session when it hears of one has it told to nobody else', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, ADA))
    const heard = vi.fn()
    const clearing = hooked((kernel) => kernel.hook('session:accepted', () => kernel.clearSession(true)))
    const listening: Plugin = {
      name: 'listening',
      setup: (kernel) => kernel.hook('session:accepted', () => void heard()),
    }
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport(), clearing, listening])
    expect(await identity.hasSession()).toEqual(ADA)
    expect(heard).not.toHaveBeenCalled()
    expect(kernel.answer).toBeNull()
    await identity.hasSession()
  })
})

describe('clearing the session', () => {
  it('tells the plugins, and forgets the session only where it is gone', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, ADA))
    const cleared = vi.fn()
    const { kernel, identity } = openKernel(optionsFor(page), [
      fetchTransport(),
      { name: 'hooked', setup: (kernel) => kernel.hook('session:cleared', () => void cleared()) },
    ])
    const known = await identity.hasSession()
    kernel.clearSession()
    expect(kernel.answer?.body).toBe(known)
    expect(cleared).toHaveBeenCalledOnce()
    kernel.clearSession(true)
    expect(kernel.answer).toBeNull()
    expect(cleared).toHaveBeenCalledTimes(2)
    await identity.hasSession()
    expect(page.requests).toHaveLength(2)
  })

  it('leaves the session of before to the call after it, unless it is gone', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, ADA), json(200, ADA))
    const before: unknown[] = []
    const { kernel, identity } = openKernel(optionsFor(page), [
      fetchTransport(),
      {
        name: 'hooked',
        setup: (kernel) =>
          kernel.hook('session:accepted', ({ previous }) => void before.push(previous?.userId)),
      },
    ])
    await identity.hasSession()
    kernel.clearSession()
    await identity.hasSession()
    kernel.clearSession(true)
    await identity.hasSession()
    expect(before).toEqual([undefined, 101, undefined])
  })
})

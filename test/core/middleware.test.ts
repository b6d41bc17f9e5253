/** How plugins take part in a session call: by steps and by hooks. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SDKError } from '../../core/errors.ts'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { AnyPlugin, Kernel, Plugin } from '../../core/kernel/plugin.ts'
import type { SessionSettled } from '../../core/session/ending.ts'
import type { SessionCall, SessionPosition } from '../../core/session/middleware.ts'
import type { SessionResult } from '../../core/session/result.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, GRACE, NO_SESSION, openKernel, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage, openPageWith, type Page, text } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'

const NOW = 1_000_000
const boom = new Error('boom')

const identityOn = (page: Page, plugins: AnyPlugin[] = []) =>
  createIdentity(optionsFor(page), [fetchTransport(), ...plugins])

const own = (setup: (kernel: Kernel) => void, name = 'own'): Plugin => ({ name, setup })

/** What a plugin has kept: Ada, unless somebody else is given. */
const kept = (askedAt = Date.now(), session = ADA): SessionResult =>
  Object.freeze({ source: 'cache', askedAt, expiresAt: askedAt + 60_000, session })

afterEach(() => void vi.useRealTimers())

describe('the middleware of a session call', () => {
  it('stands by position, and at one position as it was added, whatever the order of the plugins', async () => {
    const passing = (name: string, ...positions: SessionPosition[]) =>
      own((kernel) => {
        for (const position of positions)
          kernel.use(position, (_, next) => {
            seen.push(`${name} ${JSON.stringify(position)}`)
            return next()
          })
      }, name)
    let seen: string[] = []
    const [one, other] = [
      passing('one', 'tabs', { before: 'cache' }),
      passing('other', 'cache', { before: 'cache' }, 'first', { before: 'first' }),
    ]
    for (const [plugins, first, second] of [
      [[one, other], 'one', 'other'],
      [[other, one], 'other', 'one'],
    ] as [Plugin[], string, string][]) {
      seen = []
      const page = openPageWith(json(200, ADA))
      await identityOn(page, plugins).hasSession()
      const order = [
        'other {"before":"first"}',
        'other "first"',
        `${first} {"before":"cache"}`,
        `${second} {"before":"cache"}`,
      ]
      expect(seen).toEqual([...order, 'other "cache"', 'one "tabs"'])
    }
  })

  it('end where one answers, and its answer is handed out as it is: nobody is asked, no address is built', async () => {
    const built = vi.fn()
    const answer = kept()
    const { kernel, identity } = openKernel(optionsFor(openPage()), [
      own((kernel) => {
        kernel.use('cache', async () => answer)
        kernel.use('tabs', () => expect.unreachable('asked all the same'))
        kernel.hook('url:build', () => void built())
      }),
    ])
    // Nobody scripted an answer to a request, so none may be made.
    expect(await identity.hasSession()).toBe(answer.session)
    expect(await identity.hasSession()).toBe(answer.session)
    expect(kernel.knownSession()).toBe(answer.session)
    expect(built).not.toHaveBeenCalled()
  })

  it('pass back what the service has said, which a step may replace', async () => {
    const page = openPageWith(json(200, ADA))
    const replacing = own((kernel) =>
      kernel.use('cache', async (_, next) => {
        const reading = await next()
        expect(reading).toMatchObject({ source: 'network', session: ADA })
        return kept(reading.askedAt, GRACE)
      }),
    )
    expect(await identityOn(page, [replacing]).hasSession()).toEqual(GRACE)
  })

  it('are all given one call, whose address is built when it is looked at', async () => {
    const page = openPageWith(json(200, ADA))
    const calls: SessionCall[] = []
    const asked: unknown[] = []
    const kinds: string[] = []
    const looking = own((kernel) => {
      kernel.hook('url:build', ({ kind }) => void kinds.push(kind))
      kernel.use('first', async (call, next) => {
        expect(kinds).toEqual([])
        calls.push(call)
        asked.push(call.asked)
        const reading = await next()
        asked.push(call.asked)
        return reading
      })
      kernel.useFetch('head', (call, next) => {
        calls.push(call)
        return next()
      })
    })
    await identityOn(page, [looking]).hasSession()
    expect(calls[1]).toBe(calls[0])
    expect(calls[0]?.url()).toBe(page.requests[0]?.href)
    expect(kinds).toEqual(['session', 'session'])
    expect(asked).toEqual([undefined, 'network'])
  })

  it.each<[string, string, (kernel: Kernel, run: () => void) => void]>([
    [
      'a step',
      'plugin-failed',
      (kernel, run) =>
        kernel.use('tabs', async (_, next) => {
          run()
          return next()
        }),
    ],
    [
      'a step beneath the reading',
      'session-unreachable',
      (kernel, run) =>
        kernel.useFetch('head', async (_, next) => {
          run()
          return next()
        }),
    ],
    ['session:fetched', 'plugin-failed', (kernel, run) => void kernel.hook('session:fetched', run)],
  ])('fail the call with a reason where %s throws, and the next one heals', async (where, reason, add) => {
    const page = openPageWith(json(200, ADA))
    let isBroken = true
    const throwing = own((kernel) =>
      add(kernel, () => {
        if (isBroken) throw boom
      }),
    )
    if (where === 'session:fetched') page.answer(json(200, ADA))
    const identity = identityOn(page, [throwing])
    expect(await rejection(identity.hasSession())).toMatchObject({ reason, cause: boom })
    isBroken = false
    expect(await identity.hasSession()).toEqual(ADA)
  })

  it('fail the call with an error of ours as it is', async () => {
    const refusal = new SDKError('session-refused', 7)
    const refusing = own((kernel) =>
      kernel.use('backoff', async () => {
        throw refusal
      }),
    )
    expect(await rejection(identityOn(openPage(), [refusing]).hasSession())).toBe(refusal)
  })

  it.each([undefined, 150, 'given', 'back', {}, { before: 'given' }])(
    'has no position %j, which a developer is told',
    (position) => {
      const { kernel } = openKernel(optionsFor(openPage()))
      const add = [
        () => kernel.use(position as never, (_, next) => next()),
        () => kernel.useFetch(position as never, (_, next) => next()),
      ]
      for (const run of add) expect(thrown(run)).toMatchObject(sdkError('argument-invalid', 'position'))
    },
  )
})

describe('what the service has answered', () => {
  it('may be replaced before it is read, by a step or in session:fetched', async () => {
    const page = openPageWith(json(200, { redirectURL: '/x' }))
    const taking = own((kernel) => {
      kernel.useFetch('refresh', async (_, next) => {
        const answer = await next()
        expect(answer).toMatchObject({ source: 'network', status: 200, body: { redirectURL: '/x' } })
        return { ...answer, body: GRACE }
      })
      kernel.hook('session:fetched', (fetched) => {
        expect(fetched.response.body).toBe(GRACE)
        expect(new URL(fetched.url()).pathname).toBe('/v2/session')
        fetched.response = { ...fetched.response, body: { ...ADA } }
      })
    })
    expect(await identityOn(page, [taking]).hasSession()).toEqual(ADA)
  })

  it('may make the page leave, which ends the call; the session of before is there meanwhile', async () => {
    const page = openPageWith(json(200, ADA), json(200, {}))
    const address = 'https://id.site.example/refresh'
    const endings: SessionSettled[] = []
    let isLeaving = false
    const leaving = own((kernel) => {
      kernel.useFetch('refresh', async (_, next) => {
        const answer = await next()
        if (isLeaving) throw new SDKError('session-refreshing', undefined, { address })
        return answer
      })
      kernel.hook('session:settled', (settled) => void endings.push(settled))
    })
    const identity = identityOn(page, [leaving])
    const before = await identity.hasSession()
    isLeaving = true
    expect(await identity.hasSession()).toBe(before)
    expect(endings[1]).toMatchObject({ outcome: 'refreshing', hasLearned: false, source: 'network', address })
    page.answer(json(200, {}))
    expect(await rejection(identityOn(page, [leaving]).hasSession())).toMatchObject({
      reason: 'session-refreshing',
    })
  })
})

describe('an answer from before a moment', () => {
  /** An identity whose cache has kept something, and what it was asked. */
  function open(page: Page, askedAt = NOW - 5000) {
    const wanted: number[] = []
    const { kernel, identity } = openKernel(optionsFor(page), [
      fetchTransport(),
      own((kernel) =>
        kernel.use('cache', async (call, next) => {
          wanted.push(call.invalidatedAt())
          return askedAt >= call.invalidatedAt() ? kept(askedAt, GRACE) : next()
        }),
      ),
    ])
    return { kernel, identity, wanted }
  }

  it.each<[string, (kernel: Kernel) => void]>([
    ['that a plugin names', (kernel) => kernel.invalidateBefore(NOW - 4999)],
    ['at which the session was cleared', (kernel) => kernel.clearSession()],
    ['at which the session has ended', (kernel) => kernel.endSession()],
  ])('%s does not count, on the next page of the tab as well', async (_, begin) => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    const page = openPage()
    const { kernel, identity } = open(page)
    expect(await identity.hasSession()).toEqual(GRACE)
    begin(kernel)
    page.answer(json(200, ADA), json(200, ADA))
    expect(await identity.hasSession()).toEqual(ADA)
    expect(await open(page).identity.hasSession()).toEqual(ADA)
    expect(await open(page, NOW).identity.hasSession()).toEqual(GRACE)
  })

  it('that is named late does not take the place of a later one', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    const page = openPageWith(json(200, ADA))
    const { kernel, wanted } = open(page)
    kernel.clearSession()
    kernel.invalidateBefore(NOW - 9000)
    await kernel.hasSession()
    expect(wanted).toEqual([NOW])
  })

  it('that a function tells does not count on this page; the latest of all moments is told', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    const page = openPageWith(json(200, ADA))
    const { kernel, identity, wanted } = open(page)
    kernel.invalidateBefore(NOW - 9000)
    kernel.invalidateBefore(() => NOW - 4000)
    kernel.invalidateBefore(() => NOW - 8000)
    expect(await identity.hasSession()).toEqual(ADA)
    expect(wanted).toEqual([NOW - 4000])
    expect(await open(page).identity.hasSession()).toEqual(GRACE)
  })

  it('to come counts: it is forged, or the clock was set back', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    const { kernel, identity } = open(openPage())
    kernel.invalidateBefore(NOW + 60_000)
    expect(await identity.hasSession()).toEqual(GRACE)
  })

  it('that came while it was on its way is asked for once more, and what comes then is taken', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    const page = openPage()
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport()])
    kernel.invalidateBefore(() => Date.now())
    const slow = (body: unknown) => (url: URL, signal: AbortSignal) => {
      vi.setSystemTime(Date.now() + 100)
      return json(200, body)(url, signal)
    }
    page.answer(slow(GRACE), slow(ADA))
    expect(await identity.hasSession()).toEqual(ADA)
  })
})

describe('how a call has ended', () => {
  it('is told with the session before it, and how long its answer holds', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    const page = openPage()
    const endings: unknown[] = []
    const watching = own((kernel) =>
      kernel.hook('session:settled', ({ outcome, hasLearned, source, error, previous, session, result }) => {
        const holdsMs = result && result.expiresAt - result.askedAt
        endings.push([outcome, hasLearned, source, error?.reason, previous?.userId, session?.userId, holdsMs])
      }),
    )
    const identity = identityOn(page, [watching])
    page.answer(
      ...[json(200, ADA), json(200, { ...GRACE, result: false, expiresIn: undefined }), json(404, '')],
      ...[json(400, NO_SESSION), json(200, {}), json(200, ADA)],
    )
    for (let call = 0; call < 6; call++) await identity.hasSession().catch(() => {})
    expect(endings).toEqual([
      ['connected', true, 'network', undefined, undefined, 101, 60_000],
      ['notConnected', true, 'network', undefined, 101, 202, 300_000],
      ['unavailable', false, 'network', 'session-refused', 202, 202, undefined],
      ['loggedOut', true, 'network', 'session-missing', 202, undefined, 60_000],
      ['loggedOut', true, 'network', undefined, undefined, undefined, 300_000],
      ['connected', true, 'network', undefined, undefined, 101, 60_000],
    ])
  })

  it('is told with when the call began, when the service was asked, and until when its answer holds', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    const page = openPage()
    const times: unknown[] = []
    const slow = own((kernel) => {
      kernel.use('tabs', (_, next) => {
        vi.setSystemTime(NOW + 200)
        return next()
      })
      kernel.hook('session:settled', ({ startedAt, result }) => {
        times.push(startedAt, result?.askedAt, result?.expiresAt)
      })
    })
    page.answer((url, signal) => {
      vi.setSystemTime(NOW + 500)
      return json(200, ADA)(url, signal)
    })
    await identityOn(page, [slow]).hasSession()
    expect(times).toEqual([NOW, NOW + 200, NOW + 60_500])
  })

  it.each([
    ['a session', json(200, ADA), ADA],
    ['a failure', text(401, ''), expect.objectContaining({ reason: 'session-refused', code: 401 })],
  ])('is what callers get where a plugin throws when it is told of %s', async (_, answer, result) => {
    const page = openPageWith(answer)
    const told = vi.fn()
    const throwing = own((kernel) =>
      kernel.hook('session:settled', () => {
        throw boom
      }),
    )
    const listening = own((kernel) => void kernel.hook('session:settled', () => void told()), 'listening')
    const identity = identityOn(page, [throwing, listening])
    expect(await identity.hasSession().catch((error) => error)).toEqual(result)
    expect(told).toHaveBeenCalledOnce()
    expect(page.reported).toEqual([boom])
  })

  it('is told to nobody else where a plugin that is told clears the session', async () => {
    const page = openPageWith(json(200, ADA), json(200, ADA))
    const heard = vi.fn()
    const clearing = own((kernel) => kernel.hook('session:settled', () => kernel.endSession()))
    const listening = own((kernel) => void kernel.hook('session:settled', () => void heard()), 'listening')
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport(), clearing, listening])
    expect(await identity.hasSession()).toEqual(ADA)
    expect(heard).not.toHaveBeenCalled()
    expect(kernel.knownSession()).toBeNull()
    await identity.hasSession()
    expect(page.requests).toHaveLength(2)
  })
})

describe('clearing the session', () => {
  it('tells the plugins, and forgets who was known only where the session has ended', async () => {
    const page = openPageWith(json(200, ADA), json(200, ADA), json(200, ADA))
    const cleared = vi.fn()
    const before: unknown[] = []
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport()])
    kernel.hook('session:cleared', () => void cleared())
    kernel.hook('session:settled', ({ previous }) => void before.push(previous?.userId))
    const known = await identity.hasSession()
    kernel.clearSession()
    expect(kernel.knownSession()).toBe(known)
    expect(cleared).toHaveBeenCalledOnce()
    await identity.hasSession()
    kernel.endSession()
    expect(kernel.knownSession()).toBeNull()
    expect(cleared).toHaveBeenCalledTimes(2)
    await identity.hasSession()
    expect(before).toEqual([undefined, 101, undefined])
  })

  it('is told to a call that is on its way, which counts no more', async () => {
    const page = openPageWith(json(200, ADA))
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
})

/** Who is asked for the session, in which order, and what becomes of the answer. */
import { describe, expect, it, vi } from 'vitest'
import type { Answer, Origin } from '../../core/answer.ts'
import { createIdentity } from '../../core/create-identity.ts'
import { SDKError } from '../../core/errors.ts'
import type { SessionSettled } from '../../core/hooks.ts'
import { type AnyPlugin, definePlugin, type Kernel } from '../../core/plugin.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, GRACE, openKernel, optionsFor, thrown } from '../support/fixtures.ts'
import { broken, json, openPage, type Page } from '../support/page.ts'

type Named = Exclude<Origin, 'network'>

const ALL: Record<Named, true> = { server: true, cache: true, head: true, tab: true }
const NAMED = Object.keys(ALL) as Named[]
const ORDERS = [NAMED, [...NAMED].reverse(), ['tab', 'server', 'head', 'cache'] as Named[]]

const answerOf = (origin: Origin, body: unknown = ADA): Answer => ({
  origin,
  status: 200,
  body,
  askedAt: Date.now(),
})

/** A plugin that answers by one origin. Each kind of source takes what `ask` may return. */
const sourceOf = (origin: Named, ask: () => Answer | Promise<Answer> | undefined): AnyPlugin => ({
  name: `source-${origin}`,
  setup: (kernel) => kernel.source(origin, ask as never),
})

/** A plugin of the test's own. */
const hooked = (setup: (kernel: Kernel) => void): AnyPlugin => definePlugin({ name: 'hooked', setup })

/** A session call over these plugins, and how it has ended. */
async function call(page: Page, plugins: readonly AnyPlugin[]) {
  const endings: SessionSettled[] = []
  const { identity } = openKernel(optionsFor(page), [
    fetchTransport({ retries: 0 }),
    {
      name: 'endings',
      setup: ({ hook }) => hook('session:settled', (settled) => void endings.push(settled)),
    },
    ...plugins,
  ])
  const session = await identity.hasSession().catch((error: SDKError) => error)
  return { session, settled: endings[0], identity }
}

describe('the sources of one identity', () => {
  it.each(ORDERS)(
    'are asked by their origins, whatever the order of the plugins: %s, %s, %s, %s',
    async (...order) => {
      const page = openPage()
      page.answer(json(200, ADA))
      const asked: string[] = []
      const plugins = order.map((origin) => sourceOf(origin, () => void asked.push(origin) as undefined))
      const { session, settled } = await call(page, plugins)
      expect(asked).toEqual(NAMED)
      expect(session).toEqual(ADA)
      expect(settled?.origin).toBe('network')
      expect(page.requests).toHaveLength(1)
    },
  )

  it.each(NAMED)('ask nobody after the first that knows: %s', async (knowing) => {
    for (const order of ORDERS) {
      const page = openPage()
      const asked: Origin[] = []
      const plugins = order.map((origin) =>
        sourceOf(origin, () => {
          asked.push(origin)
          if (origin !== knowing) return
          return origin === 'head' || origin === 'tab' ? Promise.resolve(answerOf(origin)) : answerOf(origin)
        }),
      )
      const { session, settled } = await call(page, plugins)
      expect(session).toEqual(ADA)
      expect(settled).toMatchObject({ outcome: 'connected', origin: knowing, answer: { origin: knowing } })
      expect(asked).toEqual(NAMED.slice(0, NAMED.indexOf(knowing) + 1))
      expect(page.requests).toEqual([])
    }
  })

  it('take the answer of another tab that is there at once', async () => {
    const page = openPage()
    const { session } = await call(page, [sourceOf('tab', () => answerOf('tab', GRACE))])
    expect(session).toEqual(GRACE)
  })

  it.each(NAMED)('tell a developer of two plugins that answer by one: %s', (origin) => {
    const twice = [sourceOf(origin, () => undefined), { ...sourceOf(origin, () => undefined), name: 'other' }]
    expect(thrown(() => createIdentity(optionsFor(openPage()), twice))).toMatchObject({
      reason: 'plugin-conflict',
      message: expect.stringContaining(`source ${origin}`),
    })
  })

  it('tell a developer of a plugin that would take the place of the network', () => {
    // The compiler refuses the name, too.
    const thief = sourceOf('network' as never, () => undefined)
    expect(thrown(() => createIdentity(optionsFor(openPage()), [thief]))).toMatchObject({
      reason: 'plugin-conflict',
    })
  })
})

describe('a source that fails', () => {
  const boom = new Error('boom')

  it.each<[Named, () => never | Promise<never>]>([
    ['server', () => thrownBy(boom)],
    ['cache', () => thrownBy(boom)],
    ['head', () => Promise.reject(boom)],
    ['head', () => thrownBy(boom)],
    ['tab', () => Promise.reject(boom)],
    ['tab', () => thrownBy(boom)],
  ])('ends the call, and is named as who has failed: %s', async (origin, ask) => {
    const { session, settled } = await call(openPage(), [sourceOf(origin, ask)])
    expect(session).toMatchObject({ reason: 'session-unreachable', cause: boom })
    expect(settled).toMatchObject({ outcome: 'unavailable', origin, answer: undefined, error: session })
  })

  it('ends the call with the very error of ours that it gives', async () => {
    const trouble = new SDKError('session-refused', 429, { code: 429 })
    const { session } = await call(openPage(), [sourceOf('tab', () => Promise.reject(trouble))])
    expect(session).toBe(trouble)
  })

  it('may be the network, which is named as well', async () => {
    const page = openPage()
    page.answer(broken)
    expect((await call(page, [])).settled).toMatchObject({ outcome: 'unavailable', origin: 'network' })
  })
})

/** What a source does that throws at once. */
function thrownBy(error: Error): never {
  throw error
}

describe('a request for the session', () => {
  it('is not even thought of where this page knows by itself', async () => {
    for (const origin of ['server', 'cache'] as const) {
      const requested = vi.fn()
      const watching = hooked(({ hook }) => hook('session:request', () => void requested()))
      await call(openPage(), [watching, sourceOf(origin, () => answerOf(origin))])
      expect(requested, origin).not.toHaveBeenCalled()
    }
  })

  it('that a plugin refuses ends the call, and nobody is asked', async () => {
    const refusal = new SDKError('session-unreachable', 'paused')
    const refusing = hooked(({ hook }) =>
      hook('session:request', (request) => {
        request.error = refusal
      }),
    )
    const ask = vi.fn()
    const { session, settled } = await call(openPage(), [
      sourceOf('head', ask),
      sourceOf('tab', ask),
      refusing,
    ])
    expect(session).toBe(refusal)
    expect(settled).toMatchObject({ outcome: 'unavailable', origin: undefined, error: refusal })
    expect(ask).not.toHaveBeenCalled()
  })

  it('is not made while the page is being left to refresh the cookie', async () => {
    const address = 'https://id.site.example/refresh'
    const leaving = hooked(({ hook }) =>
      hook('session:request', (request) => {
        request.refreshAddress = address
      }),
    )
    const { session, settled } = await call(openPage(), [leaving])
    expect(session).toMatchObject({ reason: 'session-refreshing' })
    expect(settled).toMatchObject({ outcome: 'refreshing', origin: undefined, address })
  })

  it('has its end told first of all, then its answer is judged, then handed to the plugins, and judged once more', async () => {
    const order: string[] = []
    const watching = hooked(({ hook }) => {
      hook('session:settled', () => void order.push('settled'))
      hook('session:fetched', () => void order.push('fetched'))
      hook('session:check', () => void order.push('check'))
      hook('request:ended', () => void order.push('ended'))
      hook('request:started', () => void order.push('started'))
    })
    const page = openPage()
    page.answer(async () => {
      // A network takes longer than a task.
      await new Promise((resolve) => setTimeout(resolve))
      await vi.waitFor(() => expect(order).toEqual(['started']))
      return new Response(JSON.stringify(ADA))
    })
    await call(page, [watching])
    expect(order).toEqual(['started', 'ended', 'check', 'fetched', 'check', 'settled'])
  })

  it('is told to have started when it is on its way, also where a transport waits for something first', async () => {
    const order: string[] = []
    const waiting = hooked((kernel) => {
      kernel.transport = async () => {
        for (let turn = 0; turn < 20; turn++) await null
        order.push('fetch')
        await vi.waitFor(() => expect(order).toContain('started'))
        return { status: 200, body: ADA }
      }
      kernel.hook('request:started', () => void order.push('started'))
    })
    await openKernel(optionsFor(openPage()), [waiting]).identity.hasSession()
    expect(order).toEqual(['fetch', 'started'])
  })

  it('that is over before a task has passed is told to have ended, and not to have started', async () => {
    const [started, ended] = [vi.fn(), vi.fn()]
    const quick = hooked((kernel) => {
      kernel.transport = async () => ({ status: 200, body: ADA })
      kernel.hook('request:started', started)
      kernel.hook('request:ended', ended)
    })
    await openKernel(optionsFor(openPage()), [quick]).identity.hasSession()
    await new Promise((resolve) => setTimeout(resolve))
    expect(ended).toHaveBeenCalledOnce()
    expect(started).not.toHaveBeenCalled()
  })

  it('is told to have ended where it has failed', async () => {
    const ended = vi.fn()
    const page = openPage()
    page.answer(broken)
    await call(page, [hooked(({ hook }) => hook('request:ended', ended))])
    expect(ended).toHaveBeenCalledOnce()
  })

  it('is what a script in the head has begun, too: it is told of, and its answer is handed to the plugins', async () => {
    const order: string[] = []
    const watching = hooked(({ hook }) => {
      hook('request:ended', () => void order.push('ended'))
      hook('session:fetched', ({ answer }) => void order.push(`fetched ${answer.origin}`))
    })
    await call(openPage(), [watching, sourceOf('head', async () => answerOf('head'))])
    expect(order).toEqual(['ended', 'fetched head'])
  })

  it.each(['server', 'cache', 'tab'] as const)('is none where the answer is from %s', async (origin) => {
    const told = vi.fn()
    const watching = hooked(({ hook }) => {
      for (const name of ['request:started', 'request:ended', 'session:fetched'] as const) hook(name, told)
    })
    await call(openPage(), [watching, sourceOf(origin, () => answerOf(origin))])
    await new Promise((resolve) => setTimeout(resolve))
    expect(told).not.toHaveBeenCalled()
  })
})

describe('an answer that a plugin finds stale', () => {
  /** A plugin that finds the first answers of some origins stale, and the origins of all that it was shown. */
  function judge(times: Partial<Record<Origin, number>>) {
    const shown: Origin[] = []
    const plugin = definePlugin({
      name: 'judge',
      setup: ({ hook }) =>
        void hook('session:check', (check) => {
          const { origin } = check.answer
          shown.push(origin)
          const left = times[origin] ?? 0
          times[origin] = left - 1
          check.isStale ||= left > 0
        }),
    })
    return { plugin, shown }
  }

  it('is dropped: the next source is asked, in the order of their origins', async () => {
    const page = openPage()
    page.answer(json(200, GRACE))
    const { plugin, shown } = judge({ server: 1, cache: 1, tab: 1 })
    const sources = (['tab', 'cache', 'server'] as const).map((origin) =>
      sourceOf(origin, () => answerOf(origin)),
    )
    const { session, settled } = await call(page, [plugin, ...sources])
    expect(shown).toEqual(['server', 'cache', 'tab', 'network', 'network'])
    expect(session).toEqual(GRACE)
    expect(settled?.origin).toBe('network')
  })

  it.each([
    ['that it still holds', { isNewerWanted: true }, true],
    ['nothing, where it is stale, too', { isNewerWanted: true, isStale: true }, false],
  ])('or only old is passed over, and the ending of the call says %s', async (_, found, stillHolds) => {
    const page = openPage()
    page.answer(broken)
    const judge = hooked(
      ({ hook }) => void hook('session:check', (check) => void Object.assign(check, found)),
    )
    const { settled } = await call(page, [judge, sourceOf('cache', () => answerOf('cache'))])
    expect(settled).toMatchObject({ outcome: 'unavailable', stillHolds })
  })

  it('of a request that a script in the head has begun is asked for by the library', async () => {
    const page = openPage()
    page.answer(json(200, GRACE))
    const { plugin, shown } = judge({ head: 1 })
    const { session } = await call(page, [plugin, sourceOf('head', async () => answerOf('head'))])
    expect(shown).toEqual(['head', 'network', 'network'])
    expect(session).toEqual(GRACE)
  })

  it.each([
    ['has become stale while a plugin looked at it', {}],
    ['is another plugin’s own', { body: ADA }],
  ])('of the service that %s is asked for once more', async (_, more) => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, GRACE))
    let isStale = false
    const slow = hooked(({ hook }) => {
      hook('session:fetched', (fetched) => {
        isStale =
          fetched.answer.body !== GRACE && (fetched.answer.body as { userId: number }).userId === ADA.userId
        fetched.answer = { ...fetched.answer, ...more }
      })
      hook('session:check', (check) => {
        check.isStale ||= isStale
      })
    })
    const { session } = await call(page, [slow])
    expect(session).toMatchObject({ userId: Object.keys(more).length ? ADA.userId : GRACE.userId })
    expect(page.requests).toHaveLength(2)
  })

  it('of the service is asked for once more', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, GRACE))
    const fetched = vi.fn()
    const { plugin } = judge({ network: 1 })
    const watching = hooked(({ hook }) => hook('session:fetched', ({ answer }) => void fetched(answer.body)))
    expect((await call(page, [plugin, watching])).session).toEqual(GRACE)
    // Nobody has to do with the stale one.
    expect(fetched.mock.calls).toEqual([[GRACE]])
  })

  it('may come from another tab instead, when it is asked for once more', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    const { plugin } = judge({ network: 1 })
    let asked = 0
    const late = sourceOf('tab', () => (++asked === 2 ? answerOf('tab', GRACE) : undefined))
    const { session, settled } = await call(page, [plugin, late])
    expect(session).toEqual(GRACE)
    expect(settled?.origin).toBe('tab')
  })

  it('is not asked for for ever: the second of the service counts, whatever a plugin says', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, GRACE))
    const { plugin } = judge({ network: Number.POSITIVE_INFINITY })
    expect((await call(page, [plugin])).session).toEqual(GRACE)
    expect(page.requests).toHaveLength(2)
  })

  it('is left where asking once more fails: the call fails', async () => {
    const page = openPage()
    page.answer(json(200, ADA), broken)
    const { plugin } = judge({ network: 1 })
    expect((await call(page, [plugin])).session).toMatchObject({ reason: 'session-unreachable' })
  })

  it('is no matter of a handler that throws: the call fails by name', async () => {
    const boom = new Error('boom')
    const throwing = hooked(({ hook }) =>
      hook('session:check', () => {
        throw boom
      }),
    )
    const { session, settled } = await call(openPage(), [
      throwing,
      sourceOf('cache', () => answerOf('cache')),
    ])
    expect(session).toMatchObject({ reason: 'plugin-failed', cause: boom })
    expect(settled).toMatchObject({ outcome: 'unavailable', origin: 'cache' })
  })
})

import { createDebugger } from 'hookable'
import { describe, expect, it, vi } from 'vitest'
import { createDisposal } from '../../core/disposal.ts'
import { SDKError } from '../../core/errors.ts'
import { createEvents } from '../../core/kernel/events.ts'
import { createHooks, type SessionFetchedContext } from '../../core/kernel/hooks.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { openKernel, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'

const boom = new Error('boom')
const url = () => ({ kind: 'login' as const, query: new URLSearchParams() })
// The handlers of these tests look at nothing in it.
const fetched = {} as SessionFetchedContext

function open() {
  const disposal = createDisposal((run) => run())
  const { emitAfter, ...events } = createEvents((run) => run(), disposal.isDisposed)
  const reported: unknown[] = []
  const hooks = createHooks(disposal, (error) => reported.push(error), emitAfter)
  return { hooks, events, reported, dispose: disposal.dispose }
}

/** A handler that nobody may call. */
const never = () => expect.unreachable('called all the same')

describe('synchronous hooks', () => {
  it('call their handlers in order', () => {
    const { hooks } = open()
    hooks.hook('url:build', ({ query }) => query.append('a', '1'))
    hooks.hook('url:build', ({ query }) => query.append('b', '2'))
    hooks.hook('session:cleared', never)
    const built = url()
    hooks.callSync('url:build', built)
    expect(`${built.query}`).toBe('a=1&b=2')
  })

  it('throw what a handler throws, as an error of ours with its cause, and call no handler after it', () => {
    const { hooks, reported } = open()
    hooks.hook('url:build', () => {
      throw boom
    })
    hooks.hook('url:build', never)
    expect(thrown(() => hooks.callSync('url:build', url()))).toMatchObject({
      reason: 'plugin-failed',
      message: expect.stringContaining('url:build'),
      cause: boom,
    })
    expect(reported).toEqual([])
  })

  it('throw an error of ours as it is', () => {
    const { hooks } = open()
    const own = new SDKError('argument-invalid', 'x')
    hooks.hook('url:build', () => {
      throw own
    })
    expect(thrown(() => hooks.callSync('url:build', url()))).toBe(own)
  })

  it.each([
    ['a promise', async () => {}],
    ['an object', () => ({})],
  ])('tell a developer of a handler that returns %s, which nobody would see', (_, handler) => {
    const { hooks } = open()
    // The compiler refuses such a handler, too.
    hooks.hook('url:build', handler as never)
    expect(thrown(() => hooks.callSync('url:build', url()))).toMatchObject({
      reason: 'plugin-failed',
      message: expect.stringContaining('url:build'),
    })
  })

  it('ignore a plain value that an expression happens to return', () => {
    const { hooks } = open()
    // As above.
    hooks.hook('url:build', (() => 7) as never)
    expect(() => hooks.callSync('url:build', url())).not.toThrow()
  })

  it('do nothing without handlers', () => {
    const { hooks } = open()
    expect(() => hooks.callSync('url:build', url())).not.toThrow()
    expect(() => hooks.notify('session:cleared', {})).not.toThrow()
  })
})

describe('hooks whose handlers are told of something', () => {
  it('report what a handler throws, as an error of ours with its cause, and tell the others', () => {
    const { hooks, reported } = open()
    const told: number[] = []
    hooks.hook('session:cleared', () => void told.push(1))
    hooks.hook('session:cleared', () => {
      throw boom
    })
    hooks.hook('session:cleared', () => void told.push(3))
    hooks.notify('session:cleared', {})
    expect(told).toEqual([1, 3])
    expect(reported).toEqual([
      expect.objectContaining({
        reason: 'plugin-failed',
        message: expect.stringContaining('session:cleared'),
        cause: boom,
      }),
    ])
  })

  it('report to a developer a handler that returns a promise, and tell the others', () => {
    const { hooks, reported } = open()
    const told = vi.fn()
    // The compiler refuses such a handler, too.
    hooks.hook('session:cleared', (async () => {}) as never)
    hooks.hook('session:cleared', () => void told())
    hooks.notify('session:cleared', {})
    expect(told).toHaveBeenCalledOnce()
    expect(reported).toEqual([expect.objectContaining({ reason: 'plugin-failed' })])
  })

  it('tell nobody more once what they are about is over', () => {
    const { hooks } = open()
    let isOver = false
    const told: number[] = []
    hooks.hook('session:cleared', () => void told.push(1))
    hooks.hook('session:cleared', () => {
      isOver = true
    })
    hooks.hook('session:cleared', () => void told.push(3))
    hooks.notify('session:cleared', {}, () => isOver)
    expect(told).toEqual([1])
    hooks.notify('session:cleared', {}, () => isOver)
    expect(told).toEqual([1])
  })

  it('let events that a handler emits reach the page when all handlers were told, in order', () => {
    const { hooks, events } = open()
    const order: string[] = []
    events.on('logout', () => order.push('logout'))
    events.on('notLoggedin', () => order.push('notLoggedin'))
    hooks.hook('session:cleared', () => {
      events.emit('logout', null)
      events.emit('notLoggedin', null)
    })
    hooks.hook('session:cleared', () => void order.push('next handler'))
    hooks.notify('session:cleared', {})
    expect(order).toEqual(['next handler', 'logout', 'notLoggedin'])
  })

  it('let events wait for the handlers of a hook that was called from within another', () => {
    const { hooks, events } = open()
    const order: string[] = []
    events.on('logout', () => order.push('logout'))
    hooks.hook('logout:before', () => {
      hooks.notify('session:cleared', {})
      order.push('outer')
    })
    hooks.hook('logout:before', () => void order.push('outer, next'))
    hooks.hook('session:cleared', () => events.emit('logout', null))
    hooks.hook('session:cleared', () => void order.push('inner, next'))
    hooks.notify('logout:before', { url: 'https://id.site.example/logout' })
    expect(order).toEqual(['inner, next', 'outer', 'outer, next', 'logout'])
  })

  it('let an event of a hook that may be answered reach the page at once', () => {
    const { hooks, events } = open()
    const order: string[] = []
    events.on('logout', () => order.push('logout'))
    hooks.hook('url:build', () => events.emit('logout', null))
    hooks.hook('url:build', () => void order.push('next handler'))
    hooks.callSync('url:build', url())
    expect(order).toEqual(['logout', 'next handler'])
  })
})

describe('asynchronous hooks', () => {
  it('await each handler before the next', async () => {
    const { hooks } = open()
    const order: number[] = []
    hooks.hook('session:fetched', async () => {
      await Promise.resolve()
      order.push(1)
    })
    hooks.hook('session:fetched', () => void order.push(2))
    await hooks.call('session:fetched', fetched)
    expect(order).toEqual([1, 2])
  })

  it('are over at once where nobody waits for anything', async () => {
    const { hooks } = open()
    const order: number[] = []
    for (const number of [1, 2]) hooks.hook('session:fetched', () => void order.push(number))
    const done = hooks.call('session:fetched', fetched)
    expect(order).toEqual([1, 2])
    await done
  })

  it('wait for anything that can be waited for', async () => {
    const { hooks } = open()
    const order: string[] = []
    const thenable = {
      // biome-ignore lint/suspicious/noThenProperty: a promise of another library
      then: (done: () => void) => {
        order.push('waited')
        done()
      },
    }
    // The compiler asks for a promise of its own kind, or nothing.
    hooks.hook('session:fetched', (() => thenable) as never)
    hooks.hook('session:fetched', (() => 7) as never)
    hooks.hook('session:fetched', () => void order.push('next'))
    await hooks.call('session:fetched', fetched)
    expect(order).toEqual(['waited', 'next'])
  })

  it('do nothing without handlers', async () => {
    await expect(open().hooks.call('session:fetched', fetched)).resolves.toBeUndefined()
  })

  it.each([
    ['at once', () => undefined],
    ['after one that is waited for', () => Promise.resolve()],
  ])('call no handler after one that throws %s, and fail as sync ones throw', async (_, first) => {
    const { hooks } = open()
    hooks.hook('session:fetched', first)
    hooks.hook('session:fetched', () => {
      throw boom
    })
    hooks.hook('session:fetched', never)
    expect(await rejection(hooks.call('session:fetched', fetched))).toMatchObject({
      reason: 'plugin-failed',
      message: expect.stringContaining('session:fetched'),
      cause: boom,
    })
  })
})

describe('the undo of a hook', () => {
  it('takes its handler off, and no other, also when it is called twice', () => {
    const { hooks } = open()
    const told: number[] = []
    const handler = (number: number) => () => void told.push(number)
    const second = handler(2)
    hooks.hook('session:cleared', handler(1))
    const undo = hooks.hook('session:cleared', second)
    hooks.hook('session:cleared', second)
    undo()
    undo()
    hooks.notify('session:cleared', {})
    expect(told).toEqual([1, 2])
  })

  it('may be called by the handler itself, and the next handler is called all the same', () => {
    const { hooks } = open()
    const told: number[] = []
    const undo = hooks.hook('session:cleared', () => {
      told.push(1)
      undo()
    })
    hooks.hook('session:cleared', () => void told.push(2))
    hooks.notify('session:cleared', {})
    hooks.notify('session:cleared', {})
    expect(told).toEqual([1, 2, 2])
  })
})

describe('after dispose', () => {
  it.each(['call', 'callSync'] as const)('%s calls nobody and says why', async (call) => {
    const { hooks, dispose } = open()
    hooks.hook('url:build', never)
    hooks.hook('session:fetched', never)
    dispose()
    const failure =
      call === 'call'
        ? await rejection(hooks.call('session:fetched', fetched))
        : thrown(() => hooks.callSync('url:build', url()))
    expect(failure).toMatchObject({ name: 'SDKError', reason: 'disposed' })
  })

  it('nobody is told of anything, and nobody is told that', () => {
    const { hooks, dispose, reported } = open()
    hooks.hook('session:cleared', never)
    dispose()
    hooks.notify('session:cleared', {})
    expect(reported).toEqual([])
  })

  it('the handlers that come after the one which disposes are not called', () => {
    for (const run of ['callSync', 'notify'] as const) {
      const { hooks, dispose } = open()
      const after = vi.fn()
      hooks.hook('url:build', dispose)
      hooks.hook('url:build', () => void after())
      hooks[run]('url:build', url())
      expect(after, run).not.toHaveBeenCalled()
    }
  })

  it('the handlers that come after one which is waited for are not called', async () => {
    const { hooks, dispose } = open()
    const after = vi.fn()
    hooks.hook('session:fetched', async () => dispose())
    hooks.hook('session:fetched', after)
    await hooks.call('session:fetched', fetched)
    expect(after).not.toHaveBeenCalled()
  })
})

describe('in development, hookable', () => {
  it('tells what comes before and after each hook, of either kind', async () => {
    const { hooks } = open()
    const order: string[] = []
    hooks.hookable?.beforeEach(({ name }) => void order.push(`before ${name}`))
    hooks.hookable?.afterEach(({ name, args }) => void order.push(`after ${name} ${args.length}`))
    hooks.hook('session:fetched', async () => void order.push('fetched'))
    hooks.hook('url:build', () => void order.push('built'))
    hooks.callSync('url:build', url())
    await hooks.call('session:fetched', fetched)
    hooks.notify('session:cleared', {})
    expect(order).toEqual([
      ...['before url:build', 'built', 'after url:build 1'],
      ...['before session:fetched', 'fetched', 'after session:fetched 1'],
      ...['before session:cleared', 'after session:cleared 1'],
    ])
  })

  it('takes its own debugger, which writes how long each hook of a kernel takes', async () => {
    const page = openPage()
    page.answer(json(200, {}))
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport()])
    if (!kernel.hookable) throw new Error('The development build has an instance of hookable')
    const ended: unknown[] = []
    const time = vi.spyOn(console, 'time').mockReturnValue()
    const timeEnd = vi.spyOn(console, 'timeEnd').mockImplementation((label) => void ended.push(label))
    const debug = createDebugger(kernel.hookable, {
      tag: 'portico',
      filter: 'session:',
      inspect: false,
      group: false,
    })
    await identity.hasSession()
    debug.close()
    kernel.clearSession()
    time.mockRestore()
    timeEnd.mockRestore()
    expect(ended).toEqual(
      ['started', 'request', 'check', 'fetched', 'check', 'settled'].map(
        (moment) => `[portico] session:${moment}`,
      ),
    )
  })
})

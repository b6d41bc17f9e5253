import { createDebugger } from 'hookable'
import { describe, expect, it, vi } from 'vitest'
import { SDKError } from '../../core/errors.ts'
import type { SessionFetchedContext } from '../../core/kernel/hooks.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { openKernel, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage, openPageWith } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'

const boom = new Error('boom')
const throwing = () => {
  throw boom
}
const url = () => ({ kind: 'login' as const, query: new URLSearchParams() })
// The handlers of these tests look at nothing in it.
const fetched = {} as SessionFetchedContext

function open() {
  const { window, reported } = openPage()
  const { kernel, identity } = openKernel(optionsFor({ window }))
  return { kernel, reported, dispose: identity.dispose }
}

/** A handler that nobody may call. */
const never = () => expect.unreachable('called all the same')

describe('synchronous hooks', () => {
  it('call their handlers in order', () => {
    const { kernel } = open()
    kernel.hook('url:build', ({ query }) => query.append('a', '1'))
    kernel.hook('url:build', ({ query }) => query.append('b', '2'))
    kernel.hook('session:cleared', never)
    const built = url()
    kernel.callSync('url:build', built)
    expect(`${built.query}`).toBe('a=1&b=2')
  })

  it('throw what a handler throws, as an error of ours with its cause, and call no handler after it', () => {
    const { kernel, reported } = open()
    kernel.hook('url:build', throwing)
    kernel.hook('url:build', never)
    expect(thrown(() => kernel.callSync('url:build', url()))).toMatchObject({
      reason: 'plugin-failed',
      message: expect.stringContaining('url:build'),
      cause: boom,
    })
    expect(reported).toEqual([])
  })

  it('throw an error of ours as it is', () => {
    const { kernel } = open()
    const own = new SDKError('argument-invalid', 'x')
    kernel.hook('url:build', () => {
      throw own
    })
    expect(thrown(() => kernel.callSync('url:build', url()))).toBe(own)
  })

  it.each([
    ['a promise', async () => {}],
    ['an object', () => ({})],
  ])('tell a developer of a handler that returns %s, which nobody would see', (_, handler) => {
    const { kernel } = open()
    // The compiler refuses such a handler, too.
    kernel.hook('url:build', handler as never)
    expect(thrown(() => kernel.callSync('url:build', url()))).toMatchObject(
      sdkError('plugin-failed', 'url:build'),
    )
  })

  it('ignore a plain value that an expression happens to return', () => {
    const { kernel } = open()
    kernel.hook('url:build', (() => 7) as never)
    expect(() => kernel.callSync('url:build', url())).not.toThrow()
  })
})

describe('hooks whose handlers are told of something', () => {
  it.each([
    ['throws', throwing, boom],
    // The compiler refuses such a handler, too.
    ['returns a promise', async () => {}, expect.objectContaining({ reason: 'plugin-failed' })],
  ])('report to the page that a handler %s, and tell the others', (_, handler, error) => {
    const { kernel, reported } = open()
    const told = vi.fn()
    kernel.hook('session:cleared', () => void told(1))
    kernel.hook('session:cleared', handler as never)
    kernel.hook('session:cleared', () => void told(3))
    kernel.notify('session:cleared', {})
    expect(told.mock.calls).toEqual([[1], [3]])
    expect(reported).toEqual([error])
  })

  it('tell nobody more once what they are about is over', () => {
    const { kernel } = open()
    let isOver = false
    const told: number[] = []
    kernel.hook('session:cleared', () => void told.push(1))
    kernel.hook('session:cleared', () => {
      isOver = true
    })
    kernel.hook('session:cleared', () => void told.push(3))
    kernel.notify('session:cleared', {}, () => isOver)
    kernel.notify('session:cleared', {}, () => isOver)
    expect(told).toEqual([1])
  })

  it('let events reach the page after the last handler of the outermost hook, in order', () => {
    const { kernel } = open()
    const order: string[] = []
    kernel.on('logout', () => order.push('logout'))
    kernel.on('notLoggedin', () => order.push('notLoggedin'))
    kernel.hook('session:settled', () => {
      kernel.notify('session:cleared', {})
      kernel.emit('notLoggedin', null)
    })
    kernel.hook('session:settled', () => void order.push('outer, next'))
    kernel.hook('session:cleared', () => kernel.emit('logout', null))
    kernel.hook('session:cleared', () => void order.push('inner, next'))
    kernel.notify('session:settled', {} as never)
    expect(order).toEqual(['inner, next', 'outer, next', 'logout', 'notLoggedin'])
    kernel.emit('logout', null)
    expect(order.at(-1)).toBe('logout')
  })

  it('let the events go to those who listen by then', () => {
    const { kernel } = open()
    const [early, late] = [vi.fn(), vi.fn()]
    kernel.on('logout', early)
    kernel.hook('session:cleared', () => {
      kernel.emit('logout', null)
      kernel.off('logout', early)
      kernel.on('logout', late)
    })
    kernel.notify('session:cleared', {})
    expect([early.mock.calls.length, late.mock.calls.length]).toEqual([0, 1])
  })

  it('let an event of a hook that may be answered reach the page at once', () => {
    const { kernel } = open()
    const order: string[] = []
    kernel.on('logout', () => order.push('logout'))
    kernel.hook('url:build', () => kernel.emit('logout', null))
    kernel.hook('url:build', () => void order.push('next handler'))
    kernel.callSync('url:build', url())
    expect(order).toEqual(['logout', 'next handler'])
  })
})

describe('asynchronous hooks', () => {
  it('wait for whatever a handler returns that can be waited for, before the next one', async () => {
    const { kernel } = open()
    const order: unknown[] = []
    const thenable = {
      // biome-ignore lint/suspicious/noThenProperty: a promise of another library
      then(done: () => void) {
        order.push('thenable')
        done()
      },
    }
    kernel.hook('session:fetched', async () => {
      await Promise.resolve()
      order.push('promise')
    })
    // The compiler asks for a promise of its own kind, or nothing.
    kernel.hook('session:fetched', (() => thenable) as never)
    kernel.hook('session:fetched', (() => 7) as never)
    kernel.hook('session:fetched', () => void order.push('next'))
    await kernel.call('session:fetched', fetched)
    expect(order).toEqual(['promise', 'thenable', 'next'])
  })

  it('are over at once where nobody waits for anything', async () => {
    const { kernel } = open()
    const order: number[] = []
    for (const number of [1, 2]) kernel.hook('session:fetched', () => void order.push(number))
    const done = kernel.call('session:fetched', fetched)
    expect(order).toEqual([1, 2])
    await done
  })

  it.each([
    ['at once', () => undefined],
    ['after one that is waited for', () => Promise.resolve()],
  ])('call no handler after one that throws %s, and fail as sync ones throw', async (_, first) => {
    const { kernel } = open()
    kernel.hook('session:fetched', first)
    kernel.hook('session:fetched', throwing)
    kernel.hook('session:fetched', never)
    expect(await rejection(kernel.call('session:fetched', fetched))).toMatchObject({
      reason: 'plugin-failed',
      message: expect.stringContaining('session:fetched'),
      cause: boom,
    })
  })
})

describe('the undo of a hook', () => {
  it('takes its handler off, and no other, also when the handler itself calls it, and twice', () => {
    const { kernel } = open()
    const told: number[] = []
    const second = () => void told.push(2)
    const undoFirst = kernel.hook('session:cleared', () => {
      told.push(1)
      undoFirst()
    })
    const undoSecond = kernel.hook('session:cleared', second)
    kernel.hook('session:cleared', second)
    undoSecond()
    undoSecond()
    kernel.notify('session:cleared', {})
    kernel.notify('session:cleared', {})
    expect(told).toEqual([1, 2, 2])
  })
})

describe('after dispose', () => {
  it('a hook calls nobody, and says why where it may be answered', async () => {
    const { kernel, dispose, reported } = open()
    for (const name of ['url:build', 'session:fetched', 'session:cleared'] as const) kernel.hook(name, never)
    dispose()
    const disposed = { name: 'SDKError', reason: 'disposed' }
    expect(await rejection(kernel.call('session:fetched', fetched))).toMatchObject(disposed)
    expect(thrown(() => kernel.callSync('url:build', url()))).toMatchObject(disposed)
    kernel.notify('session:cleared', {})
    expect(reported).toEqual([])
  })

  it.each(['callSync', 'notify'] as const)(
    '%s calls none of the handlers after the one that disposes',
    (run) => {
      const { kernel, dispose, reported } = open()
      kernel.hook('url:build', dispose)
      kernel.hook('url:build', never)
      expect(() => kernel[run]('url:build', url())).not.toThrow()
      expect(reported).toEqual([])
    },
  )

  it('the handlers that come after one which is waited for are not called', async () => {
    const { kernel, dispose } = open()
    kernel.hook('session:fetched', async () => dispose())
    kernel.hook('session:fetched', never)
    await kernel.call('session:fetched', fetched)
  })
})

describe('in development, hookable', () => {
  it('takes its own debugger, which writes how long each hook of a session call takes', async () => {
    const page = openPageWith(json(200, {}))
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport()])
    if (!kernel.hookable) throw new Error('The development build has an instance of hookable')
    const ended: unknown[] = []
    const time = vi.spyOn(console, 'time').mockReturnValue()
    const timeEnd = vi.spyOn(console, 'timeEnd').mockImplementation((label) => void ended.push(label))
    const debug = createDebugger(kernel.hookable, { inspect: false, group: false })
    await identity.hasSession()
    debug.close()
    kernel.clearSession()
    time.mockRestore()
    timeEnd.mockRestore()
    expect(ended).toEqual(['url:build', 'session:fetched', 'session:settled'])
  })
})

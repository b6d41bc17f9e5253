import { describe, expect, it } from 'vitest'
import { createHooks } from '../../core/create-hooks.ts'
import { SDKError } from '../../core/errors.ts'
import type { SessionAcceptedContext, SessionRequestContext } from '../../core/hooks.ts'
import { rejection, thrown } from '../support/fixtures.ts'

const url = () => ({ kind: 'login' as const, query: new URLSearchParams() })
const request = {} as SessionRequestContext

function open() {
  const controller = new AbortController()
  return { hooks: createHooks(controller.signal), controller }
}

describe('synchronous hooks', () => {
  it('call their handlers in order', () => {
    const { hooks } = open()
    hooks.hook('url:build', ({ query }) => query.append('a', '1'))
    hooks.hook('url:build', ({ query }) => query.append('b', '2'))
    hooks.hook('fetch:before', () => expect.unreachable('another hook'))
    const built = url()
    hooks.callSync('url:build', built)
    expect(`${built.query}`).toBe('a=1&b=2')
  })

  it('throw what a handler throws, as an error of ours with its cause, and call no handler after it', () => {
    const { hooks } = open()
    const boom = new Error('boom')
    hooks.hook('url:build', () => {
      throw boom
    })
    hooks.hook('url:build', () => expect.unreachable('called after a throw'))
    expect(thrown(() => hooks.callSync('url:build', url()))).toMatchObject({
      reason: 'plugin-failed',
      message: expect.stringContaining('url:build'),
      cause: boom,
    })
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
    hooks.hook('url:build', handler as never)
    expect(thrown(() => hooks.callSync('url:build', url()))).toMatchObject({
      reason: 'plugin-failed',
      message: expect.stringContaining('url:build'),
    })
  })

  it('mind no value that an expression happens to return', () => {
    const { hooks } = open()
    hooks.hook('url:build', (() => 7) as never)
    expect(() => hooks.callSync('url:build', url())).not.toThrow()
  })

  it('tell nobody more of a call that a handler has ended', () => {
    const { hooks } = open()
    let isCurrent = true
    const context = { isCurrent: () => isCurrent } as SessionAcceptedContext
    const told: number[] = []
    hooks.hook('session:accepted', () => void told.push(1))
    hooks.hook('session:accepted', () => void (isCurrent = false))
    hooks.hook('session:accepted', () => void told.push(3))
    hooks.callSync('session:accepted', context)
    expect(told).toEqual([1])
    hooks.callSync('session:accepted', context)
    expect(told).toEqual([1])
  })

  it('do nothing without handlers', () => {
    expect(() => open().hooks.callSync('url:build', url())).not.toThrow()
  })
})

describe('asynchronous hooks', () => {
  it('await each handler before the next', async () => {
    const { hooks } = open()
    const order: number[] = []
    hooks.hook('session:request', async () => {
      await Promise.resolve()
      order.push(1)
    })
    hooks.hook('session:request', () => void order.push(2))
    await hooks.call('session:request', request)
    expect(order).toEqual([1, 2])
  })

  it('are over at once where nobody waits for anything', async () => {
    const { hooks } = open()
    const order: number[] = []
    for (const number of [1, 2]) hooks.hook('session:request', () => void order.push(number))
    const done = hooks.call('session:request', request)
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
    hooks.hook('session:request', (() => thenable) as never)
    hooks.hook('session:request', (() => 7) as never)
    hooks.hook('session:request', () => void order.push('next'))
    await hooks.call('session:request', request)
    expect(order).toEqual(['waited', 'next'])
  })

  it('do nothing without handlers', async () => {
    await open().hooks.call('session:request', request)
  })

  it.each([
    ['at once', () => undefined],
    ['after one that is waited for', () => Promise.resolve()],
  ])('call no handler after one that throws %s, and fail as sync ones throw', async (_, first) => {
    const { hooks } = open()
    const boom = new Error('boom')
    const order: number[] = []
    hooks.hook('session:request', first)
    hooks.hook('session:request', () => {
      throw boom
    })
    hooks.hook('session:request', () => void order.push(3))
    expect(await rejection(hooks.call('session:request', request))).toMatchObject({
      reason: 'plugin-failed',
      message: expect.stringContaining('session:request'),
      cause: boom,
    })
    expect(order).toEqual([])
  })
})

it.each(['call', 'callSync'] as const)('after dispose, %s calls nobody and says why', async (call) => {
  const { hooks, controller } = open()
  const disposed = new SDKError('disposed')
  hooks.hook('url:build', () => expect.unreachable('called after dispose'))
  hooks.hook('session:request', () => expect.unreachable('called after dispose'))
  controller.abort(disposed)
  const failure =
    call === 'call'
      ? await rejection(hooks.call('session:request', request))
      : thrown(() => hooks.callSync('url:build', url()))
  expect(failure).toBe(disposed)
})

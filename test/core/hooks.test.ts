import { describe, expect, it } from 'vitest'
import { Hooks } from '../../core/hooks.ts'
import { rejection, thrown } from '../support/fixtures.ts'

const url = () => ({ kind: 'login' as const, query: new URLSearchParams() })

describe('synchronous hooks', () => {
  it('call their handlers in order, and a handler taken off no more', () => {
    const hooks = new Hooks()
    hooks.hook('url:build', ({ query }) => query.append('a', '1'))
    const off = hooks.hook('url:build', ({ query }) => query.append('b', '2'))
    hooks.hook('url:build', ({ query }) => query.append('c', '3'))
    const first = url()
    hooks.callSync('url:build', first)
    expect(`${first.query}`).toBe('a=1&b=2&c=3')
    off()
    const second = url()
    hooks.callSync('url:build', second)
    expect(`${second.query}`).toBe('a=1&c=3')
  })

  it('call the next handler also when one takes itself off', () => {
    const hooks = new Hooks()
    const off: () => void = hooks.hook('url:build', () => off())
    hooks.hook('url:build', ({ query }) => query.append('b', '2'))
    const built = url()
    hooks.callSync('url:build', built)
    expect(`${built.query}`).toBe('b=2')
  })

  it('throw what a handler throws, as an error of ours with its cause', () => {
    const hooks = new Hooks()
    const boom = new Error('boom')
    hooks.hook('url:build', () => {
      throw boom
    })
    expect(thrown(() => hooks.callSync('url:build', url()))).toMatchObject({
      reason: 'plugin-failed',
      message: 'A plugin threw from url:build.',
      cause: boom,
    })
  })

  it('refuse a handler that returns a promise', () => {
    const hooks = new Hooks()
    hooks.hook('url:build', (async () => {}) as never)
    expect(thrown(() => hooks.callSync('url:build', url()))).toMatchObject({
      reason: 'plugin-failed',
      message: expect.stringContaining('url:build'),
    })
  })

  it('do nothing without handlers', () => {
    expect(() => new Hooks().callSync('url:build', url())).not.toThrow()
  })
})

describe('asynchronous hooks', () => {
  it('await each handler before the next', async () => {
    const hooks = new Hooks()
    const order: number[] = []
    hooks.hook('session:request', async () => {
      await Promise.resolve()
      order.push(1)
    })
    hooks.hook('session:request', () => void order.push(2))
    await hooks.call('session:request', {})
    expect(order).toEqual([1, 2])
  })

  it('call the next handler also when one takes itself off', async () => {
    const hooks = new Hooks()
    const order: number[] = []
    const off: () => void = hooks.hook('session:request', () => off())
    hooks.hook('session:request', () => void order.push(2))
    await hooks.call('session:request', {})
    expect(order).toEqual([2])
  })

  it('give nothing to wait for when no handler does, and wait for anything that can be waited for', async () => {
    const hooks = new Hooks()
    expect(hooks.call('session:request', {})).toBeUndefined()
    hooks.hook('session:request', () => {})
    expect(hooks.call('session:request', {})).toBeUndefined()
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
    await hooks.call('session:request', {})
    expect(order).toEqual(['waited', 'next'])
  })

  it.each([
    ['at once', () => undefined],
    ['after one that is waited for', () => Promise.resolve()],
  ])('call no handler after one that throws %s', async (_, first) => {
    const hooks = new Hooks()
    const order: number[] = []
    hooks.hook('session:request', first)
    hooks.hook('session:request', () => {
      throw new Error('boom')
    })
    hooks.hook('session:request', () => void order.push(3))
    expect(await rejection(hooks.call('session:request', {}) as Promise<void>)).toMatchObject({
      reason: 'plugin-failed',
    })
    expect(order).toEqual([])
  })

  it('reject with what a handler throws, as an error of ours with its cause', async () => {
    const hooks = new Hooks()
    const boom = new Error('boom')
    hooks.hook('session:request', () => {
      throw boom
    })
    expect(await rejection(hooks.call('session:request', {}) as Promise<void>)).toMatchObject({
      reason: 'plugin-failed',
      message: 'A plugin threw from session:request.',
      cause: boom,
    })
  })
})

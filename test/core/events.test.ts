import { describe, expect, it, vi } from 'vitest'
import { ADA, GRACE, openKernel, optionsFor, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'

const create = () => openKernel(optionsFor(openPage())).identity

describe('events', () => {
  it('reach listeners in the order of subscription, with the payload', () => {
    const events = create()
    const heard: unknown[] = []
    events.on('login', (session) => heard.push(['first', session]))
    events.on('login', (session) => heard.push(['second', session]))
    events.on('logout', () => heard.push('wrong event'))
    events.emit('login', ADA)
    expect(heard).toEqual([
      ['first', ADA],
      ['second', ADA],
    ])
  })

  it('call a listener once by once, even when it emits the event again', () => {
    const events = create()
    const heard = vi.fn(() => events.emit('login', ADA))
    events.once('login', heard)
    events.emit('login', ADA)
    expect(heard).toHaveBeenCalledOnce()
  })

  it('call a listener once by once, even when the one before it emits the event again', () => {
    const events = create()
    const heard: unknown[] = []
    events.once('login', () => events.emit('login', GRACE))
    events.once('login', (session) => heard.push(session))
    events.emit('login', ADA)
    expect(heard).toEqual([GRACE])
  })

  it('call a listener that was added twice once', () => {
    const events = create()
    const heard = vi.fn()
    events.on('login', heard)
    events.on('login', heard)
    events.emit('login', ADA)
    expect(heard).toHaveBeenCalledOnce()
  })

  it('stop for one listener, by off or by what on returned', () => {
    const events = create()
    const [a, b, c] = [vi.fn(), vi.fn(), vi.fn()]
    events.on('login', a)
    const stop = events.once('login', b)
    events.on('login', c)
    events.off('login', a)
    stop()
    events.emit('login', ADA)
    expect(a).not.toHaveBeenCalled()
    expect(b).not.toHaveBeenCalled()
    expect(c).toHaveBeenCalledOnce()
  })

  it('stop for all listeners of an event, and of that alone', () => {
    const events = create()
    const heard = vi.fn()
    events.on('login', heard)
    events.on('logout', heard)
    events.off('login')
    events.off('userChange', heard)
    events.emit('login', ADA)
    expect(heard).not.toHaveBeenCalled()
    events.emit('logout', null)
    expect(heard).toHaveBeenCalledExactlyOnceWith(null)
  })

  it('call listeners that were there at the time, and no more those taken off meanwhile the next time', () => {
    const events = create()
    const added = vi.fn()
    const removed = vi.fn()
    events.on('login', () => {
      events.on('login', added)
      events.off('login', removed)
    })
    events.on('login', removed)
    events.emit('login', ADA)
    expect(added).not.toHaveBeenCalled()
    events.emit('login', ADA)
    expect(added).toHaveBeenCalledOnce()
    expect(removed).toHaveBeenCalledOnce()
  })

  it('are told to nobody once the identity is disposed, but may still be listened to', () => {
    const events = create()
    const heard = vi.fn()
    events.on('login', heard)
    events.dispose()
    expect(() => events.once('login', heard)).not.toThrow()
    events.emit('login', ADA)
    events.off('login')
    expect(heard).not.toHaveBeenCalled()
  })

  it.each([{}, undefined, null, 'f'])('refuse %j for a listener, and name it', (listener) => {
    expect(thrown(() => create().on('login', listener as never))).toMatchObject(
      sdkError('argument-invalid', /listener .*a function/),
    )
  })

  it('end when a listener disposes of the identity: the listeners after it are not called', () => {
    const events = create()
    const heard = vi.fn()
    events.on('logout', events.dispose)
    events.on('logout', heard)
    events.emit('logout', null)
    expect(heard).not.toHaveBeenCalled()
  })

  it.each([
    ['on, then by once', ['on', 'once']],
    ['once, then by on', ['once', 'on']],
  ] as const)('reach a listener each time when it was added by %s', (_, ways) => {
    const events = create()
    const heard = vi.fn()
    for (const way of ways) events[way]('logout', heard)
    events.emit('logout', null)
    events.emit('logout', null)
    expect(heard).toHaveBeenCalledTimes(2)
  })
})

import { describe, expect, it, vi } from 'vitest'
import { createEvents } from '../../core/events.ts'
import { ADA, thrown } from '../support/fixtures.ts'

describe('events', () => {
  it('reach listeners in the order of subscription, with the payload', () => {
    const events = createEvents(vi.fn())
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

  it('go on after a listener that throws, and report it', () => {
    const report = vi.fn()
    const events = createEvents(report)
    const boom = new Error('boom')
    const heard = vi.fn()
    events.on('login', () => {
      throw boom
    })
    events.on('login', heard)
    events.emit('login', ADA)
    expect(heard).toHaveBeenCalledOnce()
    expect(report).toHaveBeenCalledExactlyOnceWith(boom)
  })

  it('call a listener once by once, even when it emits the event again', () => {
    const events = createEvents(vi.fn())
    const heard = vi.fn(() => events.emit('login', ADA))
    events.once('login', heard)
    events.emit('login', ADA)
    expect(heard).toHaveBeenCalledOnce()
  })

  it('call a listener that was added twice once', () => {
    const events = createEvents(vi.fn())
    const heard = vi.fn()
    events.on('login', heard)
    events.on('login', heard)
    events.emit('login', ADA)
    expect(heard).toHaveBeenCalledOnce()
  })

  it('stop for one listener, by off or by what on returned', () => {
    const events = createEvents(vi.fn())
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

  it('stop for all listeners of an event, or of all', () => {
    const events = createEvents(vi.fn())
    const heard = vi.fn()
    events.on('login', heard)
    events.on('logout', heard)
    events.off('login')
    events.off('userChange', heard)
    events.emit('login', ADA)
    expect(heard).not.toHaveBeenCalled()
    events.clear()
    events.emit('logout', null)
    expect(heard).not.toHaveBeenCalled()
  })

  it('refuse a listener that is no function', () => {
    expect(thrown(() => createEvents(vi.fn()).on('login', {} as never))).toMatchObject({
      reason: 'argument-invalid',
      message: 'listener is an object: give a function.',
    })
  })
})

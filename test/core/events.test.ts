import { describe, expect, it, vi } from 'vitest'
import { createEvents } from '../../core/kernel/events.ts'
import { ADA, GRACE, thrown } from '../support/fixtures.ts'

/** Runs a listener, and keeps what it throws. */
function guarding() {
  const caught: unknown[] = []
  const guard = (run: () => void) => {
    try {
      run()
    } catch (error) {
      caught.push(error)
    }
  }
  return { guard, caught }
}

const create = () => createEvents(guarding().guard, () => false)

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

  it('go on after a listener that throws, and report it', () => {
    const { guard, caught } = guarding()
    const events = createEvents(guard, () => false)
    const boom = new Error('boom')
    const heard = vi.fn()
    events.on('login', () => {
      throw boom
    })
    events.on('login', heard)
    events.emit('login', ADA)
    expect(heard).toHaveBeenCalledOnce()
    expect(caught).toEqual([boom])
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
    let isDisposed = false
    const events = createEvents(guarding().guard, () => isDisposed)
    const heard = vi.fn()
    events.on('login', heard)
    isDisposed = true
    expect(() => events.once('login', heard)).not.toThrow()
    events.emit('login', ADA)
    events.off('login')
    expect(heard).not.toHaveBeenCalled()
  })

  it.each([{}, undefined, null, 'f'])('refuse %j for a listener, and name it', (listener) => {
    expect(thrown(() => create().on('login', listener as never))).toMatchObject({
      reason: 'argument-invalid',
      message: expect.stringMatching(/listener .*a function/),
    })
  })
})

describe('events that are held back', () => {
  it('reach their listeners in order, when what holds them back is over', () => {
    const events = create()
    const heard: unknown[] = []
    events.on('login', (session) => heard.push(session))
    events.on('logout', () => heard.push('logout'))
    events.emitAfter(() => {
      events.emit('login', ADA)
      events.emit('logout', null)
      heard.push('over')
    })
    expect(heard).toEqual(['over', ADA, 'logout'])
    events.emit('logout', null)
    expect(heard.at(-1)).toBe('logout')
    expect(heard).toHaveLength(4)
  })

  it('wait for the outermost, where one is within the other', () => {
    const events = create()
    const heard: unknown[] = []
    events.on('logout', () => heard.push('logout'))
    events.emitAfter(() => {
      events.emitAfter(() => events.emit('logout', null))
      heard.push('over')
    })
    expect(heard).toEqual(['over', 'logout'])
  })

  it('reach those who listen by then', () => {
    const events = create()
    const [early, late] = [vi.fn(), vi.fn()]
    events.on('logout', early)
    events.emitAfter(() => {
      events.emit('logout', null)
      events.off('logout', early)
      events.on('logout', late)
    })
    expect(early).not.toHaveBeenCalled()
    expect(late).toHaveBeenCalledOnce()
  })

  it('reach their listeners also where what holds them back throws, and that is reported', () => {
    const { guard, caught } = guarding()
    const events = createEvents(guard, () => false)
    const boom = new Error('boom')
    const heard = vi.fn()
    events.on('logout', heard)
    events.emitAfter(() => {
      events.emit('logout', null)
      throw boom
    })
    expect(heard).toHaveBeenCalledOnce()
    expect(caught).toEqual([boom])
  })

  it('are told to nobody when the identity is disposed meanwhile', () => {
    let isDisposed = false
    const events = createEvents(guarding().guard, () => isDisposed)
    const heard = vi.fn()
    events.on('logout', heard)
    events.emitAfter(() => {
      events.emit('logout', null)
      isDisposed = true
    })
    expect(heard).not.toHaveBeenCalled()
  })

  it('end when a listener disposes of the identity: the listeners after it are not called', () => {
    let isDisposed = false
    const events = createEvents(guarding().guard, () => isDisposed)
    const heard = vi.fn()
    events.on('logout', () => {
      isDisposed = true
    })
    events.on('logout', heard)
    events.emit('logout', null)
    expect(heard).not.toHaveBeenCalled()
  })

  it.each([
    ['on, then by once', ['on', 'once']],
    ['once, then by on', ['once', 'on']],
  ] as const)('reach a listener each time when it was added by %s', (_, ways) => {
    const events = createEvents(guarding().guard, () => false)
    const heard = vi.fn()
    for (const way of ways) events[way]('logout', heard)
    events.emit('logout', null)
    events.emit('logout', null)
    expect(heard).toHaveBeenCalledTimes(2)
  })
})

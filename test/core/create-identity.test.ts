import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import { definePlugin, type Plugin } from '../../core/kernel/plugin.ts'
import type { BrowserWindow } from '../../core/options.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, openKernel, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage, openPageWith } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'

const named = (name: string, api: object = {}): Plugin<object> => ({ name, setup: () => api })
const boom = new Error('boom')
const thrower = () => {
  throw boom
}

describe('createIdentity', () => {
  it('returns the core methods and exactly those that the plugins contribute', () => {
    const greeting = definePlugin({ name: 'greeting', setup: () => ({ greet: () => 'hello' }) })
    const identity = createIdentity(optionsFor(openPage()), [greeting, named('silent')])
    expect(Object.keys(identity).sort()).toEqual('dispose emit greet hasSession off on once'.split(' '))
    expect(identity.greet()).toBe('hello')
  })

  it('has methods that may be taken off it', async () => {
    const page = openPageWith(json(200, ADA))
    const { hasSession, on, emit, dispose } = createIdentity(optionsFor(page), [fetchTransport()])
    const heard = vi.fn()
    on('login', heard)
    expect(await hasSession()).toEqual(ADA)
    emit('login', ADA)
    expect(heard).toHaveBeenCalledOnce()
    dispose()
    expect(await rejection(hasSession())).toMatchObject({ reason: 'disposed' })
  })

  it('refuses two plugins of one name, and names it', () => {
    expect(
      thrown(() => createIdentity(optionsFor(openPage()), [named('twin'), named('twin')])),
    ).toMatchObject(sdkError('plugin-conflict', 'twin'))
  })

  it.each([
    ['two plugins that contribute the same method', ['left', 'right'], 'go', /left and right .*go\(\)/],
    ['a plugin that would replace a core method', ['thief'], 'hasSession', /core and thief .*hasSession\(\)/],
  ])('refuses %s, and names both and the method', (_, names, method, message) => {
    const plugins = names.map((name) => named(name, { [method]() {} }))
    expect(thrown(() => createIdentity(optionsFor(openPage()), plugins))).toMatchObject({
      reason: 'plugin-conflict',
      message: expect.stringMatching(message),
    })
  })

  it('takes methods that are named like those of every object', () => {
    const plugins = [
      named('left', { toString: () => 'left' }),
      named('right', { constructor: () => 'right' }),
    ]
    expect(`${createIdentity(optionsFor(openPage()), plugins)}`).toBe('left')
  })

  it('refuses a plugin whose requirement was not composed, wherever it stands in the list', () => {
    const needy: Plugin = { name: 'needy', requires: ['friend'], setup() {} }
    expect(thrown(() => createIdentity(optionsFor(openPage()), [needy]))).toMatchObject(
      sdkError('plugin-missing', /needy .*friend/),
    )
    expect(() => createIdentity(optionsFor(openPage()), [needy, named('friend')])).not.toThrow()
  })

  it.each([
    ['a factory that was not called', () => named('x')],
    ['nothing', undefined],
    ['null', null],
    ['a plugin without setup', { name: 'x' }],
    ['a plugin without a name', { setup() {} }],
  ])('refuses %s in the list of plugins, and says at which place', (_, entry) => {
    const plugins = [named('first'), entry as never]
    expect(thrown(() => createIdentity(optionsFor(openPage()), plugins))).toMatchObject(
      sdkError('option-invalid', /number 2 of plugins .*factory/),
    )
  })

  it.each([undefined, null, {}, named('x')])('refuses %o for a list of plugins', (plugins) => {
    expect(thrown(() => createIdentity(optionsFor(openPage()), plugins as never))).toMatchObject(
      sdkError('option-invalid', /plugins is .*Give a list of plugins/),
    )
  })

  it('undoes what was set up, last first, when a later setup throws, names its plugin, and gives the cause', () => {
    const undone: string[] = []
    const undoable = (name: string): Plugin => ({
      name,
      setup: (kernel) => kernel.onDispose(() => undone.push(name)),
    })
    const broken: Plugin = { name: 'broken', setup: thrower }
    const error = thrown(() => createIdentity(optionsFor(openPage()), [undoable('a'), undoable('b'), broken]))
    expect(error).toMatchObject({
      reason: 'plugin-failed',
      message: expect.stringMatching(/^plugin-failed: broken\./),
      cause: boom,
    })
    expect(undone).toEqual(['b', 'a'])
  })

  it('undoes what was set up also when a method is contributed twice', () => {
    const undone = vi.fn()
    const first: Plugin<object> = {
      name: 'first',
      setup(kernel) {
        kernel.onDispose(undone)
        return { go() {} }
      },
    }
    thrown(() => createIdentity(optionsFor(openPage()), [first, named('second', { go() {} })]))
    expect(undone).toHaveBeenCalledOnce()
  })
})

describe('the kernel', () => {
  it('logs under its name', () => {
    const log = vi.fn()
    openKernel(optionsFor(openPage(), { log })).kernel.log('hello')
    expect(log).toHaveBeenCalledExactlyOnceWith('portico: hello')
    expect(() => openKernel(optionsFor(openPage())).kernel.log('hello')).not.toThrow()
  })

  it.each([
    [
      'log',
      (page: ReturnType<typeof openPage>) => openKernel(optionsFor(page, { log: thrower })).kernel.log('x'),
    ],
    [
      'listener',
      (page: ReturnType<typeof openPage>) => {
        const { kernel } = openKernel(optionsFor(page))
        kernel.on('login', thrower)
        kernel.emit('login', ADA)
      },
    ],
    [
      'undo',
      (page: ReturnType<typeof openPage>) => {
        const { kernel, identity } = openKernel(optionsFor(page))
        kernel.onDispose(thrower)
        identity.dispose()
      },
    ],
    [
      'late undo',
      (page: ReturnType<typeof openPage>) => {
        const { kernel, identity } = openKernel(optionsFor(page))
        identity.dispose()
        kernel.onDispose(thrower)
      },
    ],
  ])('reports a %s that throws to the page, and goes on, also where nobody takes reports', (_, run) => {
    const page = openPage()
    run(page)
    expect(page.reported).toEqual([boom])
    Object.defineProperty(page.window, 'reportError', { value: undefined })
    expect(() => run(page)).not.toThrow()
  })

  it('knows what is composed, and the window to work in', () => {
    const page = openPage()
    const { kernel } = openKernel(optionsFor(page), [named('first'), named('second')])
    expect(kernel.plugins.map(({ name }) => name)).toEqual(['first', 'second', 'probe'])
    expect(kernel.window).toBe(page.window)
    expect(kernel.options.clientId).toBe('client-1')
  })
})

describe('what listens to the window', () => {
  function open(window = openPage().window) {
    const { kernel, identity } = openKernel({ ...optionsFor(openPage()), window })
    const heard = vi.fn()
    const dispatch = () => void window.dispatchEvent(new window.Event('online'))
    return { kernel, identity, heard, dispatch }
  }

  it('hears its events until it is taken off, or until dispose', () => {
    const { kernel, identity, heard, dispatch } = open()
    const stop = kernel.listen('online', heard)
    const other = vi.fn()
    kernel.listen('online', other)
    dispatch()
    stop()
    stop()
    dispatch()
    expect(heard).toHaveBeenCalledOnce()
    identity.dispose()
    dispatch()
    expect(other).toHaveBeenCalledTimes(2)
  })

  it('hears them on their way down, where it asks for that, and is taken off there', () => {
    // Of Node's own: happy-dom takes a listener off wherever it was added.
    const target = new EventTarget()
    const { kernel, heard } = open(Object.assign(target, { location: {}, Event }) as unknown as BrowserWindow)
    const phases: number[] = []
    const stop = kernel.listen('click', heard, { capture: true })
    kernel.listen('click', ({ eventPhase }) => phases.push(eventPhase))
    stop()
    target.dispatchEvent(new Event('click'))
    expect(heard).not.toHaveBeenCalled()
    expect(phases).toHaveLength(1)
    const { window } = openPage()
    const order: string[] = []
    window.document.addEventListener('click', () => order.push('document'))
    open(window).kernel.listen('click', () => order.push('window'), { capture: true })
    window.document.dispatchEvent(new window.Event('click', { bubbles: true }))
    expect(order).toEqual(['window', 'document'])
  })

  it('leaves nothing to undo once it was taken off', () => {
    const { window } = openPage()
    const { kernel, identity, heard } = open(window)
    const remove = vi.spyOn(window, 'removeEventListener')
    kernel.listen('online', heard)()
    expect(remove).toHaveBeenCalledOnce()
    identity.dispose()
    expect(remove).toHaveBeenCalledOnce()
  })

  it('is taken off in a window that refuses the signals of another realm', () => {
    const { window } = openPage()
    const add = window.addEventListener
    const strict = (...given: Parameters<typeof add>) => {
      if ('signal' in Object(given[2])) throw new TypeError("parameter 3 is not of type 'AbortSignal'")
      add.apply(window, given)
    }
    Object.defineProperty(window, 'addEventListener', { value: strict })
    const { kernel, identity, heard, dispatch } = open(window)
    kernel.listen('online', heard, { capture: true })
    dispatch()
    identity.dispose()
    dispatch()
    expect(heard).toHaveBeenCalledOnce()
  })

  it('does nothing where the window has no events', () => {
    const window = { location: {} } as BrowserWindow
    const { kernel, identity, heard } = open(window)
    expect(kernel.listen('online', heard)).not.toThrow()
    expect(identity.dispose).not.toThrow()
  })

  it('is taken off at once after dispose', () => {
    const { kernel, identity, heard, dispatch } = open()
    identity.dispose()
    kernel.listen('online', heard)
    dispatch()
    expect(heard).not.toHaveBeenCalled()
  })
})

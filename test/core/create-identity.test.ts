import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import { definePlugin, type Plugin } from '../../core/plugin.ts'
import { ADA, openKernel, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'

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
    const page = openPage()
    page.answer(json(200, ADA))
    const transport: Plugin = {
      name: 'transport',
      setup: (kernel) =>
        void (kernel.transport = async (url) => {
          const response = await kernel.window.fetch(url, { signal: kernel.signal })
          return { status: response.status, body: await response.json() }
        }),
    }
    const { hasSession, on, emit, dispose } = createIdentity(optionsFor(page), [transport])
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
    ).toMatchObject({
      reason: 'plugin-conflict',
      message: expect.stringContaining('twin'),
    })
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
    expect(thrown(() => createIdentity(optionsFor(openPage()), [needy]))).toMatchObject({
      reason: 'plugin-missing',
      message: expect.stringMatching(/needy .*friend/),
    })
    expect(() => createIdentity(optionsFor(openPage()), [needy, named('friend')])).not.toThrow()
  })

  it('refuses a plugin that stands before one that must come first, and names both', () => {
    const late: Plugin = { name: 'late', after: ['early', 'absent'], setup() {} }
    const early = named('early')
    expect(thrown(() => createIdentity(optionsFor(openPage()), [late, early]))).toMatchObject({
      reason: 'plugin-conflict',
      message: expect.stringMatching(/late stands before early/),
    })
    expect(() => createIdentity(optionsFor(openPage()), [early, late])).not.toThrow()
  })

  it.each([
    ['a factory that was not called', () => named('x')],
    ['nothing', undefined],
    ['null', null],
    ['a plugin without setup', { name: 'x' }],
    ['a plugin without a name', { setup() {} }],
  ])('refuses %s in the list of plugins, and says at which place', (_, entry) => {
    const plugins = [named('first'), entry as never]
    expect(thrown(() => createIdentity(optionsFor(openPage()), plugins))).toMatchObject({
      reason: 'option-invalid',
      message: expect.stringMatching(/plugin 2 .*factory/),
    })
  })

  it.each([undefined, null, {}, named('x')])('refuses %o for a list of plugins', (plugins) => {
    expect(thrown(() => createIdentity(optionsFor(openPage()), plugins as never))).toMatchObject({
      reason: 'option-invalid',
      message: expect.stringContaining('plugins'),
    })
  })

  it('undoes what was set up, last first, when a later setup throws, and gives the cause', () => {
    const undone: string[] = []
    const undoable = (name: string): Plugin => ({
      name,
      setup: (kernel) => kernel.onDispose(() => undone.push(name)),
    })
    const broken: Plugin = { name: 'broken', setup: thrower }
    const error = thrown(() => createIdentity(optionsFor(openPage()), [undoable('a'), undoable('b'), broken]))
    expect(error).toMatchObject({
      reason: 'plugin-failed',
      message: expect.stringMatching(/^plugin-failed: setup\./),
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

  it('lets plugins call hooks of either kind', async () => {
    const { kernel } = openKernel(optionsFor(openPage()))
    kernel.hook('session:request', (request) => void (request.answer = { status: 200, body: {} }))
    kernel.hook('session:cleared', () => kernel.emit('logout', null))
    const request = {}
    const heard = vi.fn()
    kernel.on('logout', heard)
    await kernel.call('session:request', request as never)
    kernel.callSync('session:cleared', {})
    expect(request).toEqual({ answer: { status: 200, body: {} } })
    expect(heard).toHaveBeenCalledOnce()
  })
})

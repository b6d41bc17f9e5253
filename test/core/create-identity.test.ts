import { describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import { definePlugin, type Plugin } from '../../core/plugin.ts'
import { optionsFor, thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

const named = (name: string, api: object = {}): Plugin<object> => ({ name, setup: () => api })

describe('createIdentity', () => {
  it('returns the core methods and exactly those that the plugins contribute', () => {
    const greeting = definePlugin({ name: 'greeting', setup: () => ({ greet: () => 'hello' }) })
    const identity = createIdentity(optionsFor(openPage()), [greeting, named('silent')])
    expect(Object.keys(identity).sort()).toEqual(
      'dispose emit greet hasSession login loginUrl logout logoutUrl off on once'.split(' '),
    )
    expect(identity.greet()).toBe('hello')
  })

  it('refuses two plugins of one name, and names it', () => {
    expect(
      thrown(() => createIdentity(optionsFor(openPage()), [named('twin'), named('twin')])),
    ).toMatchObject({
      reason: 'plugin-conflict',
      message: expect.stringContaining('twin'),
    })
  })

  it('refuses two plugins that contribute the same method, and names both', () => {
    const plugins = [named('left', { go() {} }), named('right', { go() {} })]
    expect(thrown(() => createIdentity(optionsFor(openPage()), plugins))).toMatchObject({
      reason: 'plugin-conflict',
      message: 'left and right both contribute go().',
    })
  })

  it('refuses a plugin that would replace a core method', () => {
    expect(
      thrown(() => createIdentity(optionsFor(openPage()), [named('thief', { login() {} })])),
    ).toMatchObject({
      reason: 'plugin-conflict',
      message: 'core and thief both contribute login().',
    })
  })

  it('refuses a plugin whose requirement was not composed, wherever it stands in the list', () => {
    const needy: Plugin = { name: 'needy', requires: ['friend'], setup() {} }
    expect(thrown(() => createIdentity(optionsFor(openPage()), [needy]))).toMatchObject({
      reason: 'plugin-missing',
      message: 'Plugin needy needs plugin friend: compose it too.',
    })
    expect(() => createIdentity(optionsFor(openPage()), [needy, named('friend')])).not.toThrow()
  })

  it.each([
    ['a factory that was not called', () => named('x')],
    ['nothing', undefined],
    ['a plugin without setup', { name: 'x' }],
  ])('refuses %s in the list of plugins', (_, entry) => {
    expect(thrown(() => createIdentity(optionsFor(openPage()), [entry as never]))).toMatchObject({
      reason: 'option-invalid',
      message: expect.stringMatching(
        /^Option plugin is .+: give what its factory returns: was that called\?\.$/,
      ),
    })
  })

  it('refuses a list of plugins that is none', () => {
    expect(thrown(() => createIdentity(optionsFor(openPage()), undefined as never))).toMatchObject({
      reason: 'option-invalid',
      message: 'Option plugins is nothing: give a list of plugins.',
    })
  })

  it('undoes what was set up, last first, when a later setup throws, and gives the cause', () => {
    const undone: string[] = []
    const undoable = (name: string): Plugin => ({
      name,
      setup: (kernel) => kernel.onDispose(() => undone.push(name)),
    })
    const cause = new Error('boom')
    const broken: Plugin = {
      name: 'broken',
      setup() {
        throw cause
      },
    }
    const error = thrown(() => createIdentity(optionsFor(openPage()), [undoable('a'), undoable('b'), broken]))
    expect(error).toMatchObject({
      reason: 'plugin-failed',
      cause,
      message: expect.stringContaining('broken'),
    })
    expect(undone).toEqual(['b', 'a'])
  })
})

describe('dispose', () => {
  it('undoes last first, survives an undo that throws, and twice is harmless', () => {
    const undone: string[] = []
    const log = vi.fn()
    const identity = createIdentity(optionsFor(openPage(), { log }), [
      { name: 'a', setup: (kernel) => kernel.onDispose(() => undone.push('a')) },
      {
        name: 'b',
        setup: (kernel) =>
          kernel.onDispose(() => {
            throw new Error('boom')
          }),
      },
      { name: 'c', setup: (kernel) => kernel.onDispose(() => undone.push('c')) },
    ])
    identity.dispose()
    identity.dispose()
    expect(undone).toEqual(['c', 'a'])
    expect(log).toHaveBeenCalledExactlyOnceWith('portico: an undo threw')
  })

  it('takes hooks and listeners off, and refuses further session calls', async () => {
    const heard = vi.fn()
    const hooked = vi.fn()
    const identity = createIdentity(optionsFor(openPage()), [
      { name: 'a', setup: (kernel) => kernel.hook('url:build', () => void hooked()) },
    ])
    identity.on('error', heard)
    identity.dispose()
    identity.emit('error', undefined as never)
    identity.loginUrl({ state: 's' })
    expect(heard).not.toHaveBeenCalled()
    expect(hooked).not.toHaveBeenCalled()
    await expect(identity.hasSession()).rejects.toMatchObject({
      reason: 'disposed',
      message: 'This identity was disposed: construct a new one.',
    })
  })
})

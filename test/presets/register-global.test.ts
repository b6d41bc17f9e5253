import { describe, expect, it, vi } from 'vitest'
import { registerGlobal } from '../../presets/register-global.ts'
import { thrown } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'

describe('registerGlobal', () => {
  const property = (window: object, name = 'schIdentity') => (window as Record<string, unknown>)[name]

  it('sets the property, and announces the instance on the document and the window', () => {
    const { window } = openPage()
    const heard: unknown[] = []
    window.document.addEventListener('schIdentity:ready', (e) =>
      heard.push(['document', (e as CustomEvent).detail]),
    )
    window.addEventListener('schIdentity:ready', (e) => heard.push(['window', (e as CustomEvent).detail]))
    const instance = {}
    registerGlobal(window, 'Identity', instance)
    expect(property(window)).toBe(instance)
    expect(heard).toEqual([
      ['document', instance],
      ['window', instance],
    ])
  })

  it('leaves the first instance where it is, and announces the second all the same', () => {
    const { window } = openPage()
    const [first, second] = [{}, {}]
    registerGlobal(window, 'Identity', first)
    const heard = vi.fn()
    window.document.addEventListener('schIdentity:ready', (e) => heard((e as CustomEvent).detail))
    registerGlobal(window, 'Identity', second)
    expect(property(window)).toBe(first)
    expect(heard).toHaveBeenCalledExactlyOnceWith(second)
  })

  it('takes its own instance away, and no other', () => {
    const { window } = openPage()
    const [first, second] = [{}, {}]
    const undoFirst = registerGlobal(window, 'Identity', first)
    const undoSecond = registerGlobal(window, 'Identity', second)
    undoSecond()
    expect(property(window)).toBe(first)
    undoFirst()
    undoFirst()
    expect('schIdentity' in window).toBe(false)
  })

  it('takes a prefix', () => {
    const { window } = openPage()
    const heard = vi.fn()
    window.document.addEventListener('myIdentity:ready', heard)
    registerGlobal(window, 'Identity', {}, 'my')
    expect(property(window, 'myIdentity')).toEqual({})
    expect(heard).toHaveBeenCalledOnce()
  })

  it('registers on a global object without a document', () => {
    const global = {} as never
    registerGlobal(global, 'Identity', global)
    expect(property(global)).toBe(global)
  })

  it.each(['sch-', '__proto__]', '1', 'a b', '.', 'ü'])('refuses the prefix %j, by its name', (prefix) => {
    const { window } = openPage()
    expect(thrown(() => registerGlobal(window, 'Identity', {}, prefix))).toMatchObject(
      sdkError('option-invalid', `globalPrefix is "${prefix}"`),
    )
    expect(property(window, `${prefix}Identity`)).toBeUndefined()
  })

  it('serves those who read detail.instance, which is none of the members that are listed', () => {
    const { window } = openPage()
    const heard = vi.fn()
    window.document.addEventListener('schIdentity:ready', (e) => heard((e as CustomEvent).detail.instance))
    const instance = { own: 1 }
    registerGlobal(window, 'Identity', instance)
    expect(heard).toHaveBeenCalledExactlyOnceWith(instance)
    expect(Object.keys(instance)).toEqual(['own'])
    expect(JSON.stringify(instance)).toBe('{"own":1}')
    // Another registration, under another name, is no trouble.
    expect(() => registerGlobal(window, 'Identity', instance, 'my')).not.toThrow()
  })
})

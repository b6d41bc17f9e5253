/** One real identity for all tests, as a page's module has it. */
import { describe, expect, it, vi } from 'vitest'
import { createIdentity, definePlugin } from '../../../core/index.ts'
import { devtools } from '../../../devtools/devtools.ts'
import { diagnose } from '../../../devtools/diagnose.ts'
import { status } from '../../../plugins/reporting/status.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { Identity as CompatIdentity } from '../../../presets/compat/index.ts'
import { createFullIdentity } from '../../../presets/full.ts'
import { Identity } from '../../../presets/identity.ts'
import { reset } from '../../../presets/testing/index.ts'
import { ADA, GRACE, NO_SESSION, optionsFor, rejection, thrown } from '../../support/fixtures.ts'
import { broken, hanging, json, openPage } from '../../support/page.ts'

const counting = () =>
  definePlugin({
    name: 'counting',
    setup() {
      let count = 0
      return { count: () => ++count }
    },
  })

/** One identity, as a module of a page has it. */
function share() {
  const page = openPage()
  const identity = new Identity({ ...optionsFor(page), plugins: [counting()] })
  return { page, identity }
}

describe('a real identity, reset', () => {
  it('knows nobody, keeps nothing, and asks anew', async () => {
    const { page, identity } = share()
    page.answer(json(200, ADA), json(400, NO_SESSION))
    expect(await identity.isLoggedIn()).toBe(true)
    page.window.localStorage.setItem('of-the-page', 'kept')
    reset(identity)
    expect(identity.getSnapshot()).toMatchObject({ status: 'unknown', session: null })
    expect(Object.keys(page.window.sessionStorage).filter((key) => key.includes('client-1'))).toEqual([])
    expect(page.window.localStorage.getItem('of-the-page')).toBe('kept')
    expect(await identity.isLoggedIn()).toBe(false)
    expect(page.requests).toHaveLength(2)
  })

  it('has left nothing that all clients of an origin share: the tab’s number, what devtools keep, the cookie', () => {
    const { page, identity } = share()
    const { sessionStorage, document } = page.window
    const kept = ['portico.tab', 'portico.devtools.login', 'portico.devtools.cause', 'portico.devtools.log']
    for (const key of [...kept, 'portico.table']) sessionStorage.setItem(key, '1')
    for (const domain of ['', '; domain=site.example']) document.cookie = `SP_ID=sp-ada; path=/${domain}`
    document.cookie = 'own=1; path=/'
    let found: (string | null)[] = []
    const looking = createIdentity(optionsFor(page), [
      {
        name: 'looking',
        setup: () => void (found = [...kept.map((key) => sessionStorage.getItem(key)), document.cookie]),
      },
    ])
    expect(found).not.toContain(null)
    reset(looking)
    expect(found).toEqual([null, null, null, null, 'own=1'])
    expect(sessionStorage.getItem('portico.table')).toBe('1')
    identity.dispose()
  })

  it('begins anew on a page without storage, too', async () => {
    const { page, identity } = share()
    page.answer(json(200, ADA), json(200, GRACE))
    await identity.isLoggedIn()
    for (const area of ['sessionStorage', 'localStorage'])
      Object.defineProperty(page.window, area, {
        get() {
          throw new Error('denied')
        },
      })
    reset(identity)
    expect(await identity.hasSession()).toMatchObject({ userId: GRACE.userId })
  })

  it('is the same object, also for who has taken a method off it', async () => {
    const { page, identity } = share()
    const { getSnapshot, isLoggedIn } = identity
    page.answer(json(200, ADA), json(200, ADA))
    await isLoggedIn()
    identity.count()
    reset(identity)
    expect(getSnapshot().status).toBe('unknown')
    expect(identity.count()).toBe(1)
    expect(await isLoggedIn()).toBe(true)
    expect(Reflect.get(page.window, 'schIdentity')).toBe(identity)
  })

  it('keeps the methods of a subclass', async () => {
    const page = openPage()
    class OwnIdentity extends Identity {
      override async isLoggedIn() {
        return !(await super.isLoggedIn())
      }
    }
    const identity = new OwnIdentity(optionsFor(page))
    page.answer(json(200, ADA), json(200, ADA))
    expect(await identity.isLoggedIn()).toBe(false)
    reset(identity)
    const { isLoggedIn } = identity
    expect(await isLoggedIn()).toBe(false)
  })

  it('has the listeners that it had, each once', async () => {
    const { page, identity } = share()
    const [always, once, gone] = [vi.fn(), vi.fn(), vi.fn()]
    const stop = identity.on('login', always)
    identity.once('login', once)
    identity.on('login', gone)
    page.answer(json(200, ADA), json(200, GRACE), json(200, ADA))
    await identity.hasSession()
    reset(identity)
    identity.off('login', gone)
    await identity.hasSession()
    reset(identity)
    stop()
    await identity.hasSession()
    expect([always, once, gone].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1])
  })

  it('has the listeners of its plugins, too, and each plugin hears once', async () => {
    const page = openPage()
    const [heard, own, gone] = [vi.fn(), vi.fn(), vi.fn()]
    const listening = definePlugin({
      name: 'listening',
      setup(kernel) {
        let count = 0
        kernel.on('login', () => heard(++count))
      },
    })
    const identity = new Identity({ ...optionsFor(page), plugins: [listening] })
    const [stopOwn, stopGone] = [identity.on('login', own), identity.on('login', gone)]
    page.answer(json(200, ADA), json(200, ADA), json(200, ADA))
    for (const stop of [stopGone, stopOwn, undefined]) {
      reset(identity)
      stop?.()
      await identity.hasSession()
    }
    // Each time of a composition of its own.
    expect(heard.mock.calls).toEqual([[1], [1], [1]])
    expect([own, gone].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  })

  it('has them in a composition whose plugins listen to nothing', () => {
    const identity = createIdentity(optionsFor(openPage()), [])
    const heard = vi.fn()
    const stop = identity.on('login', heard)
    reset(identity)
    identity.emit('login', ADA)
    stop()
    identity.emit('login', ADA)
    expect(heard).toHaveBeenCalledExactlyOnceWith(ADA)
  })

  it('can be diagnosed', async () => {
    const { page, identity } = share()
    reset(identity)
    page.answer(json(200, { ...ADA, serverTime: Date.now() / 1000 }))
    expect((await diagnose(identity)).map(({ id }) => id)).not.toContain('no-answer')
    expect(page.requests).toHaveLength(1)
  })

  it('ends a call that is on its way', async () => {
    const { page, identity } = share()
    page.answer(hanging)
    const asked = rejection(identity.hasSession())
    await vi.waitUntil(() => page.requests.length === 1)
    reset(identity)
    expect(await asked).toMatchObject({ reason: 'disposed' })
  })

  it('lives again after its end', async () => {
    const { page, identity } = share()
    identity.dispose()
    reset(identity)
    page.answer(json(200, ADA))
    expect(await identity.isLoggedIn()).toBe(true)
  })

  it('tries a broken connection again without chance', async () => {
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0.99)
    const { page, identity } = share()
    const waits: unknown[] = []
    const { setTimeout } = page.window
    page.window.setTimeout = ((run: () => void, ms: number) => {
      waits.push(ms)
      return setTimeout.call(page.window, run, ms === 300 ? 0 : ms)
    }) as never
    reset(identity)
    page.answer(broken, json(200, ADA))
    expect(await identity.isLoggedIn()).toBe(true)
    expect(waits).toContain(300)
    chance.mockRestore()
  })

  it('may be any composition, and one of compat', async () => {
    const page = openPage()
    const full = createFullIdentity(optionsFor(page), fetchTransport())
    const small = createIdentity(optionsFor(page, { clientId: 'client-2' }), [fetchTransport()])
    const compat = new CompatIdentity({ ...optionsFor(page), clientId: 'client-3' })
    const heard = vi.fn()
    compat.on('login', heard)
    for (const identity of [full, small, compat]) {
      page.answer(json(200, ADA), json(200, GRACE))
      await identity.hasSession()
      reset(identity)
      expect(await identity.hasSession()).toMatchObject({ userId: GRACE.userId })
    }
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it('of compat is the global, and has the members of its plugins, which are alive', async () => {
    const page = openPage()
    const ready = vi.fn()
    page.window.document.addEventListener('schIdentity:ready', ready)
    const global = () => Reflect.get(page.window, 'schIdentity')
    const identity = new CompatIdentity({ ...optionsFor(page), plugins: [status(), devtools()] })
    page.answer(json(200, ADA), json(200, { ...GRACE, serverTime: Date.now() / 1000 }))
    await identity.hasSession()
    const isLoggedIn = vi.spyOn(identity, 'isLoggedIn')
    reset(identity)
    expect(Reflect.apply(Reflect.get(identity, 'getSnapshot'), undefined, [])).toMatchObject({
      status: 'unknown',
    })
    expect((await diagnose(identity)).map(({ id }) => id)).not.toContain('no-answer')
    expect(global()).toBe(identity)
    expect(identity.isLoggedIn).toBe(isLoggedIn)
    reset(identity)
    identity.dispose()
    expect(global()).toBeUndefined()
    expect(ready).toHaveBeenCalledOnce()
  })

  it('has to be one that the development build has made', () => {
    const strange = { hasSession: async () => ADA, dispose() {} }
    expect(thrown(() => reset(strange))).toMatchObject({
      reason: 'argument-invalid',
      message: expect.stringContaining('development build'),
    })
  })
})

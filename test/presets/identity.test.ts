// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import type { Plugin } from '../../core/index.ts'
import { diagnose } from '../../devtools/diagnose.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ofetchTransport } from '../../plugins/transport/ofetch-transport.ts'
import { createFullIdentity } from '../../presets/full.ts'
import { Identity } from '../../presets/identity.ts'
import { METHOD_NAMES } from '../../presets/method-names.ts'
import { Identity as Pro } from '../../presets/pro.ts'
import { ADA, ENV, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage, openPageWith, text } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'
import { firstLineOf } from '../support/stack.ts'
import { watch } from '../support/watch.ts'

describe('Identity', () => {
  it('talks to PRE unless env says otherwise', () => {
    const { env: _, ...options } = optionsFor(openPage())
    const host = (env?: 'PRO_NO' | typeof ENV) =>
      new URL(new Identity({ ...options, env }).loginUrl({ state: 's' })).host
    expect(host()).toBe('identity-pre.schibsted.com')
    expect(host('PRO_NO')).toBe('payment.schibsted.no')
    expect(host(ENV)).toBe('account.example')
  })

  it.each([
    ['no options at all', undefined, 'clientId'],
    ['an unknown environment', { env: 'PROD' }, 'env is "PROD". Give PRE, PRO, PRO_NO, PRO_FI, PRO_DK'],
    ['the name of a built-in', { env: 'toString' }, 'env is "toString"'],
    ['a wrong option', { clientId: 5 }, 'clientId is 5'],
  ])('refuses %s', (_, more, message) => {
    const options = more && { ...optionsFor(openPage()), ...more }
    expect(thrown(() => new Identity(options as never))).toMatchObject(sdkError('option-invalid', message))
  })

  it('hands each method on to the identity it composed', async () => {
    const page = openPageWith(json(200, ADA), json(200, ADA))
    const log = vi.fn()
    const identity = new Identity(optionsFor(page, { log }))
    const heard: string[] = []
    identity.on('login', () => heard.push('on'))
    identity.once('login', () => heard.push('once'))
    const off = () => heard.push('off')
    identity.on('login', off)
    identity.off('login', off)
    expect(await identity.hasSession()).toEqual(ADA)
    expect(await identity.isLoggedIn()).toBe(true)
    expect(await identity.isConnected()).toBe(true)
    expect(await identity.getUser()).toEqual(ADA)
    expect(await identity.getUserId()).toBe('101')
    expect(await identity.getUserUuid()).toBe('uuid-ada')
    expect(await identity.getUserSDRN()).toBe('sdrn:example:user:101')
    expect(await identity.getSpId()).toBe('sp-ada')
    expect(heard.filter((name) => name !== 'on')).toEqual(['once'])
    identity.emit('login', ADA)
    expect(heard.filter((name) => name === 'on')).toHaveLength(9)
    identity.clearCachedUserSession()
    await identity.hasSession()
    expect(page.requests).toHaveLength(2)
    expect(identity.accountUrl('https://www.site.example/me')).toContain('/profile-pages?')
    expect(identity.phonesUrl('https://www.site.example/me')).toContain('/phone?')
    expect(await identity.getExternalId('party', 'suffix')).toMatch(/^[0-9a-f]{64}$/)
    expect(await identity.getExternalId('party')).not.toBe(await identity.getExternalId('party', 'suffix'))
    page.answer(text(404, ''), text(404, ''))
    expect(await identity.getUserContextData()).toBeNull()
    expect(await rejection(identity.showSimplifiedLoginWidget({ state: 's' }))).toMatchObject({
      reason: 'widget-unavailable',
    })
    identity.enableCacheCookie({ domain: 'site.example' })
    await identity.hasSession()
    expect(page.window.document.cookie).toContain('SP_ID=sp-ada')
    identity.logSettings()
    expect(log).toHaveBeenLastCalledWith(expect.stringContaining('settings'))
    expect(identity.login({ state: 's' })).toBeNull()
    identity.logout('https://www.site.example/bye')
    expect(page.navigations).toEqual([
      identity.loginUrl({ state: 's' }),
      identity.logoutUrl('https://www.site.example/bye'),
    ])
    identity.dispose()
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'disposed' })
  })

  it('passes the options of features on to their plugins', async () => {
    const page = openPage()
    const options = { ...optionsFor(page), getConsents: () => new URLSearchParams({ own: '1' }) }
    expect(new Identity(options).loginUrl({ state: 's' })).toMatch(/&own=1$/)
    page.answer(json(200, { redirectURL: '/refresh' }))
    const callbackBeforeRedirect = vi.fn()
    await rejection(new Identity({ ...options, callbackBeforeRedirect }).hasSession())
    expect(callbackBeforeRedirect).toHaveBeenCalledOnce()
    for (const wrong of [{ callbackBeforeRedirect: 1 }, { getConsents: 1 }, { refreshLoginLinks: 1 }]) {
      expect(thrown(() => new Identity({ ...options, ...wrong } as never))).toMatchObject(
        sdkError('option-invalid', Object.keys(wrong)[0] as string),
      )
    }
  })

  it('reads the consents of the page’s platform, and asks it nothing when it is given a reader', () => {
    const page = openPage()
    const asked = vi.fn()
    Object.assign(page.window, { __tcfapi: asked, __gpp: asked })
    new Identity({ ...optionsFor(page), getConsents: () => null }).loginUrl({ state: 's' })
    expect(asked).not.toHaveBeenCalled()
    Object.assign(page.window, {
      __tcfapi: (command: string, _version: number, callback: (event: object, success: boolean) => void) =>
        command === 'addEventListener' && callback({ eventStatus: 'tcloaded', gdprApplies: false }, true),
    })
    expect(new Identity(optionsFor(page)).loginUrl({ state: 's' })).toMatch(/&gdpr=0$/)
  })

  it('has methods that may be taken off it', async () => {
    const page = openPageWith(json(200, ADA))
    const { isLoggedIn, getUser, loginUrl, on, dispose, hasSession } = new Identity(optionsFor(page))
    const heard = vi.fn()
    on('login', heard)
    expect(await isLoggedIn()).toBe(true)
    expect(await getUser()).toMatchObject({ givenName: 'Ada' })
    expect(heard).toHaveBeenCalled()
    expect(loginUrl({ state: 's' })).toContain('https://account.example/')
    dispose()
    expect(await rejection(hasSession())).toMatchObject({ reason: 'disposed' })
    expect('schIdentity' in page.window).toBe(false)
  })

  it('asks by the transport that it is given', async () => {
    const page = openPageWith(json(200, ADA))
    const onResponse = vi.fn()
    const transport = ofetchTransport({ interceptors: { onResponse } })
    const identity = new Identity({ ...optionsFor(page), transport })
    await identity.hasSession()
    expect(onResponse).toHaveBeenCalledOnce()
    expect(onResponse.mock.calls[0]?.[0].response._data).toEqual(ADA)
  })

  it('refuses a transport that was not called, by its name', () => {
    expect(
      thrown(() => new Identity({ ...optionsFor(openPage()), transport: ofetchTransport as never })),
    ).toMatchObject(sdkError('option-invalid', 'transport'))
  })

  it('is the global instance until it is disposed, and announces itself', () => {
    const page = openPage()
    const globals = page.window as unknown as { schIdentity?: Identity; myIdentity?: Identity }
    const heard: unknown[] = []
    page.window.addEventListener('schIdentity:ready', (event) => {
      const { detail } = event as CustomEvent<Identity>
      heard.push(detail, detail.loginUrl({ state: 's' }).startsWith('https://account.example/'))
    })
    const identity = new Identity(optionsFor(page))
    expect(globals.schIdentity).toBe(identity)
    expect(heard).toEqual([identity, true])
    expect((globals.schIdentity as unknown as { instance: unknown }).instance).toBe(identity)
    expect(Object.keys(identity)).not.toContain('instance')
    const other = new Identity({ ...optionsFor(page), globalPrefix: 'my' })
    expect(globals.myIdentity).toBe(other)
    identity.dispose()
    expect(globals.schIdentity).toBeUndefined()
    expect(thrown(() => new Identity({ ...optionsFor(page), globalPrefix: 'a b' }))).toMatchObject(
      sdkError('option-invalid', 'globalPrefix'),
    )
  })

  it('leaves nothing behind when whoever hears that it is there disposes it at once', () => {
    const page = openPage()
    page.window.addEventListener('schIdentity:ready', (event) =>
      (event as CustomEvent<Identity>).detail.dispose(),
    )
    const watched = watch(page.window)
    new Identity(optionsFor(page))
    expect(watched.leftovers()).toEqual([])
  })

  it('is what a page gets without naming a window', async () => {
    const fetch = vi.fn(async () => new Response(JSON.stringify(ADA)))
    vi.stubGlobal('fetch', fetch)
    const { window: _, ...options } = optionsFor(openPage())
    const identity = new Identity(options)
    expect(await identity.isLoggedIn()).toBe(true)
    expect(fetch).toHaveBeenCalledOnce()
    // The window is that of all tests of this worker.
    identity.dispose()
    vi.unstubAllGlobals()
  })

  it('tells a developer whose page has no redirect URI, since each login would need one', () => {
    const { redirectUri, ...options } = optionsFor(openPage())
    expect(() => new Identity(options as never)).toThrow(/^option-invalid: redirectUri is missing/)
  })

  it.each<[string, () => unknown]>([
    ['an option', () => new Identity({ ...optionsFor(openPage()), clientId: '' })],
    ['an environment', () => new Identity({ ...optionsFor(openPage()), env: 'PROD' as never })],
    ['a prefix', () => new Identity({ ...optionsFor(openPage()), globalPrefix: 'a b' })],
    ['an option of an environment preset', () => new Pro({ ...optionsFor(openPage()), clientId: '' })],
    [
      'an option of createFullIdentity',
      () => createFullIdentity({ ...optionsFor(openPage()), clientId: '' }, fetchTransport()),
    ],
    ['options that are missing', () => createFullIdentity(undefined as never, fetchTransport())],
    [
      'an option of a subclass',
      () => new (class extends Identity {})({ ...optionsFor(openPage()), clientId: '' }),
    ],
  ])(
    'tells a developer of %s that is wrong by a stack that begins at the line of the page',
    (_, construct) => {
      expect(firstLineOf(thrown(construct))).toMatch(/^identity\.test\.ts:\d+$/)
    },
  )
})

describe('the class Identity', () => {
  /** A plugin of the page's own, with a method. */
  interface ReadingApi {
    articleUrl(id: number): string
  }
  const reading = (): Plugin<ReadingApi> => ({
    name: 'reading',
    setup: ({ window }) => ({ articleUrl: (id) => `https://${window.location.host}/${id}` }),
  })

  it('has each method of the full identity on its prototype, and each instance has it as well', () => {
    const identity = new Identity(optionsFor(openPage()))
    for (const name of METHOD_NAMES) {
      expect(Reflect.get(identity, name), name).toBeTypeOf('function')
      expect(Object.hasOwn(identity, name), name).toBe(true)
      expect(Reflect.get(Identity.prototype, name), name).toBeTypeOf('function')
    }
    expect(Object.keys(identity).sort()).toEqual([...METHOD_NAMES].sort())
    expect(identity).toBeInstanceOf(Identity)
  })

  it('may have a subclass that overrides a method, and calls the original', async () => {
    class Greeting extends Identity {
      readonly asked: string[] = []
      override async isLoggedIn(): Promise<boolean> {
        this.asked.push('isLoggedIn')
        return super.isLoggedIn()
      }
      override loginUrl(...args: Parameters<Identity['loginUrl']>): string {
        return `${super.loginUrl(...args)}&own=1`
      }
      async greeting(): Promise<string> {
        return (await this.isLoggedIn()) ? `Hello ${(await this.getUser()).givenName}` : 'Hello'
      }
    }
    const page = openPageWith(json(200, ADA))
    const identity = new Greeting(optionsFor(page))
    expect(await identity.greeting()).toBe('Hello Ada')
    expect(identity.loginUrl({ state: 's' })).toMatch(/&own=1$/)
    // The page may take a method off the instance: it is the one of the subclass.
    const { isLoggedIn, loginUrl } = identity
    expect(await isLoggedIn()).toBe(true)
    expect(loginUrl({ state: 's' })).toMatch(/^https:\/\/account\.example\/.*&own=1$/)
    expect(identity.asked).toEqual(['isLoggedIn', 'isLoggedIn'])
    expect((page.window as { schIdentity?: unknown }).schIdentity).toBe(identity)
  })

  it('may have a subclass that does more when it is disposed', () => {
    const closed = vi.fn()
    class Closing extends Identity {
      override dispose(): void {
        closed()
        super.dispose()
      }
    }
    const page = openPage()
    const watched = watch(page.window)
    new Closing(optionsFor(page)).dispose()
    expect(closed).toHaveBeenCalledOnce()
    expect(watched.leftovers()).toEqual([])
  })

  it('has methods that a test may spy upon, of the prototype and of one instance', async () => {
    const [first, second] = [1, 2].map(() => new Identity(optionsFor(openPage()))) as [Identity, Identity]
    const { isConnected } = first
    const ofAll = vi.spyOn(Identity.prototype, 'isConnected').mockResolvedValue(true)
    expect(await first.isConnected()).toBe(true)
    expect(await isConnected()).toBe(true)
    expect(await second.isConnected()).toBe(true)
    expect(ofAll.mock.contexts).toEqual([first, first, second])
    ofAll.mockRestore()
    const ofOne = vi.spyOn(first, 'isLoggedIn').mockResolvedValue(true)
    expect(await first.isLoggedIn()).toBe(true)
    expect(ofOne).toHaveBeenCalledOnce()
  })

  it('can be diagnosed', async () => {
    const page = openPageWith(json(200, { ...ADA, serverTime: Date.now() / 1000 + 3600 }))
    const findings = await diagnose(new Identity(optionsFor(page)))
    expect(findings.map(({ id }) => id)).toContain('clock-off')
  })

  it('has the methods of the page’s own plugins, which may be taken off it as well', () => {
    const identity = new Identity({ ...optionsFor(openPage()), plugins: [reading()] })
    const { articleUrl } = identity
    expect(articleUrl(7)).toBe('https://www.site.example/7')
    expect('articleUrl' in new Identity(optionsFor(openPage()))).toBe(false)
    const { env: _, ...options } = optionsFor(openPage())
    expect(new Pro({ ...options, plugins: [reading()] }).articleUrl(8)).toBe('https://www.site.example/8')
  })
})

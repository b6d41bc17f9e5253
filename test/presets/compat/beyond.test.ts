/** What the compat classes have besides the account-sdk-browser's: plugins of the page, names of the default import, checks of odd values. */
import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { definePlugin } from '../../../core/index.ts'
import { devtools } from '../../../devtools/devtools.ts'
import { diagnose } from '../../../devtools/diagnose.ts'
import { access } from '../../../plugins/access/access.ts'
import { status } from '../../../plugins/reporting/status.ts'
import { tabs } from '../../../plugins/tabs/tabs.ts'
import { Identity } from '../../../presets/compat/index.ts'
import { Monetization } from '../../../presets/compat/monetization.ts'
import { ADA, optionsFor, rejection, thrown } from '../../support/fixtures.ts'
import { json, openPage, openPageWith } from '../../support/page.ts'

describe('a plugin of the page', () => {
  it('contributes its methods to an instance of compat', () => {
    const reading = definePlugin({ name: 'reading', setup: () => ({ articleUrl: (id: number) => `/${id}` }) })
    const identity = new Identity({ ...optionsFor(openPage()), plugins: [reading] })
    expect(Reflect.get(identity, 'articleUrl')(7)).toBe('/7')
  })

  it('may be devtools(), by which the instance can be diagnosed', async () => {
    const page = openPageWith(json(200, ADA))
    const identity = new Identity({ ...optionsFor(page), plugins: [devtools()] })
    expect((await diagnose(identity)).map(({ id }) => id)).toContain('clock-off')
    expect(Object.getOwnPropertySymbols({ ...identity })).toEqual([])
  })

  it('may be tabs(), which compat leaves out', async () => {
    const page = openPageWith(json(200, { ...ADA, expiresIn: 300 }))
    const identities = [1, 2].map(() => new Identity({ ...optionsFor(page), plugins: [tabs()] }))
    for (const identity of identities) await identity.hasSession()
    identities[0]?.logout()
    const error = await rejection(identities[1]?.hasSession() as Promise<unknown>)
    expect(error).toMatchObject({ reason: 'session-missing' })
    expect(page.requests).toHaveLength(1)
  })

  it('is heard by listeners, and by whoever wraps emit, whatever it emits', async () => {
    const page = openPage()
    const identity = new Identity({ ...optionsFor(page), plugins: [access(), status()] })
    const traced: string[] = []
    const { emit } = identity
    identity.emit = function (this: Identity, name: string, ...args: unknown[]) {
      traced.push(name)
      return emit.call(this, name, ...args)
    }
    const heard = vi.fn()
    identity.on('hasAccess', heard)
    const answer = { entitled: true, allowedFeatures: ['read'], ttl: 60 }
    page.answer(json(200, { ...ADA, expiresIn: 300 }), json(200, answer))
    expect(await Reflect.get(identity, 'hasAccess')(['a'])).toMatchObject({ outcome: 'granted' })
    expect(heard).toHaveBeenCalledExactlyOnceWith({ ids: ['a'], data: answer })
    expect(traced).toEqual(expect.arrayContaining(['login', 'snapshot', 'hasAccess']))
  })

  it('may call hooks, whose handlers hear of it', async () => {
    const heard = vi.fn()
    const fetched = { response: { source: 'network', status: 200, body: ADA, askedAt: Date.now() } }
    const asking = definePlugin({
      name: 'asking',
      setup(kernel) {
        kernel.hook('session:fetched', heard)
        return { ask: () => kernel.call('session:fetched', fetched as never) }
      },
    })
    const identity = new Identity({ ...optionsFor(openPage()), plugins: [asking] })
    await Reflect.get(identity, 'ask')()
    expect(heard).toHaveBeenCalledExactlyOnceWith(fetched)
  })

  it('goes by redirect where a blocker has closed the popup at once', () => {
    const page = openPage()
    page.window.open = () => ({ closed: true }) as Window
    const started = vi.fn()
    const watching = definePlugin({
      name: 'watching',
      setup: (kernel) => void kernel.hook('login:started', started),
    })
    const identity = new Identity({ ...optionsFor(page), plugins: [watching] })
    expect(identity.login({ state: 's', preferPopup: true })).toBeNull()
    expect(page.navigations).toHaveLength(1)
    expect(started).toHaveBeenCalledWith({ how: 'redirect', wasBlocked: true })
  })

  it('may say that a popup was blocked, and the page stays', () => {
    const page = openPage()
    const started = vi.fn()
    const blocking = definePlugin({
      name: 'blocking',
      setup(kernel) {
        kernel.hook('login:before', (login) => {
          login.window = null as never
        })
        kernel.hook('login:started', started)
      },
    })
    const identity = new Identity({ ...optionsFor(page), plugins: [blocking] })
    expect(identity.login({ state: 's' })).toBeNull()
    expect(page.navigations).toEqual([])
    expect(started).toHaveBeenCalledWith({ how: 'blocked', wasBlocked: true })
  })
})

describe('what the service left out', () => {
  it('goes along where it differs from what was read', async () => {
    const page = openPageWith(json(200, { sp_id: 'yo' }))
    const seen: unknown[] = []
    const looking = definePlugin({
      name: 'looking',
      setup: (kernel) => void kernel.hook('session:settled', ({ session }) => void seen.push(session)),
    })
    const identity = new Identity({ ...optionsFor(page), plugins: [looking] })
    expect(await identity.hasSession()).toEqual({ sp_id: 'yo' })
    identity.dispose()
    expect(seen).toEqual([{ sp_id: 'yo', result: false, asSent: { sp_id: 'yo' } }])
    expect(await new Identity(optionsFor(page)).hasSession()).toEqual({ sp_id: 'yo' })
  })

  it.each(['text', [7], null])('is left alone where somebody else has written %j', async (asSent) => {
    const page = openPageWith(json(200, { sp_id: 'yo', expiresIn: 60 }))
    await new Identity(optionsFor(page)).hasSession()
    const storage = page.window.sessionStorage
    const key = Object.keys(storage).find((name) => name.endsWith('.session')) as string
    const kept = JSON.parse(storage.getItem(key) as string)
    storage.setItem(
      key,
      JSON.stringify({ ...kept, value: { ...kept.value, session: { ...kept.value.session, asSent } } }),
    )
    const session = await new Identity(optionsFor(page)).hasSession()
    expect(session).toMatchObject({ sp_id: 'yo', expiresIn: 60, result: false })
  })
})

describe('an identity of compat', () => {
  it('takes enableCacheCookie for enableVarnishCookie', async () => {
    const page = openPageWith(json(200, { ...ADA, expiresIn: 300 }))
    const identity = new Identity(optionsFor(page))
    identity.enableCacheCookie({ domain: 'site.example' })
    expect(identity).toMatchObject({ setVarnishCookie: true, varnishCookieDomain: 'site.example' })
    await identity.hasSession()
    expect(page.window.document.cookie).toContain('SP_ID=')
  })

  it('forwards the consents of getConsents', () => {
    const getConsents = () => new URLSearchParams({ gdpr: '1' })
    const identity = new Identity({ ...optionsFor(openPage()), getConsents })
    expect(new URL(identity.loginUrl({ state: 's' })).searchParams.get('gdpr')).toBe('1')
  })

  it('asks the page’s consent platform where there is no getConsents, and does not where there is', () => {
    const page = openPage()
    const asked = vi.fn()
    Object.assign(page.window, { __tcfapi: asked })
    new Identity({ ...optionsFor(page), getConsents: () => null })
    expect(asked).not.toHaveBeenCalled()
    new Identity(optionsFor(page))
    expect(asked).toHaveBeenCalled()
  })

  it.each([true, false])('passes the option refreshLoginLinks on: %s', (refreshLoginLinks) => {
    const page = openPage()
    const getConsents = () => new URLSearchParams({ gdpr: '1' })
    const identity = new Identity({ ...optionsFor(page), getConsents: () => null, refreshLoginLinks })
    const { document, MouseEvent } = page.window
    const link = document.createElement('a')
    link.href = identity.loginUrl({ state: 's' })
    document.body.append(link)
    identity.dispose()
    new Identity({ ...optionsFor(page), getConsents, refreshLoginLinks })
    document.addEventListener('click', (event) => event.preventDefault(), { once: true })
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    expect(new URL(link.href).searchParams.has('gdpr')).toBe(refreshLoginLinks)
  })

  it('has no SP_ID where the session has none', async () => {
    const page = openPageWith(json(200, { ...ADA, sp_id: undefined, expiresIn: 300 }))
    expect(await new Identity(optionsFor(page)).getSpId()).toBeNull()
  })

  it('makes the external id of the session’s pairId, as the default import does', async () => {
    const page = openPageWith(json(200, { ...ADA, pairId: 'pair-1', expiresIn: 300 }))
    const id = await new Identity(optionsFor(page)).getExternalId('party', 'suffix')
    expect(id).toBe(createHash('sha256').update('pair-1:party:suffix').digest('hex'))
  })

  it('refuses a redirectUri that begins like an address and is none', () => {
    const create = () => new Identity({ ...optionsFor(openPage()), redirectUri: 'https://[' })
    expect(thrown(create)).toMatchObject({ reason: 'option-invalid' })
  })
})

it('a listener of Monetization that throws is told to the page’s error reporting', () => {
  const page = openPage()
  const reportError = vi.fn()
  Object.defineProperty(page.window, 'reportError', { value: reportError })
  const { clientId, sessionDomain, redirectUri, window } = optionsFor(page)
  const monetization = new Monetization({ clientId, sessionDomain, redirectUri, window })
  const error = new Error('a listener of the page')
  monetization.on('hasAccess', () => {
    throw error
  })
  monetization.emit('hasAccess', {})
  expect(reportError).toHaveBeenCalledWith(error)
  monetization.dispose()
})

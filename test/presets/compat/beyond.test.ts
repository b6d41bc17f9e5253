/** What the compat classes have besides that client's: plugins of the page, names of the default import, checks of odd values. */
import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { definePlugin } from '../../../core/plugin.ts'
import { Identity } from '../../../presets/compat/index.ts'
import { Monetization } from '../../../presets/compat/monetization.ts'
import { ADA, optionsFor, rejection, thrown } from '../../support/fixtures.ts'
import { json, openPage } from '../../support/page.ts'

describe('a plugin of the page', () => {
  it('contributes its methods to an instance of compat', () => {
    const reading = definePlugin({ name: 'reading', setup: () => ({ articleUrl: (id: number) => `/${id}` }) })
    const identity = new Identity({ ...optionsFor(openPage()), plugins: [reading] })
    expect(Reflect.get(identity, 'articleUrl')(7)).toBe('/7')
  })

  it('may call hooks, whose handlers hear of it', async () => {
    const heard = vi.fn()
    const asking = definePlugin({
      name: 'asking',
      setup(kernel) {
        kernel.hook('session:fetched', heard)
        return { ask: () => kernel.call('session:fetched', {} as never) }
      },
    })
    const identity = new Identity({ ...optionsFor(openPage()), plugins: [asking] })
    // The handler of compat itself finds no answer in there.
    expect(await rejection(Reflect.get(identity, 'ask')())).toMatchObject({ reason: 'plugin-failed' })
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

describe('an identity of compat', () => {
  it('takes enableCacheCookie for enableVarnishCookie', async () => {
    const page = openPage()
    page.answer(json(200, { ...ADA, expiresIn: 300 }))
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

  it('says that a session without pairId has no external id', async () => {
    const page = openPage()
    page.answer(json(200, { ...ADA, pairId: undefined, expiresIn: 300 }))
    const error = await rejection(new Identity(optionsFor(page)).getExternalId('party'))
    expect(error).toMatchObject({ reason: 'identifier-missing', message: 'pairId missing in user session!' })
  })

  it('has no SP_ID where the session has none', async () => {
    const page = openPage()
    page.answer(json(200, { ...ADA, sp_id: undefined, expiresIn: 300 }))
    expect(await new Identity(optionsFor(page)).getSpId()).toBeNull()
  })

  it('makes the external id of the session’s pairId, as the default import does', async () => {
    const page = openPage()
    page.answer(json(200, { ...ADA, pairId: 'pair-1', expiresIn: 300 }))
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

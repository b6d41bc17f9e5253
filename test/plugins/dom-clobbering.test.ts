/** Elements of the page that are named as what the library looks for do not pass for it. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { BrowserWindow } from '../../core/options.ts'
import { consentManagement } from '../../plugins/consents/consent-management.ts'
import { consents } from '../../plugins/consents/consents.ts'
import { login } from '../../plugins/login/login.ts'
import { cacheCookie } from '../../plugins/reporting/cache-cookie.ts'
import { preload } from '../../plugins/session/preload.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { registerGlobal } from '../../presets/register-global.ts'
import { ADA, optionsFor, rejection } from '../support/fixtures.ts'
import { json, openPage, openPageWith } from '../support/page.ts'
import { openWidgetPage, USER } from './login/widget-page.ts'

/** Not put into the document: happy-dom would show it on the window by itself, and not the way a browser does. */
const element = (window: BrowserWindow, id: string): HTMLElement =>
  Object.assign(window.document.createElement('a'), { id })

/** Shows elements as a member of the window, as a browser does: on an object behind it, so that it may be assigned. */
function showOnWindow(window: BrowserWindow, name: string, shown: unknown = element(window, name)): unknown {
  const behind = Object.getPrototypeOf(window)
  Object.defineProperty(behind, name, { value: shown, configurable: true, writable: true })
  onTestFinished(() => void delete behind[name])
  return shown
}

const member = (window: object, name: string) => (window as Record<string, unknown>)[name]

describe('an element named as', () => {
  it('schIdentity is no instance: ours is registered, and the element shows again when it goes', () => {
    const { window } = openPage()
    const shown = showOnWindow(window, 'schIdentity')
    const instance = {}
    const unregister = registerGlobal(window, 'Identity', instance)
    expect(member(window, 'schIdentity')).toBe(instance)
    unregister()
    expect(member(window, 'schIdentity')).toBe(shown)
    expect(Object.hasOwn(window, 'schIdentity')).toBe(false)
  })

  it('dispatchEvent keeps no event from those who listen', () => {
    // Of Node's own: happy-dom could not dispatch either.
    const document = Object.assign(new EventTarget(), {
      dispatchEvent: element(openPage().window, 'dispatchEvent'),
    })
    const heard = vi.fn()
    document.addEventListener('schIdentity:ready', heard)
    registerGlobal({ document, CustomEvent, EventTarget } as never, 'Identity', {})
    expect(heard).toHaveBeenCalledOnce()
  })

  it('cookie hides what is there from whoever reads; Firefox writes it all the same, and a logout takes it away', async () => {
    const { window, answer } = openPage('https://www.site.example/')
    const written: string[] = []
    const hidden = {
      get: () => element(window, 'cookie'),
      set: (cookie: string) => void written.push(cookie),
    }
    Object.defineProperty(window.document, 'cookie', hidden)
    const identity = createIdentity(optionsFor({ window }), [fetchTransport(), login(), cacheCookie()])
    identity.enableCacheCookie()
    answer(json(200, { ...ADA, sp_id: 'sp-ada' }))
    await identity.hasSession()
    expect(written).toEqual([expect.stringMatching(/^SP_ID=sp-ada;/)])
    identity.logout()
    expect(written.slice(1).map((cookie) => /^SP_ID=;.*?domain=([^;]*)/.exec(cookie)?.[1])).toContain(
      'site.example',
    )
  })

  it('openSimplifiedLoginWidget is none either where the script defines none', async () => {
    const { page, identity, scripts, scriptsAre } = openWidgetPage()
    showOnWindow(page.window, 'openSimplifiedLoginWidget')
    page.answer(USER)
    const failed = rejection(identity.showSimplifiedLoginWidget({ state: 's' }))
    await scriptsAre(1)
    scripts[0]?.onload?.(undefined as never)
    expect(await failed).toMatchObject({ reason: 'widget-unavailable' })
  })

  it.each([
    ['__tcfapi', { eventStatus: 'tcloaded', gdprApplies: false }, /&gdpr=0$/],
    ['__gpp', { pingData: { signalStatus: 'ready', gppString: 'D' } }, /&gpp=D$/],
  ])('%s is no platform: the one that comes later is heard', (name, event, added) => {
    const { window, reported } = openPage()
    showOnWindow(window, name)
    const plugins = [login(), consents(), consentManagement()] as const
    const identity = createIdentity(optionsFor({ window } as never), plugins)
    expect(identity.loginUrl({ state: 's' })).toMatch(/&prompt=select_account$/)
    const platform = (command: string, ...args: unknown[]) => {
      const hear = args.find((arg) => typeof arg === 'function') as (event: object, success: boolean) => void
      if (command === 'addEventListener') hear(event, true)
    }
    Object.assign(window, { [name]: platform })
    expect(identity.loginUrl({ state: 's' })).toMatch(added)
    identity.dispose()
    expect(reported).toEqual([])
  })

  it.each([
    ['porticoHead', (window: BrowserWindow) => element(window, 'porticoHead')],
    // What a browser shows for two elements of one name.
    ['porticoHead, twice,', ({ document }: BrowserWindow) => document.getElementsByTagName('body')],
  ])('%s is no preload: the library asks itself', async (_, make) => {
    const page = openPageWith(json(200, ADA))
    showOnWindow(page.window, 'porticoHead', make(page.window))
    const identity = createIdentity(optionsFor(page), [fetchTransport({ retries: 0 }), preload()])
    expect(await identity.hasSession()).toEqual(ADA)
  })
})

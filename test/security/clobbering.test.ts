/**
 * Elements whose ids and names are those of globals: text of readers may hold them on a page that lets no script through.
 * An element passes for nothing, and breaks nothing.
 */
import { describe, expect, it, vi } from 'vitest'
import { Identity } from '../../presets/identity.ts'
import { ADA, optionsFor } from '../support/fixtures.ts'
import { json, openPage, openPageWith, type Page } from '../support/page.ts'
import { fullOn, offerWidget } from './full.ts'

describe('an element whose id or name is that of', () => {
  /** Elements shadow names of the window, as its prototype's, and of the document, as its own. */
  function shadowed(name: string, tag = 'div'): Page {
    const page = openPage()
    const { window } = page
    const element = window.document.createElement(tag)
    const named = { [name]: { value: element, writable: true, configurable: true } }
    Object.setPrototypeOf(window, Object.create(Object.getPrototypeOf(window), named))
    return page
  }

  it.each(['schIdentity', 'porticoHead', '__tcfapi', '__gpp', 'openSimplifiedLoginWidget', 'trustedTypes'])(
    'our global %s does not pass for it',
    async (name) => {
      for (const tag of ['div', 'form', 'a', 'iframe']) {
        const page = shadowed(name, tag)
        const ready: unknown[] = []
        page.window.document.addEventListener('schIdentity:ready', (event) =>
          ready.push((event as CustomEvent).detail),
        )
        page.answer(json(200, ADA))
        const identity = new Identity(optionsFor(page))
        expect(await identity.hasSession()).toEqual(ADA)
        identity.login({ state: 's' })
        expect(page.navigations).toEqual([identity.loginUrl({ state: 's' })])
        expect((page.window as { schIdentity?: unknown }).schIdentity).toBe(identity)
        expect(ready).toEqual([identity])
        expect(page.reported).toEqual([])
      }
    },
  )

  it('the widget’s function is not called, and the widget is loaded', async () => {
    const page = shadowed('openSimplifiedLoginWidget')
    const open = vi.fn()
    page.window.document.head.append = (script) => {
      offerWidget(page, open)
      ;(script as HTMLScriptElement).onload?.({} as Event)
    }
    page.answer(json(200, { identifier: 'i', display_text: 'd' }))
    expect(await fullOn(page).showSimplifiedLoginWidget({ state: 's' })).toBe(true)
    expect(open).toHaveBeenCalledOnce()
  })

  it('the document’s cookies keeps no reader from being known', async () => {
    const page = openPageWith(json(200, ADA))
    const { document } = page.window
    Object.defineProperty(document, 'cookie', { value: document.createElement('form') })
    const identity = fullOn(page)
    identity.enableCacheCookie()
    expect(await identity.hasSession()).toEqual(ADA)
    identity.logout()
    expect(page.navigations).toEqual([identity.logoutUrl()])
    expect(page.reported).toEqual([])
  })
})

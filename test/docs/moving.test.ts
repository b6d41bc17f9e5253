/** What "Moving" says of tests that replace parts of the browser, tried with parts that hold no more than it names. */
import { Identity } from 'portico/compat'
import { expect, it, vi } from 'vitest'
import { ADA } from '../support/fixtures.ts'
import { source } from './pages.ts'

const [, tests = ''] = /^## 4\. Tests\n([\s\S]*?)^## /m.exec(source('moving.md')) ?? []

/** A window with the member that the page names, and a fetch that answers. */
function windowOfPage() {
  const fetch = vi.fn(async (..._: unknown[]) => ({ status: 200, json: async () => ADA }))
  const assign = vi.fn()
  const location = { assign }
  return {
    fetch,
    assign,
    window: { fetch, location } as unknown as Window & typeof globalThis,
  }
}

const identityOn = (window: Window & typeof globalThis) =>
  new Identity({
    clientId: 'client-1',
    sessionDomain: 'https://id.site.com',
    redirectUri: 'https://site.com/callback',
    env: 'PRO',
    window,
  })

it('names what a window needs for a session, a login and a logout', async () => {
  const { assign, window } = windowOfPage()
  expect(tests).toContain('a few members in `portico/compat`, such as `{ location: { assign } }`')
  const identity = identityOn(window)
  expect(await identity.hasSession()).toMatchObject({ userId: ADA.userId })
  identity.login({ state: 'from the server' })
  identity.logout()
  expect(assign.mock.calls.map(([url]) => new URL(url).pathname)).toEqual(['/oauth/authorize', '/logout'])
})

it('says what fetch is called with', async () => {
  const { fetch, window } = windowOfPage()
  await identityOn(window).hasSession()
  expect(tests).toContain("`{ credentials: 'include', cache: 'no-store', signal }`")
  expect(fetch.mock.calls[0]?.[1]).toEqual({ credentials: 'include', cache: 'no-store' })
  const inBrowser = windowOfPage()
  await identityOn(Object.assign(inBrowser.window, { EventTarget })).hasSession()
  expect(inBrowser.fetch.mock.calls[0]?.[1]).toEqual({
    credentials: 'include',
    cache: 'no-store',
    signal: expect.any(AbortSignal),
  })
})

it('says what a popup is opened with', () => {
  const { window } = windowOfPage()
  const open = vi.fn(() => ({ closed: false }))
  identityOn(Object.assign(window, { open, screen: { width: 1360, height: 1570 } })).login({
    state: 's',
    preferPopup: true,
  })
  expect(tests).toContain('`width=360,height=570,left=…,top=…`')
  expect(open).toHaveBeenCalledWith(expect.any(String), '', 'width=360,height=570,left=500,top=500')
})

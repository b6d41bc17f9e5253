// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://www.site.example/article" }
/** A window of few members beside that of jsdom. What the account-sdk-browser does there, the class does as well. */
import * as theirs from '@schibsted/account-sdk-browser'
import { JSDOM } from 'jsdom'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as ours from '../../../presets/compat/index.ts'
import { ADA } from '../../support/fixtures.ts'
import { type Any, OPTIONS } from './both.ts'
import { testsOfFewMembers } from './few-members.ts'

describe('in jsdom', testsOfFewMembers)

const SESSION = { ...ADA, expiresIn: 300, serverTime: Math.floor(Date.now() / 1000) }
const KNOWN = { identifier: 'uuid-ada', display_text: 'Ada', client_name: 'The Post' }

const stub = (body: object) => {
  const fetch = vi.fn(async () => ({ ok: true, status: 200, json: async () => body }))
  vi.stubGlobal('fetch', fetch)
}

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.set(document, 'cookie', 'SP_ID=; max-age=0; path=/; domain=site.example')
  document.head.replaceChildren()
  document.body.replaceChildren()
})

describe.each(Object.entries({ theirs, ours }))('of %s', (_, { Identity }: Any) => {
  const open = (more: object = {}) => {
    const identity = new Identity({ ...OPTIONS, window: { location: { assign: vi.fn() }, ...more } })
    onTestFinished(() => identity.dispose?.())
    return identity
  }

  it('the cookie is written to the document of the page', async () => {
    stub(SESSION)
    const identity = open()
    identity.enableVarnishCookie()
    expect(document.cookie).toBe('')
    await identity.hasSession()
    expect(document.cookie).toBe('SP_ID=sp-ada')
  })

  it('the widget is that of the page', async () => {
    stub(KNOWN)
    const shown = vi.fn()
    vi.stubGlobal('openSimplifiedLoginWidget', shown)
    expect(await open().showSimplifiedLoginWidget({ state: 's' })).toBe(true)
    expect(shown.mock.lastCall?.[0]).toMatchObject({ displayText: 'Ada', clientName: 'The Post' })
    expect(shown.mock.lastCall?.[0].windowWidth()).toBe(window.innerWidth)
  })

  it('the script of the widget is loaded by the document of the page', async () => {
    stub(KNOWN)
    const shown = open().showSimplifiedLoginWidget({ state: 's' })
    await vi.waitUntil(() => document.querySelector('script'))
    vi.stubGlobal('openSimplifiedLoginWidget', () => {})
    document.querySelector('script')?.dispatchEvent(new Event('load'))
    expect(await shown).toBe(true)
  })

  it('the settings are logged in the console of the page', () => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    open().logSettings()
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })
})

it('a window of jsdom that a test has opened has no fetch, and takes that of the test', async () => {
  stub(SESSION)
  const { window } = new JSDOM('', { url: 'https://www.site.example/' })
  onTestFinished(() => window.close())
  const identity = new ours.Identity({ ...OPTIONS, window })
  onTestFinished(() => identity.dispose())
  const heard = vi.fn()
  window.addEventListener('storage', heard)
  identity.enableVarnishCookie()
  expect(await identity.isLoggedIn()).toBe(true)
  expect(window.document.cookie).toContain('SP_ID=sp-ada')
  expect(Reflect.get(window, 'schIdentity')).toBe(identity)
})

/** The examples of `examples/` that are one page or one plugin, run on a scripted page. */
import { createIdentity } from 'portico/core'
import { fetchTransport, login } from 'portico/plugins'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { audience } from '../../examples/plugin.ts'
import { ADA, ENV, NO_SESSION, NOT_CONNECTED, thrown } from '../support/fixtures.ts'
import { broken, json, openPage, type Page } from '../support/page.ts'

/** Runs a file of the examples afresh, as the script of a page. */
async function run(file: string, page: Page): Promise<Record<string, never>> {
  vi.stubGlobal('window', page.window)
  vi.stubGlobal('document', page.window.document)
  vi.resetModules()
  const path = `../../examples/${file}`
  return import(path)
}

function pageWith(...ids: string[]): Page {
  const page = openPage('https://site.com/article')
  page.window.document.body.innerHTML = ids.map((id) => `<button id="${id}"></button>`).join('')
  return page
}

const element = (page: Page, id: string) => page.window.document.getElementById(id) as HTMLElement

/** Ids of the elements that are not hidden. */
const shown = (page: Page) =>
  [...page.window.document.querySelectorAll('button')].filter(({ hidden }) => !hidden).map(({ id }) => id)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('examples/default-import', () => {
  const ids = ['greeting', 'log-in', 'log-out']

  it('greets a reader who is logged in, and logs them out', async () => {
    const page = pageWith(...ids)
    page.answer(json(200, ADA))
    await run('default-import/page.ts', page)
    expect(page.requests.map(({ host }) => host)).toEqual(['id.site.com'])
    expect(element(page, 'greeting').textContent).toBe('Hello, Ada')
    expect(shown(page)).toEqual(['greeting', 'log-out'])
    element(page, 'log-out').click()
    expect(element(page, 'greeting').textContent).toBe('Goodbye')
    expect(page.navigations[0]).toMatch(/^https:\/\/id\.site\.com\/logout\?/)
  })

  it('logs an anonymous reader in, with the state of the back end', async () => {
    const page = pageWith(...ids)
    page.answer(json(400, NO_SESSION))
    vi.stubGlobal('fetch', async (url: string) => Response.json({ state: `made at ${url}` }))
    await run('default-import/page.ts', page)
    expect(element(page, 'greeting').textContent).toBe('Hello, stranger')
    expect(shown(page)).toEqual(['greeting', 'log-in'])
    element(page, 'log-in').click()
    await vi.waitFor(() => expect(page.navigations).toHaveLength(1))
    const { host, searchParams } = new URL(page.navigations[0] as string)
    expect(host).toBe('login.schibsted.com')
    expect(searchParams.get('state')).toBe('made at /login-state')
  })

  it('goes on without a user when the session service is down', async () => {
    const page = pageWith(...ids)
    page.answer(broken, broken)
    await run('default-import/page.ts', page)
    expect(element(page, 'greeting').textContent).toBe('Hello')
    expect(shown(page)).toEqual(['greeting', 'log-in'])
  })
})

describe('examples/composed', () => {
  const sendBeacon = vi.fn()
  beforeEach(() => {
    sendBeacon.mockReset()
    vi.stubGlobal('navigator', { sendBeacon })
  })

  it.each([
    ['unlocks the article for a connected reader', json(200, ADA), ['article']],
    ['shows the paywall to a reader who is not connected', json(200, NOT_CONNECTED), ['paywall']],
    ['shows the paywall to nobody in particular', json(400, NO_SESSION), ['paywall']],
  ])('%s', async (_, answer, visible) => {
    const page = pageWith('article', 'paywall')
    page.answer(answer)
    await run('composed/page.ts', page)
    expect(shown(page)).toEqual(visible)
  })

  it('notices when the reader comes back to the tab as another one', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000)
    const page = pageWith('article', 'paywall')
    page.answer(json(200, NOT_CONNECTED), json(200, ADA))
    await run('composed/page.ts', page)
    vi.mocked(Date.now).mockReturnValue(1_700_000_031_000)
    page.window.document.dispatchEvent(new page.window.Event('visibilitychange', { bubbles: true }))
    await vi.waitFor(() => expect(shown(page)).toEqual(['article']))
  })

  it('tells the style sheet and the analytics what kind of reader it has', async () => {
    const page = pageWith('article', 'paywall')
    page.answer(json(200, ADA))
    await run('composed/page.ts', page)
    expect(page.window.document.documentElement.dataset.audience).toBe('connected')
    expect(sendBeacon).toHaveBeenCalledExactlyOnceWith(
      '/events',
      JSON.stringify({ event: 'audience', audience: 'connected' }),
    )
  })
})

describe('examples/minimal', () => {
  it.each([
    ['Logged in', json(200, ADA)],
    ['Not logged in', json(400, NO_SESSION)],
  ])('shows: %s', async (text, answer) => {
    const page = pageWith('status')
    page.answer(answer)
    await run('minimal/page.ts', page)
    expect(element(page, 'status').textContent).toBe(text)
    expect(page.requests[0]?.searchParams.get('client_sdrn')).toBe('sdrn:spid.no:client:your-client-id')
  })
})

describe('examples/plugin', () => {
  const compose = (page: Page, track: (event: string, details: object) => void) =>
    createIdentity(
      {
        clientId: 'client-1',
        sessionDomain: 'https://id.site.example',
        redirectUri: 'https://www.site.example/callback',
        env: ENV,
        window: page.window,
      },
      [fetchTransport({ retries: 0 }), login(), audience({ track })],
    )

  it('tells of each change of the reader, and of nothing else', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(200, ADA), json(200, NOT_CONNECTED), json(400, NO_SESSION))
    const track = vi.fn()
    const identity = compose(page, track)
    expect(identity.audience()).toBeUndefined()
    for (let calls = 0; calls < 4; calls++) await identity.hasSession().catch(() => undefined)
    expect(track.mock.calls).toEqual([
      ['audience', { audience: 'connected' }],
      ['audience', { audience: 'notConnected' }],
      ['audience', { audience: 'loggedOut' }],
    ])
    expect(identity.audience()).toBe('loggedOut')
  })

  it('keeps what is known where a call fails', async () => {
    const page = openPage()
    page.answer(json(200, ADA), broken)
    const track = vi.fn()
    const identity = compose(page, track)
    await identity.hasSession()
    await expect(identity.hasSession()).rejects.toMatchObject({ reason: 'session-unreachable' })
    expect(identity.audience()).toBe('connected')
    expect(track).toHaveBeenCalledOnce()
  })

  it('tells of a login that begins', () => {
    const page = openPage()
    const track = vi.fn()
    compose(page, track).login({ state: 's' })
    expect(page.navigations).toHaveLength(1)
    expect(track).toHaveBeenCalledExactlyOnceWith('login', { how: 'redirect' })
  })

  it('refuses what is no function', () => {
    expect(thrown(() => compose(openPage(), 'track' as never))).toMatchObject({
      reason: 'option-invalid',
      message: expect.stringContaining('audience.track'),
    })
  })
})

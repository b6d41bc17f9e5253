/** The examples, type-checked against the built package and run on a scripted page. */
import { setImmediate as settled } from 'node:timers/promises'
import { createIdentity } from 'portico/core'
import { fetchTransport, sessionEvents } from 'portico/plugins'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freshSession } from '../../examples/plugin.ts'
import { ADA, ENV, NO_SESSION, STRANGER, thrown } from '../support/fixtures.ts'
import { broken, json, openPage, type Page } from '../support/page.ts'
import { watch } from '../support/watch.ts'
import { compile, problems } from './typescript.ts'

const FILES = ['plugin.ts', 'default-import/page.ts', 'composed/page.ts', 'minimal/page.ts']

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

describe('the types of the examples', () => {
  it('are right', () => {
    expect(problems(compile(FILES.map((file) => `examples/${file}`)))).toEqual([])
  })

  it('are really checked', () => {
    const wrong = "import { Identity } from 'portico'\nnew Identity({ clientId: 1 }).getNothing()"
    expect(problems(compile([], { 'examples/wrong.ts': wrong })).join()).toMatch(
      /wrong.ts:2 .*number.*getNothing/,
    )
  })
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
  it.each([
    ['unlocks the article for a connected reader', json(200, ADA), ['article']],
    ['shows the paywall to a reader who is not connected', json(200, STRANGER), ['paywall']],
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
    page.answer(json(200, STRANGER), json(200, ADA))
    await run('composed/page.ts', page)
    vi.mocked(Date.now).mockReturnValue(1_700_000_031_000)
    page.window.document.dispatchEvent(new page.window.Event('visibilitychange', { bubbles: true }))
    await vi.waitFor(() => expect(shown(page)).toEqual(['article']))
  })

  it('says when the session came from the cache', async () => {
    const info = vi.spyOn(console, 'info').mockReturnValue()
    const page = pageWith('article', 'paywall')
    page.answer(json(200, ADA))
    await run('composed/page.ts', page)
    expect(info).not.toHaveBeenCalled()
    await run('composed/page.ts', page)
    expect(info).toHaveBeenCalledOnce()
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
  const compose = (page: Page, afterSeconds?: number) =>
    createIdentity(
      {
        clientId: 'client-1',
        sessionDomain: 'https://id.site.example',
        redirectUri: 'https://www.site.example/callback',
        env: ENV,
        window: page.window,
      },
      [fetchTransport({ retries: 0 }), sessionEvents(), freshSession({ afterSeconds })],
    )

  const comeBack = (page: Page) =>
    page.window.document.dispatchEvent(new page.window.Event('visibilitychange', { bubbles: true }))

  it('contributes the age of the last answer', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000)
    const page = openPage()
    page.answer(json(200, ADA))
    const identity = compose(page)
    expect(identity.sessionAge()).toBe(Infinity)
    await identity.hasSession()
    now.mockReturnValue(1_700_000_007_000)
    expect(identity.sessionAge()).toBe(7)
  })

  it('asks again when the reader returns to the tab, and the events tell', async () => {
    const page = openPage()
    page.answer(json(200, ADA), json(400, NO_SESSION))
    const identity = compose(page, 0)
    const logout = vi.fn()
    identity.on('logout', logout)
    await identity.hasSession()
    comeBack(page)
    await vi.waitFor(() => expect(logout).toHaveBeenCalledOnce())
  })

  it('does not ask while the answer is fresh', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    const identity = compose(page)
    await identity.hasSession()
    comeBack(page)
    expect(page.requests).toHaveLength(1)
  })

  it('does not ask while the tab is hidden', async () => {
    const page = openPage()
    compose(page)
    vi.spyOn(page.window.document, 'visibilityState', 'get').mockReturnValue('hidden')
    comeBack(page)
    await settled()
    expect(page.requests).toEqual([])
  })

  it('refuses an option that is no number of seconds', () => {
    for (const wrong of [-1, Number.NaN, '60' as never])
      expect(thrown(() => compose(openPage(), wrong))).toMatchObject({
        reason: 'option-invalid',
        message: expect.stringContaining('afterSeconds'),
      })
  })

  it('is gone after dispose', () => {
    const page = openPage()
    const watched = watch(page.window)
    const identity = compose(page)
    expect(watched.leftovers()).toEqual(['listener window visibilitychange'])
    identity.dispose()
    expect(watched.leftovers()).toEqual([])
  })
})

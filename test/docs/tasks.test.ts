/** The pages that go through one task, run as they stand: a popup with its callback, a long first paint, a parameter, the fastest set-up. */
import { createHmac } from 'node:crypto'
import { setImmediate as settled } from 'node:timers/promises'
import { createIdentity, type Plugin } from 'portico/core'
import { fetchTransport, login, sessionEvents } from 'portico/plugins'
import { fakeIdentity } from 'portico/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ADA, GRACE, NO_SESSION, optionsFor } from '../support/fixtures.ts'
import { json, openPage, type Page } from '../support/page.ts'
import { SAMPLES } from './pages.ts'
import { bundleOf, runOn, runOnServer } from './run.ts'

const SECRET = 'a secret of the server, with 32 letters and more'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** A file of a page that is for a server. */
async function onServer<Exports>(page: string, file: string): Promise<Exports> {
  vi.stubEnv('COOKIE_SECRET', SECRET)
  vi.stubEnv('CLIENT_SECRET', 'client secret for tests')
  vi.stubEnv('SIGNATURE_SECRET', 'the signature secret of the client')
  return runOnServer(await bundleOf(page, file, { format: 'cjs', runsOn: 'server' }))
}

describe('the recipe for a popup', () => {
  const FILE = 'recipes/popup.md'
  type Server = Record<'popupState' | 'popupCallback', (request: Request) => Promise<Response>>

  async function open(): Promise<{
    page: Page
    button: HTMLElement
    states: () => number
    opened: string[]
  }> {
    const page = openPage('https://site.com/article')
    let made = 0
    const opened: string[] = []
    page.window.open = (url) => {
      opened.push(`${url}`)
      return null
    }
    vi.stubGlobal('fetch', async () => Response.json({ state: `state ${++made}` }))
    runOn(page, await bundleOf(FILE, 'page.ts'))
    const button = page.window.document.querySelector('button') as HTMLElement
    return { page, button, states: () => made, opened }
  }
  const stateOf = (url = '') => new URL(url).searchParams.get('state')

  it('has the state before the click, fetches none while that is young, and another after ten minutes', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000)
    const { page, button, states, opened } = await open()
    expect(states()).toBe(0)
    button.dispatchEvent(new page.window.Event('pointerenter'))
    await vi.waitFor(() => expect(states()).toBe(1))
    await settled()
    now.mockReturnValue(1_700_000_000_000 + 8 * 60_000)
    button.dispatchEvent(new page.window.Event('pointerenter'))
    now.mockReturnValue(1_700_000_000_000 + 10 * 60_000)
    button.dispatchEvent(new page.window.Event('focus'))
    await vi.waitFor(() => expect(states()).toBe(2))
    await settled()
    button.click()
    expect(opened.map(stateOf)).toEqual(['state 2'])
    // This browser opens no popup: the page goes, by the same state.
    await vi.waitFor(() => expect(page.navigations.map(stateOf)).toEqual(['state 2']))
  })

  it('goes by the page itself where nothing came before the click', async () => {
    const { page, button, opened } = await open()
    button.click()
    await vi.waitFor(() => expect(page.navigations.map(stateOf)).toEqual(['state 1']))
    expect(opened).toEqual([])
  })

  it('has a server that makes a state, and answers a login that nobody began with the relay page alone', async () => {
    const { popupState, popupCallback } = await onServer<Server>(FILE, 'server.ts')
    const begun = await popupState(new Request('https://site.com/popup-state', { method: 'POST' }))
    expect((await begun.json()).state).toMatch(/^[\w-]{32}$/)
    expect(begun.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-portico-login-/)])

    const said = vi.spyOn(console, 'log').mockReturnValue()
    const ended = await popupCallback(new Request('https://site.com/popup-callback?code=a&state=b'))
    expect(said).toHaveBeenCalledWith('nobody logged in:', 'state-unknown', undefined)
    const [, nonce = ''] = /'nonce-(.*)'/.exec(ended.headers.get('content-security-policy') ?? '') ?? []
    expect(await ended.text()).toContain(`nonce="${nonce}" data-client="your-client-id" data-next="/"`)
  })
})

/** A request for a page. @param purpose why the browser asks for it, where nobody has clicked yet */
const pageFor = (cookie: string, purpose = ''): Request =>
  new Request('https://site.com/article', { headers: { cookie, 'sec-purpose': purpose } })

describe('the recipe for a long first paint', () => {
  const FILE = 'recipes/long-first-paint.md'
  interface Server {
    rememberReader(sig: unknown): Promise<string | undefined>
    firstPaint(request: Request): Promise<{ name: string | undefined; script: string }>
  }
  const START = 1_700_000_000_000

  /** A session as the session service signs it. */
  function sigOf(session: object): string {
    const payload = Buffer.from(JSON.stringify({ ...session, algorithm: 'HMAC-SHA256' })).toString(
      'base64url',
    )
    const mac = createHmac('sha256', 'the signature secret of the client').update(payload).digest('base64url')
    return `${mac}.${payload}`
  }

  it('knows the reader for hours, and hands them over for a minute', async () => {
    vi.useFakeTimers({ now: START, toFake: ['Date'] })
    const { rememberReader, firstPaint } = await onServer<Server>(FILE, 'reader.ts')
    const sig = sigOf({ ...ADA, serverTime: START / 1000, expiresIn: 900_000 })
    const [pair = ''] = (await rememberReader(sig))?.split(';') ?? []
    vi.setSystemTime(START + 7 * 3_600_000)
    const { name, script } = await firstPaint(pageFor(pair))
    expect(name).toBe('Ada')

    const handed = /^porticoHead=\["",Math\.min\((\d+),/.exec(script)?.[1]
    expect(Number(handed)).toBe(START + 7 * 3_600_000 + 60_000)

    expect(await firstPaint(pageFor(pair, 'prefetch'))).toEqual({ name: undefined, script: '' })

    vi.setSystemTime(START + 9 * 3_600_000)
    expect(await firstPaint(pageFor(pair))).toEqual({ name: undefined, script: '' })
  })

  it('remembers nobody by a sig that is old or made up, and forgets', async () => {
    const { rememberReader, firstPaint } = await onServer<Server>(FILE, 'reader.ts')
    expect(await rememberReader('made.up')).toBeUndefined()
    expect(await rememberReader(sigOf({ ...ADA, serverTime: 1_600_000_000 }))).toBeUndefined()
    expect(await firstPaint(pageFor('__Host-reader=a; __Host-reader=b'))).toEqual({
      name: undefined,
      script: '',
    })
    expect(await rememberReader(undefined)).toMatch(/^__Host-reader=; .*Max-Age=0/)
  })
})

describe('the guide to a server', () => {
  interface Session {
    signedCookie(session: object): Promise<string>
    rememberReader(sig: unknown): Promise<string | undefined>
    headTag(request: Request, nonce: string): Promise<string>
  }

  it('remembers who has logged in, so that the next page hands them over, and forgets them', async () => {
    const { signedCookie, rememberReader, headTag } = await onServer<Session>('guide/server.md', 'session.ts')
    const known = { result: true, uuid: 'u-1', givenName: 'Åse' }
    const [pair = ''] = (await signedCookie({ ...known, userId: 101 })).split(';')
    expect(await headTag(pageFor(pair), 'n')).toContain('Åse')
    // What `finishLogin` knows: the page would take this reader for nobody, and ask no one.
    const [ofLogin = ''] = (await signedCookie(known)).split(';')
    expect(await headTag(pageFor(ofLogin), 'n')).not.toContain('Åse')
    expect(await headTag(pageFor(pair, 'prefetch'), 'n')).not.toContain('Åse')
    expect(await rememberReader(undefined)).toMatch(/^__Host-reader=; Max-Age=0/)
    expect(await rememberReader('made.up')).toBeUndefined()
  })

  it('has a callback that remembers nobody where nobody has logged in, and goes on', async () => {
    const said = vi.spyOn(console, 'log').mockReturnValue()
    const { callback } = await onServer<{ callback(request: Request): Promise<Response> }>(
      'guide/server.md',
      'login.ts',
    )
    const ended = await callback(new Request('https://site.com/callback?code=a&state=b'))
    expect([ended.status, ended.headers.get('location')]).toEqual([303, 'https://site.com/'])
    expect(ended.headers.get('set-cookie') ?? '').not.toContain('__Host-reader')
    expect(said).toHaveBeenCalledWith('nobody logged in:', 'state-unknown', undefined)
  })
})

/** The samples of a page that have no name, in their order. */
const unnamed = (page: string) =>
  SAMPLES.filter((sample) => sample.page === page && sample.language === 'ts' && !sample.name)

async function runSample(page: Page, file: string, index: number): Promise<void> {
  const { code = '' } = unnamed(file)[index] ?? {}
  runOn(page, await bundleOf(file, 'main.ts', { files: { 'main.ts': code }, format: 'esm' }))
  await settled()
}

describe('the guide to privacy', () => {
  const FILE = 'guide/privacy.md'
  const kept = ({ window }: Page) =>
    [
      ...Object.keys(window.sessionStorage),
      ...Object.keys(window.localStorage),
      window.document.cookie,
    ].filter(Boolean)

  it.each([
    [
      'agrees',
      { eventStatus: 'useractioncomplete', gdprApplies: true, purpose: { consents: { 1: true } } },
      1,
    ],
    [
      'refuses',
      { eventStatus: 'useractioncomplete', gdprApplies: true, purpose: { consents: { 1: false } } },
      0,
    ],
    ['lives elsewhere', { eventStatus: 'tcloaded', gdprApplies: false }, 1],
  ])('has a page that stores and sends nothing until the reader %s', async (_, decision, requests) => {
    const page = openPage('https://site.com/article')
    const listeners: ((decision: object, isOk: boolean) => void)[] = []
    const platform = (_command: string, _version: number, listener: (typeof listeners)[number]) =>
      void listeners.push(listener)
    Object.assign(page.window, { __tcfapi: platform })
    if (requests) page.answer(json(200, ADA))
    await runSample(page, FILE, 0)
    // The library listens too, for the consents of login URLs.
    const tell = (told: object) => listeners.forEach((listener) => void listener(told, true))
    tell({ eventStatus: 'cmpuishown', gdprApplies: true })
    await settled()
    expect([page.requests, kept(page)]).toEqual([[], []])
    tell(decision)
    const greeting = requests ? 'Hello, Ada' : 'Hello'
    await vi.waitFor(() => expect(page.window.document.querySelector('p')?.textContent).toBe(greeting))
    expect(page.requests).toHaveLength(requests)
    expect(kept(page).length > 0).toBe(requests > 0)
  })

  it('has a page that knows its reader, and stores nothing at all', async () => {
    const page = openPage('https://site.com/article')
    page.answer(json(200, ADA))
    await runSample(page, FILE, 1)
    await vi.waitFor(() => expect(page.window.document.body.textContent).toContain('Hello, Ada'))
    expect(kept(page)).toEqual([])
  })
})

describe('the guide to frames', () => {
  const FILE = 'guide/frames.md'
  const inFrame = (page: Page) => Object.defineProperty(page.window, 'top', { value: {}, configurable: true })

  it('has a page that leads out of a frame of another site, and logs in elsewhere', async () => {
    const framed = openPage('https://site.com/article')
    inFrame(framed)
    await runSample(framed, FILE, 0)
    expect(framed.window.document.querySelector('a')?.target).toBe('_blank')
    expect(framed.window.document.querySelector('button')).toBeNull()

    const page = openPage('https://site.com/article')
    vi.stubGlobal('fetch', async () => Response.json({ state: 'made by the server' }))
    await runSample(page, FILE, 0)
    page.window.document.querySelector('button')?.click()
    await vi.waitFor(() => expect(page.navigations).toHaveLength(1))
  })

  it('has a page that asks for its cookies in a click, and then for the session', async () => {
    const page = openPage('https://site.com/article')
    const asked: string[] = []
    page.answer(json(400, NO_SESSION), () => {
      asked.push('session')
      return json(200, ADA)(new URL('https://id.site.com'), new AbortController().signal)
    })
    Object.assign(page.window.document, { requestStorageAccess: async () => void asked.push('access') })
    await runSample(page, FILE, 1)
    const greeting = () => page.window.document.querySelector('p')?.textContent
    await vi.waitFor(() => expect(greeting()).toBe('Hello, stranger'))
    page.window.document.querySelector('button')?.click()
    await vi.waitFor(() => expect(greeting()).toBe('Hello, Ada'))
    expect(asked).toEqual(['access', 'session'])
  })

  it('has a page that opens a tab of its own where the reader refuses', async () => {
    const page = openPage('https://site.com/article')
    page.answer(json(400, NO_SESSION))
    const opened: unknown[] = []
    vi.stubGlobal('open', (...given: unknown[]) => void opened.push(given))
    Object.assign(page.window.document, { requestStorageAccess: () => Promise.reject(new Error('refused')) })
    await runSample(page, FILE, 1)
    page.window.document.querySelector('button')?.click()
    await vi.waitFor(() => expect(opened).toEqual([['https://site.com/article', '_blank']]))
  })
})

describe('the recipe for a parameter', () => {
  it('adds it to login URLs, and refuses a name that is none', async () => {
    const code = await bundleOf('recipes/login-parameter.md', 'src/index.ts', {
      format: 'cjs',
      runsOn: 'server',
    })
    type Plugins = { campaign(options: { name: string }): import('portico').Plugin }
    const { campaign } = runOnServer<Plugins>(code)
    const identity = fakeIdentity({ plugins: [campaign({ name: 'spring-2026' })] })
    expect(identity.loginUrl({ state: 'a-state' })).toMatch(/&campaign=spring-2026$/)
    expect(identity.logoutUrl()).not.toContain('campaign')
    expect(() => fakeIdentity({ plugins: [campaign({ name: 'Spring!' })] })).toThrow('campaign.name')
  })
})

describe('the fastest set-up', () => {
  it('says whether somebody is logged in, by one request', async () => {
    const page = openPage('https://site.com/article')
    page.answer(json(200, ADA))
    runOn(page, await bundleOf('guide/fastest.md', 'main.ts', { format: 'esm' }))
    await vi.waitFor(() => expect(page.window.document.body.dataset.loggedIn).toBe('true'))
    expect(page.requests).toHaveLength(1)
  })
})

describe('the guide to plugins', () => {
  it('has a step that answers from a store of the site’s own, until the session is cleared', async () => {
    const PAGE = 'guide/plugins.md'
    const { ownStore } = await onServer<{ ownStore(store: object): Plugin }>(PAGE, 'own-store.ts')
    const { store } = await onServer<{ store: object }>(PAGE, 'store.ts')
    const page = openPage()
    const view = () =>
      createIdentity(optionsFor(page), [fetchTransport(), sessionEvents(), login(), ownStore(store)])
    page.answer(json(200, ADA))
    expect(await view().hasSession()).toMatchObject({ userId: ADA.userId })
    const next = view()
    const heard = vi.fn()
    next.on('login', heard)
    expect(await next.hasSession()).toMatchObject({ userId: ADA.userId })
    expect(heard).toHaveBeenCalledOnce()
    expect(page.requests).toHaveLength(1)
    next.login({ state: 's' })
    page.answer(json(200, GRACE))
    expect(await next.hasSession()).toMatchObject({ userId: GRACE.userId })
  })
})

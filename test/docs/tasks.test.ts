/** The pages that go through one task, run as they stand: a popup with its callback, a long first paint, a parameter, the fastest set-up. */
import { createHmac } from 'node:crypto'
import { setImmediate as settled } from 'node:timers/promises'
import { fakeIdentity } from 'portico/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ADA } from '../support/fixtures.ts'
import { json, openPage, type Page } from '../support/page.ts'
import { FILES, source } from './pages.ts'
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

describe('the recipe for a long first paint', () => {
  const FILE = 'recipes/long-first-paint.md'
  interface Server {
    rememberReader(sig: unknown): Promise<string | undefined>
    firstPaint(cookieHeader: string): Promise<{ name: string | undefined; script: string }>
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
    const { name, script } = await firstPaint(pair)
    expect(name).toBe('Ada')

    const handed = /^porticoHead=\["",Math\.min\((\d+),/.exec(script)?.[1]
    expect(Number(handed)).toBe(START + 7 * 3_600_000 + 60_000)

    vi.setSystemTime(START + 9 * 3_600_000)
    expect(await firstPaint(pair)).toEqual({ name: undefined, script: '' })
  })

  it('remembers nobody by a sig that is old or made up, and forgets', async () => {
    const { rememberReader, firstPaint } = await onServer<Server>(FILE, 'reader.ts')
    expect(await rememberReader('made.up')).toBeUndefined()
    expect(await rememberReader(sigOf({ ...ADA, serverTime: 1_600_000_000 }))).toBeUndefined()
    expect(await firstPaint('__Host-reader=a; __Host-reader=b')).toEqual({ name: undefined, script: '' })
    expect(await rememberReader(undefined)).toMatch(/^__Host-reader=; .*Max-Age=0/)
  })
})

describe('the guide to a server', () => {
  interface Session {
    readerCookie(session: object): Promise<string>
    rememberReader(sig: unknown): Promise<string | undefined>
    headTag(cookieHeader: string, nonce: string): Promise<string>
  }

  it('remembers who has logged in, so that the next page hands them over, and forgets them', async () => {
    const { readerCookie, rememberReader, headTag } = await onServer<Session>('guide/server.md', 'session.ts')
    const [pair = ''] = (await readerCookie({ result: true, uuid: 'u-1', givenName: 'Åse' })).split(';')
    expect(await headTag(pair, 'n')).toContain('Åse')
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
    expect(said).toHaveBeenCalledWith('nobody logged in:', 'state-unknown')
  })

  it('names the addresses that all pages use', () => {
    const text = source('guide/server.md')
    const [, table = ''] = /^## Addresses\n([\s\S]*?)^## /m.exec(text) ?? []
    const used = FILES.filter((file) => /^(guide|recipes)\//.test(file)).flatMap((file) =>
      [...source(file).matchAll(/(?:\/\*\* |`)((?:GET|POST) \/[\w-]+(?:\/\w+)?)/g)].map(
        ([, address = '']) => address,
      ),
    )
    const known = [...table.matchAll(/`((?:GET|POST) \/[\w-]+)/g)].map(([, address = '']) => address)
    expect([...new Set(used)].filter((address) => !known.includes(address))).toEqual([])
    expect(known.length).toBeGreaterThan(5)
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
    expect(identity.loginUrl('a-state')).toMatch(/&campaign=spring-2026$/)
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

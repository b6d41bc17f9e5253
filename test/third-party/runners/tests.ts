/** What a publisher's own tests do with a page that uses the library: on the window that their runner gives, with no option for it. */
import { setMaxListeners } from 'node:events'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { Identity, type IdentityOptions } from '../../../presets/identity.ts'
import * as fixtures from '../../support/fixtures.ts'
import { watchListeners } from '../../support/listener-watch.ts'

/** As a service of today says it: a clock that is wrong is worth a word in the console. */
const serverTime = Math.floor(Date.now() / 1000)
const ADA = { ...fixtures.ADA, serverTime }
const NOBODY = { ...fixtures.NO_SESSION, response: { ...fixtures.NO_SESSION.response, serverTime } }

const OPTIONS: IdentityOptions = {
  clientId: 'client-1',
  sessionDomain: 'https://id.site.example',
  redirectUri: 'https://www.site.example/callback',
  env: fixtures.ENV,
}

/** An identity that is disposed when the test is over. */
function identify(): Identity {
  const identity = new Identity(OPTIONS)
  onTestFinished(() => identity.dispose())
  return identity
}

/** Makes each request get such an object. */
function stub(status: number, body: unknown) {
  const fetch = vi.fn(async () => ({ ok: status < 300, status, json: async () => body }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

/** Adds the tests, for the runner's environment of the file that calls this. */
export function testsOfPublishers(): void {
  let said: unknown[] = []

  beforeEach(() => {
    said = []
    for (const level of ['warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((...words) => void said.push(words))
  })

  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    sessionStorage.clear()
    localStorage.clear()
    expect(said, 'lines in the console').toEqual([])
  })

  it('a stub of fetch says who is logged in', async () => {
    const fetch = stub(200, ADA)
    const identity = identify()
    expect(await identity.isLoggedIn()).toBe(true)
    expect(await identity.getUserId()).toBe('101')
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('a stub of fetch says that nobody is', async () => {
    const fetch = stub(400, NOBODY)
    const identity = identify()
    expect(await identity.isLoggedIn()).toBe(false)
    expect(await fixtures.rejection(identity.getUser())).toMatchObject({ reason: 'session-missing' })
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('an identity that is made anew begins anew where the storage was cleared', async () => {
    stub(200, ADA)
    const before = identify()
    expect(await before.isLoggedIn()).toBe(true)
    before.dispose()
    sessionStorage.clear()
    localStorage.clear()
    stub(400, NOBODY)
    expect(await identify().isLoggedIn()).toBe(false)
  })

  it('MSW says who is logged in', async () => {
    let requests = 0
    const answer = () => {
      requests += 1
      return HttpResponse.json({ ...ADA })
    }
    const server = setupServer(http.get('https://id.site.example/v2/session', answer))
    server.listen({ onUnhandledRequest: 'error' })
    onTestFinished(() => server.close())
    const identity = identify()
    const events: string[] = []
    identity.on('login', () => events.push('login'))
    identity.on('error', ({ reason }) => events.push(reason))
    expect(await identity.isLoggedIn()).toBe(true)
    expect(await identity.getUserId()).toBe('101')
    expect({ requests, events }).toEqual({ requests: 1, events: ['login', 'login'] })
  })

  it('hundreds of identities and calls leave no listeners, and Node warns of none', async () => {
    const warnings: string[] = []
    const onWarning = (warning: Error) => void warnings.push(warning.name)
    process.on('warning', onWarning)
    onTestFinished(() => void process.off('warning', onWarning))
    setMaxListeners(10)
    onTestFinished(() => setMaxListeners(0))
    stub(200, ADA)
    const listeners = watchListeners(window)
    for (let page = 0; page < 20; page += 1) {
      const identity = new Identity(OPTIONS)
      for (let call = 0; call < 20; call += 1) await identity.isLoggedIn()
      identity.dispose()
    }
    await new Promise(setImmediate)
    expect(listeners.added).not.toEqual([])
    expect({ warnings, left: listeners.left() }).toEqual({ warnings: [], left: [] })
  })
}

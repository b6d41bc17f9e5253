// @vitest-environment happy-dom
// @vitest-environment-options { "url": "https://www.site.example/article" }
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { AnyPlugin, ApisOf } from '../../../core/index.ts'
import { access } from '../../../plugins/access/access.ts'
import { Identity } from '../../../presets/identity.ts'
import { responses } from '../../../presets/testing/index.ts'
import { handlers } from '../../../presets/testing/msw.ts'
import { ENV } from '../../support/fixtures.ts'

// An identity takes its address with a slash at the end, too.
const portico = handlers({ sessionDomain: 'https://id.site.example/' })
const { service } = portico
const server = setupServer(...portico)

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  service.reset()
  server.resetHandlers()
  sessionStorage.clear()
  localStorage.clear()
})
afterAll(() => server.close())

const identify = <const Plugins extends readonly AnyPlugin[]>(...plugins: Plugins) =>
  identifyAt('https://id.site.example', ...plugins)

function identifyAt<const Plugins extends readonly AnyPlugin[]>(
  sessionDomain: string,
  ...plugins: Plugins
): Identity & ApisOf<Plugins> {
  const identity = new Identity({
    clientId: 'client-1',
    sessionDomain,
    redirectUri: 'https://www.site.example/callback',
    env: ENV,
    plugins,
  })
  onTestFinished(() => identity.dispose())
  return identity
}

it('handlers answer for the reader whom a test has logged in', async () => {
  service.logIn({ givenName: 'Grace' })
  service.know()
  const identity = identify()
  expect((await identity.getUser()).givenName).toBe('Grace')
  expect(await identity.getUserContextData()).toMatchObject({ identifier: 'uuid-ada' })
  expect(service.requests.map(({ pathname }) => pathname)).toEqual(['/v2/session', '/user-context'])
})

it('handlers answer at the address of a session domain with a path, too', async () => {
  const inner = handlers({ sessionDomain: 'https://www.site.example/id' })
  server.use(...inner)
  inner.service.logIn({ givenName: 'Grace' })
  const identity = identifyAt('https://www.site.example/id')
  expect((await identity.getUser()).givenName).toBe('Grace')
  expect(inner.service.requests.map(({ pathname }) => pathname)).toEqual(['/id/session'])
})

it('handlers say that nobody is logged in, until somebody is', async () => {
  const identity = identify()
  expect(await identity.isLoggedIn()).toBe(false)
  service.logIn()
  identity.clearCachedUserSession()
  expect(await identity.isLoggedIn()).toBe(true)
})

it('handlers answer for access to products, as the reader has it', async () => {
  const identity = identify(access())
  expect(await identity.hasAccess(['site-digital'])).toEqual({ outcome: 'loggedOut' })
  // Whoever asks without a session is told that there is none.
  expect((await fetch('https://id.site.example/hasAccess/site-digital?client_sdrn=c')).status).toBe(400)
  service.logIn()
  service.access = ['site-digital']
  identity.clearCachedUserSession()
  expect(await identity.hasAccess(['site-digital', 'site-plus'])).toMatchObject({ outcome: 'granted' })
  expect(await identity.hasAccess(['site-plus'])).toMatchObject({ outcome: 'refused' })
  service.reset()
  expect(service.access).toEqual([])
})

it('handlers answer as badly as a test wants', async () => {
  service.session = responses.down()
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  const identity = identify()
  await identity.hasSession().catch(() => {})
  expect(identity.getSnapshot()).toMatchObject({ status: 'unavailable', reason: 'session-unreachable' })
  expect(said.mock.calls.join()).toContain('service-failing')
})

it('handlers break the connection, and answer late', async () => {
  service.session = responses.broken()
  const url = 'https://id.site.example/v2/session?client_sdrn=c'
  await expect(fetch(url)).rejects.toThrow(TypeError)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  service.session = responses.slow(5000)
  const late = fetch(url)
  await vi.waitUntil(() => vi.getTimerCount() > 0)
  await vi.runAllTimersAsync()
  expect((await late).status).toBe(200)
})

it('a logout ends the session, and goes back to the site', async () => {
  service.logIn()
  const response = await fetch(identify().logoutUrl(), { redirect: 'manual' })
  expect(response.headers.get('location')).toBe('https://www.site.example/callback')
  expect(service.session.status).toBe(400)
})

it('requests of the site with the same path are left to other handlers', async () => {
  const elsewhere = handlers()
  server.use(
    ...elsewhere,
    http.get('https://www.site.example/:page', ({ params }) => HttpResponse.text(`own ${params.page}`)),
  )
  for (const page of ['logout', 'session'])
    expect(await (await fetch(`https://www.site.example/${page}`)).text()).toBe(`own ${page}`)
  expect(elsewhere.service.requests).toEqual([])
})

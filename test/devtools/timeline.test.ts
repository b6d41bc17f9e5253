/** What the timeline says of calls and logins, in the words that a report has. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  type AnyPlugin,
  type ApisOf,
  createIdentity,
  definePlugin,
  type IdentityCore,
  type Kernel,
  SDKError,
} from '../../core/index.ts'
import { consoleFindings } from '../../devtools/console-findings.ts'
import { devtools } from '../../devtools/devtools.ts'
import { observe } from '../../devtools/recording/observe.ts'
import { login } from '../../plugins/login/login.ts'
import { loginPopup } from '../../plugins/login/login-popup.ts'
import { preferPopup } from '../../plugins/login/prefer-popup.ts'
import { sessionEvents } from '../../plugins/reporting/session-events.ts'
import { preload } from '../../plugins/session/preload.ts'
import { sessionBackoff } from '../../plugins/session/session-backoff.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { sessionRefresh } from '../../plugins/session/session-refresh.ts'
import { tabs } from '../../plugins/tabs/tabs.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, NO_SESSION, optionsFor, rejection } from '../support/fixtures.ts'
import { deny, hanging, json, openPage, openPageWith, type Page } from '../support/page.ts'

/** The lines of an observed kernel, without the times that they say. */
const linesOf = (kernel: Kernel) =>
  observe(kernel).recorder.entries.map(
    ({ kind, text, source }) => `${kind} ${text.replace(/\d\d:\d\d:\d\d/, 'TIME')} (${source})`,
  )

/** A kernel as it is in a build: that for developers has hookable's own instance. */
const BUILDS: [build: string, kernelOf: (kernel: Kernel) => Kernel][] = [
  ['development', (kernel) => kernel],
  ['production', (kernel) => Object.create(kernel, { hookable: { value: undefined } })],
]

/** Composes plugins, and a recorder of the build before them or after them. */
function record<const Plugins extends readonly AnyPlugin[]>(
  page: Page,
  plugins: Plugins,
  kernelOf = (kernel: Kernel) => kernel,
  place: 'first' | 'last' = 'last',
) {
  let kernel: Kernel | undefined
  const recorder = definePlugin({
    name: 'recorder',
    setup(given) {
      kernel = kernelOf(given)
      observe(kernel)
    },
  })
  const all = place === 'first' ? [recorder, ...plugins] : [...plugins, recorder]
  const identity = createIdentity(optionsFor(page), all) as IdentityCore & ApisOf<Plugins>
  return { identity, lines: () => linesOf(kernel as Kernel) }
}

const URL_LINE = 'url session: client_sdrn redirect_uri sdk_version tabId (library)'
const GET_LINE = `call GET https://id.site.example/v2/session?client_sdrn&redirect_uri&sdk_version&tabId (service)`

describe.each(BUILDS)('the timeline of the %s build', (_, kernelOf) => {
  it('tells an offer to continue from its beginning to its end', () => {
    let kernel: Kernel | undefined
    const probe = definePlugin({ name: 'probe', setup: (given) => void (kernel = given) })
    const { lines } = record(openPage(), [probe], kernelOf)
    kernel?.notify('continue-as:started', { way: 'browser', mode: 'passive' })
    kernel?.notify('continue-as:ended', { outcome: 'dismissed', error: undefined })
    kernel?.notify('continue-as:started', { way: 'widget', mode: 'active' })
    kernel?.notify('continue-as:ended', {
      outcome: undefined,
      error: new SDKError('continue-as-forbidden', 'connect-src'),
    })
    expect(lines()).toEqual([
      'login continue as: asked by the browser (passive) (page)',
      'login continue as: dismissed (browser)',
      'login continue as: asked by the widget (active) (page)',
      'error continue as: continue-as-forbidden (browser)',
    ])
  })

  it('tells a call from its beginning to its end, with what it has kept', async () => {
    const page = openPageWith(json(200, ADA))
    const { identity, lines } = record(page, [fetchTransport(), sessionCache(), sessionEvents()], kernelOf)
    await identity.hasSession()
    expect(lines()).toEqual([
      'call session (page)',
      URL_LINE,
      GET_LINE,
      'response status 200 (service)',
      'response session of a user, good until TIME UTC (service)',
      'storage session kept for 60 s (library)',
      'event login (library)',
      'event sessionChange (library)',
      'event sessionInit (library)',
      'event statusChange (library)',
    ])
  })

  it('says of an answer that it is from the cache, and that nothing was sent', async () => {
    const page = openPageWith(json(200, ADA))
    const { identity, lines } = record(page, [fetchTransport(), sessionCache()], kernelOf)
    await identity.hasSession()
    const before = lines().length
    await identity.hasSession()
    expect(lines().slice(before)).toEqual([
      'call session (page)',
      'response session of a user, good until TIME UTC (cache)',
    ])
  })

  it('says of a failure who has failed, and of a refusal that it was the library', async () => {
    const page = openPageWith(json(404, { error: { code: 404, type: 'ClientException' } }))
    let refusal: SDKError | undefined
    const gate = definePlugin({
      name: 'gate',
      setup: (kernel) =>
        kernel.use('backoff', async (_call, next) => {
          if (refusal) throw refusal
          return next()
        }),
    })
    const { identity, lines } = record(page, [fetchTransport(), gate], kernelOf)
    await rejection(identity.hasSession())
    expect(lines().at(-1)).toBe('error session-refused (404 ClientException) (service)')
    refusal = new SDKError('session-unreachable', 503, { code: 503, retryAt: Date.now() + 5000 })
    await rejection(identity.hasSession())
    expect(lines().slice(-2)).toEqual([
      'call session (page)',
      'error session-unreachable (503 not asked again yet) (library)',
    ])
  })

  it('says that the page is being left for a refresh, and where to, without values', async () => {
    const page = openPageWith(json(200, { redirectURL: '/session?secret=secret' }))
    const { identity, lines } = record(page, [fetchTransport(), sessionRefresh()], kernelOf)
    await rejection(identity.hasSession())
    expect(lines().slice(-2)).toEqual([
      expect.stringMatching(
        /^response leaving for https:\/\/id\.site\.example\/session\?…&client_sdrn\S* \(service\)$/,
      ),
      'storage refresh kept for 300 s (library)',
    ])
  })
})

describe('the timeline', () => {
  it('has the pause of a service in trouble, and its end', async () => {
    const page = openPageWith(json(503, {}), json(200, ADA))
    const { identity, lines } = record(page, [fetchTransport(), sessionCache(), sessionBackoff()])
    await rejection(identity.hasSession())
    expect(lines().at(-1)).toMatch(/^storage pause kept for \d+ (s|min) \(library\)$/)
    identity.clearCachedUserSession()
    expect(lines().at(-1)).toBe('storage pause removed (library)')
    await identity.hasSession()
  })

  it('has what tabs have agreed on, also where the browser denies the storage of the tab', async () => {
    const page = openPageWith(json(200, ADA))
    deny(page.window, 'sessionStorage')
    const { identity, lines } = record(page, [fetchTransport(), tabs()])
    await identity.hasSession()
    expect(lines().filter((line) => line.startsWith('storage'))).toEqual([
      expect.stringMatching(/^storage tabs2\.mark kept for /),
    ])
  })

  it('is the same where devtools come before all other plugins', async () => {
    const lines = []
    for (const place of ['first', 'last'] as const) {
      const page = openPageWith(json(200, ADA), json(400, NO_SESSION))
      const recorded = record(page, [fetchTransport(), sessionCache(), sessionEvents()], undefined, place)
      await recorded.identity.hasSession()
      recorded.identity.clearCachedUserSession()
      await rejection(recorded.identity.hasSession())
      lines.push(recorded.lines())
    }
    expect(lines[0]).toEqual(lines[1])
    expect(lines[0]).toContain('storage session removed (library)')
  })

  it('numbers a request as the local services see it, whoever has begun to look on before', async () => {
    const page = openPageWith(json(200, ADA))
    const { env, ...options } = optionsFor(page, { sessionDomain: 'http://id.site.localhost:8800' })
    const plugins = [fetchTransport(), consoleFindings(), devtools()] as const
    const local = { ...env, accountUrl: 'http://account.localhost:8800' }
    const identity = createIdentity({ ...options, env: local }, plugins)
    await identity.hasSession()
    page.answer(json(200, ADA))
    const report = await identity.devtoolsReport()
    const [sent] = page.requests.map(({ searchParams }) => searchParams.get('devtools_id'))
    expect(sent).toMatch(/-1$/)
    expect(report).toContain(`&devtools_id #${sent} (service)`)
  })

  it('has a request while it is on its way, and has it once', async () => {
    const page = openPage()
    let answer = (_: Response) => {}
    page.answer(() => new Promise((resolve) => void (answer = resolve)))
    const { identity, lines } = record(page, [fetchTransport()])
    const session = identity.hasSession()
    await vi.waitFor(() => expect(lines().at(-1)).toBe(GET_LINE))
    answer(Response.json(ADA))
    await session
    expect(lines().filter((line) => line === GET_LINE)).toHaveLength(1)
  })

  it('has each request of a call that asks once more', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const page = openPageWith(json(200, ADA), json(200, ADA))
    // The reader has logged in elsewhere while the first answer was on its way.
    const overtaken = definePlugin({
      name: 'overtaken',
      setup: (kernel) => {
        kernel.invalidateBefore(() => (page.requests.length === 1 ? Date.now() + 1 : 0))
      },
    })
    const { identity, lines } = record(page, [fetchTransport(), overtaken])
    await identity.hasSession()
    expect(lines().filter((line) => line === GET_LINE)).toHaveLength(2)
  })

  it('says of an answer that a script in the page’s head has begun to ask for it', async () => {
    const page = openPage()
    const { identity, lines } = record(page, [fetchTransport(), preload(), { name: 'head', setup: begin }])
    function begin(kernel: Kernel) {
      kernel.use('first', (call, next) => {
        const begun = [call.url(), Date.now(), Promise.resolve(Response.json(ADA))]
        Object.assign(page.window, { porticoHead: begun })
        return next()
      })
    }
    await identity.hasSession()
    expect(lines().slice(-2)).toEqual([
      'response status 200 (preload)',
      'response session of a user, good until TIME UTC (preload)',
    ])
  })

  it('ends with the identity, also of a call that is on its way', async () => {
    const page = openPageWith(hanging)
    const { identity, lines } = record(page, [fetchTransport()])
    const failure = rejection(identity.hasSession())
    // The request has left a moment ago, and is not written down yet.
    while (page.requests.length === 0) await null
    const before = lines()
    expect(before.at(-1)).toBe(URL_LINE)
    identity.dispose()
    expect(await failure).toMatchObject({ reason: 'disposed' })
    // By now the request has ended as well.
    await new Promise((resolve) => setImmediate(resolve))
    expect(lines()).toEqual(before)
  })
})

describe('a login in the timeline', () => {
  const TO = /to https:\/\/account\.example\/oauth\/authorize\?response_type&client_id&\S+/

  function open(popup: object | null) {
    const page = openPage()
    page.window.open = () => popup as Window | null
    const { identity, lines } = record(page, [fetchTransport(), login(), loginPopup(), preferPopup()])
    return { page, identity, last: () => lines().at(-1) ?? '' }
  }

  it('goes by redirect, in a popup, or by redirect since the popup was blocked', () => {
    const popup = { close() {} }
    const redirect = open(null)
    redirect.identity.login({ state: 's' })
    expect(redirect.last()).toMatch(new RegExp(`^login login by redirect ${TO.source} \\(page\\)$`))
    const opened = open(popup)
    opened.identity.login({ state: 's', preferPopup: true })
    expect(opened.last()).toMatch(new RegExp(`^login login in a popup ${TO.source} \\(page\\)$`))
    const blocked = open(null)
    blocked.identity.login({ state: 's', preferPopup: true })
    expect(blocked.last()).toMatch(
      new RegExp(`^login login by redirect ${TO.source} \\(popup blocked\\) \\(page\\)$`),
    )
  })

  it('goes nowhere where loginPopup() was blocked', async () => {
    const { identity, last } = open(null)
    await identity.loginPopup({ state: 's' })
    expect(last()).toMatch(/^login login not to https:.* \(popup blocked\) \(page\)$/)
  })

  it('goes by a link of the page', async () => {
    const { page, identity, last } = open(null)
    const { document } = page.window
    const link = Object.assign(document.createElement('a'), { href: identity.loginUrl({ state: 's' }) })
    document.body.append(link)
    link.click()
    await vi.waitFor(() => expect(last()).toBe('login login by a link (page)'))
  })
})

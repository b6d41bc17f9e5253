/** Secrets go where the protocol sends them, and nowhere that a page would log, show or report. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SDKError } from '../../core/index.ts'
import type { FullIdentity } from '../../presets/full.ts'
import { ADA, rejection, thrown } from '../support/fixtures.ts'
import { type Answer, broken, json, openPage, openPageWith, text } from '../support/page.ts'
import { fullOn, plant, SESSION_KEY } from './full.ts'

const S = 'S3CRET'
const SESSION = {
  ...ADA,
  sig: `${S}.${S}`,
  sp_id: S,
  pairId: S,
  sdrn: S,
  uuid: S,
  displayName: S,
  id: S,
  token: S,
}
const FAILURE = {
  error: { code: 401, type: `<${S}>`, description: S, token: S },
  response: { sp_id: S, sig: S },
}

/** What an error of ours says, causes that are ours included. What others threw is theirs. */
function spoken(error: unknown): string {
  const { message, stack, cause } = error as Error
  const own = Object.fromEntries(Object.entries(error as object))
  const more = SDKError.is(cause) ? spoken(cause) : ''
  return [String(error), message, stack, JSON.stringify(error), JSON.stringify(own), more].join('\n')
}

afterEach(() => void vi.restoreAllMocks())

/** Runs a scene; gives everything that was logged, emitted as an error, thrown or printed. */
async function heard(scene: (identity: FullIdentity) => unknown, ...answers: Answer[]): Promise<string> {
  const page = openPage()
  const lines: string[] = []
  for (const method of ['log', 'debug', 'info', 'warn', 'error', 'trace'] as const)
    vi.spyOn(console, method).mockImplementation((...args) => void lines.push(args.map(String).join()))
  page.window.document.cookie = `session=${S}`
  page.answer(...answers)
  const identity = fullOn(page, {
    log: (line) => lines.push(line),
    getConsents: () => new URLSearchParams({ gdpr_consent: S }),
  })
  identity.on('error', (error) => lines.push(spoken(error)))
  identity.enableCacheCookie({ domain: 'site.example' })
  identity.logSettings()
  try {
    await scene(identity)
  } catch (error) {
    lines.push(spoken(error))
  }
  expect(lines.length).toBeGreaterThan(1)
  return lines.join('\n')
}

describe('no secret is logged, thrown or emitted', () => {
  it.each<[string, (identity: FullIdentity) => unknown, ...Answer[]]>([
    ['a good session', (identity) => identity.getUser(), json(200, SESSION)],
    [
      'a login',
      (identity) =>
        [identity.login({ state: S, loginHint: S, tag: S }), identity.loginUrl({ state: S, loginHint: S })]
          .length,
    ],
    [
      'a logout',
      async (identity) => {
        await identity.hasSession()
        identity.logout()
      },
      json(200, SESSION),
    ],
    ['no session', (identity) => identity.hasSession(), json(400, FAILURE)],
    ['a refusal', (identity) => identity.hasSession(), json(401, FAILURE)],
    ['a failure within a 200', (identity) => identity.hasSession(), json(200, FAILURE)],
    ['a broken service', (identity) => identity.hasSession(), json(500, FAILURE)],
    ['a dead connection', (identity) => identity.hasSession(), broken],
    ['a page instead of an answer', (identity) => identity.hasSession(), text(200, `<h1>${S}`)],
    ['cut JSON', (identity) => identity.hasSession(), text(200, `{"sig":"${S}`)],
    [
      'a wrong kind',
      (identity) => identity.hasSession(),
      json(200, { ...SESSION, userId: S, sp_id: { a: S } }),
    ],
    [
      'a refused redirect',
      (identity) => identity.hasSession(),
      json(200, { redirectURL: `https://evil.example/?token=${S}` }),
    ],
    [
      'a followed redirect',
      (identity) => identity.hasSession(),
      json(200, { redirectURL: `/refresh?token=${S}` }),
    ],
    ['an anonymous reader', (identity) => identity.getUser(), json(200, { ...SESSION, result: false })],
    ['a missing id', (identity) => identity.getUserUuid(), json(200, { ...SESSION, uuid: '' })],
    ['a missing pairId', (identity) => identity.getExternalId(S), json(200, { ...SESSION, pairId: '' })],
    ['an external id', (identity) => identity.getExternalId(S, S), json(200, SESSION)],
    ['a user context', (identity) => identity.getUserContextData(), json(200, { identifier: S })],
    [
      'a widget that nobody is offered',
      (identity) => identity.showSimplifiedLoginWidget({ state: S, loginHint: S }),
      json(401, FAILURE),
    ],
  ])('by %s', async (_, scene, ...answers) => {
    expect(await heard(scene, ...answers)).not.toContain(S)
  })

  it.each<[string, object | undefined]>([
    ['a state that is a list', { state: [S] }],
    ['a state that is an object', { state: { value: S } }],
    ['a wrong option beside a state', { state: S, prompt: 'ask' }],
    ['a redirect URI with a token in its query', { state: S, redirectUri: `/callback?code=${S}` }],
    ['one with a token in its fragment', { state: S, redirectUri: `//a.example/#access_token=${S}` }],
    ['one with credentials', { state: S, redirectUri: `//user:${S}@a.example/` }],
    ['one with credentials that hold marks', { state: S, redirectUri: `//u:?#/${S}@a.example/` }],
    ['nothing', undefined],
  ])('by a login that is refused for %s', async (_, options) => {
    const scenes: ((identity: FullIdentity) => unknown)[] = [
      (identity) => identity.login(options as never),
      (identity) => identity.loginUrl(options as never),
      (identity) => identity.showSimplifiedLoginWidget(options as never),
    ]
    for (const scene of scenes) {
      const said = await heard(scene)
      expect(said).toContain('argument-invalid')
      expect(said).not.toContain(S)
    }
  })

  it.each([`https://user:${S}@a.example/?code=${S}#token=${S}`, `app:/${S}`])(
    'by a login, a logout or a page that leads back to %j',
    async (redirectUri) => {
      const said = await heard((identity) => {
        identity.login({ state: S, redirectUri, loginHint: [S] as never })
        identity.login({ state: S, redirectUri, preferPopup: true })
        identity.logout(redirectUri)
        identity.accountUrl(redirectUri)
        identity.phonesUrl(redirectUri)
      })
      expect(said).not.toContain(S)
    },
  )

  it.each(['logout', 'logoutUrl', 'accountUrl', 'phonesUrl'] as const)(
    'by a %s to a bad address',
    async (name) => {
      const said = await heard((identity) => identity[name](`//user:${S}@a.example/?code=${S}#${S}`))
      expect(said).toContain('argument-invalid')
      expect(said).not.toContain(S)
    },
  )

  it('by options that are refused', () => {
    const page = openPage()
    for (const name of ['clientId', 'sessionDomain', 'redirectUri', 'env', 'log', 'getConsents'])
      for (const value of [[S], { S: S }, `//user:${S}@a.example/?${S}`, `//a.example/#${S}`]) {
        const error = name === 'clientId' ? [S] : value
        expect(spoken(thrown(() => fullOn(page, { [name]: error })))).not.toContain(S)
      }
  })

  it('by an entry that somebody forged', async () => {
    const page = openPage()
    const expiresAt = Date.now() + 60_000
    const lines: string[] = []
    plant(
      page,
      SESSION_KEY,
      { session: null, error: { type: `${S} ${S}`, code: S, message: S }, askedAt: Date.now(), expiresAt },
      expiresAt,
    )
    const identity = fullOn(page, { log: (line) => lines.push(line) })
    identity.on('error', (error) => lines.push(spoken(error)))
    lines.push(spoken(await rejection(identity.hasSession())))
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join()).not.toContain(S)
  })

  it('by what is stored for longer than the session, or beyond the tab', async () => {
    const page = openPageWith(json(200, SESSION))
    const identity = fullOn(page)
    await identity.hasSession()
    identity.login({ state: `${S}-state` })
    const { sessionStorage, localStorage } = page.window
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain(S)
  })

  it('by any other store than the tab’s, and there by one entry, from which hasSession answers in full', async () => {
    const page = openPageWith(json(200, SESSION))
    const identity = fullOn(page)
    identity.enableCacheCookie({ domain: 'site.example' })
    await identity.hasSession()
    const { sessionStorage, localStorage, document } = page.window
    const holding = Object.entries(sessionStorage).filter(([, text]) => `${text}`.includes(SESSION.sig))
    expect(holding.map(([key]) => key)).toEqual([SESSION_KEY])
    expect(JSON.stringify({ ...localStorage }) + document.cookie).not.toContain(SESSION.sig)
    expect((await fullOn(page).hasSession()).sig).toBe(SESSION.sig)
  })
})

describe('a popup of the login', () => {
  it('shows the account service, whose page alone gets an opener', () => {
    const page = openPage()
    const opened: string[] = []
    Object.assign(page.window, { open: (url: string) => opened.push(url) && { close() {} } })
    const identity = fullOn(page)
    identity.login({ state: S, preferPopup: true })
    identity.login({ state: S, preferPopup: true, redirectUri: 'https://other.example/' })
    expect(opened.map((url) => new URL(url).origin)).toEqual(Array(2).fill('https://account.example'))
    expect(page.navigations).toEqual([])
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../../core/index.ts'
import { fedcm } from '../../../plugins/login/fedcm.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, ENV, NO_SESSION, optionsFor, rejection, thrown } from '../../support/fixtures.ts'
import { json, leave, openPage } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'
import { watch } from '../../support/watch.ts'
import { HandWrittenAbortController } from '../../third-party/hand-written-abort-controller.ts'
import { CONFIG_URL, openFedcmPage } from './fedcm-page.ts'
import { USER } from './widget-page.ts'

const CALLBACK = 'https://www.site.example/callback'
const BINDING = { state: 's', nonce: 'n', code_challenge: 'c', code_challenge_method: 'S256' }
const RESPONSE = 'code=the-code&state=s&iss=https%3A%2F%2Faccount.example'

/** An offer by the browser's dialog with the state `s`: the browser is asked, and has not answered yet. */
async function offer() {
  const opened = openFedcmPage()
  const offered = opened.identity.continueAs({ state: 's' })
  // A test that wants to see it fail looks at it later.
  offered.catch(() => {})
  return { ...opened, offered, ...(await opened.question()) }
}

describe('continueAs', () => {
  it('asks the browser for a code, by the parameters of a login, and sends the page to the redirect URI with it', async () => {
    const { page, told, offered, request, give } = await offer()
    const { signal, ...rest } = request
    expect(signal?.aborted).toBe(false)
    expect(rest).toEqual({
      mediation: 'optional',
      identity: {
        context: 'continue',
        mode: 'passive',
        providers: [
          {
            configURL: CONFIG_URL,
            clientId: 'client-1',
            params: {
              response_type: 'code',
              client_id: 'client-1',
              redirect_uri: CALLBACK,
              scope: 'openid',
              state: 's',
              prompt: 'select_account',
            },
          },
        ],
      },
    })
    give(RESPONSE)
    expect(await offered).toEqual({ outcome: 'connected' })
    expect(page.navigations).toEqual([`${CALLBACK}?${RESPONSE}`])
    expect(told).toEqual([
      { way: 'browser', mode: 'passive' },
      { outcome: 'connected', error: undefined },
    ])
  })

  it('takes what a login takes, the mode, and all that the server has made for the login', async () => {
    const { page, identity, question } = openFedcmPage()
    const offered = identity.continueAs({
      state: BINDING,
      mode: 'active',
      scope: 'openid email',
      redirectUri: 'https://www.site.example/other?a=b',
      loginHint: 'ada@example.com',
      tag: 't',
    })
    const { request, give } = await question()
    expect(request.identity.mode).toBe('active')
    const [provider] = request.identity.providers
    expect(provider).toMatchObject({
      loginHint: 'ada@example.com',
      params: {
        ...BINDING,
        scope: 'openid email',
        redirect_uri: 'https://www.site.example/other?a=b',
        login_hint: 'ada@example.com',
        tag: 't',
      },
    })
    expect(Object.keys(provider?.params ?? {})).not.toContain('widget')
    give(RESPONSE)
    await offered
    expect(page.navigations).toEqual([`https://www.site.example/other?a=b&${RESPONSE}`])
  })

  it.each([
    ['a text', () => 's'],
    ['a text later', async () => 's'],
    ['all that the server has made', async () => BINDING],
  ])('asks a function for %s when it is about to ask the reader', async (_, state) => {
    const { identity, question } = openFedcmPage()
    const offered = identity.continueAs({ state })
    const { request, give } = await question()
    expect(request.identity.providers[0]?.params.state).toBe('s')
    give(RESPONSE)
    expect(await offered).toEqual({ outcome: 'connected' })
  })

  it('gives the code to a callback instead, and asks for the session then', async () => {
    const { page, identity, question } = openFedcmPage({}, json(200, ADA))
    const known = new Promise((resolve) => identity.on('sessionChange', resolve))
    const taken: unknown[] = []
    const offered = identity.continueAs({ state: 's', onCode: async (login) => void taken.push(login) })
    ;(await question()).give(RESPONSE)
    expect(await offered).toEqual({ outcome: 'connected' })
    expect(taken).toEqual([{ code: 'the-code', state: 's', url: `${CALLBACK}?${RESPONSE}` }])
    expect(page.navigations).toEqual([])
    expect(page.requests.map(({ pathname }) => pathname)).toEqual(['/v2/session'])
    void known
  })

  it('is still connected when the session service is in trouble after the callback', async () => {
    const { identity, question } = openFedcmPage({}, json(500, {}))
    const offered = identity.continueAs({ state: 's', onCode: () => {} })
    ;(await question()).give(RESPONSE)
    expect(await offered).toEqual({ outcome: 'connected' })
    await rejection(identity.hasSession())
  })
})

describe('another provider', () => {
  const OTHER = 'https://other.example/fedcm.json'
  const open = (more: object = {}) => {
    const onToken = vi.fn(async (_token: unknown) => {})
    const other = { configUrl: OTHER, clientId: 'of-the-other', onToken, ...more }
    return { ...openFedcmPage({ options: { others: [other] } }), onToken }
  }

  it('is offered in the same dialog, and its token goes to the page, which asks for the session then', async () => {
    const { page, identity, question, onToken } = open({ params: () => ({ nonce: 'n' }) })
    page.answer(json(200, ADA))
    const offered = identity.continueAs({ state: 's' })
    const { request, give } = await question()
    expect(request.identity.providers).toMatchObject([
      { configURL: CONFIG_URL, clientId: 'client-1' },
      { configURL: OTHER, clientId: 'of-the-other', params: { nonce: 'n' } },
    ])
    give('the-token', OTHER)
    expect(await offered).toEqual({ outcome: 'connected', provider: OTHER })
    expect(onToken).toHaveBeenCalledExactlyOnceWith('the-token')
    expect(await identity.hasSession()).toMatchObject({ userId: ADA.userId })
    expect(page.navigations).toEqual([])
  })

  it('is not offered after the end of the offer, though what it gets is there by then', async () => {
    const { identity, asked } = open({
      params() {
        identity.logout()
        return {}
      },
    })
    expect(await identity.continueAs({ state: 's' })).toEqual({ outcome: 'unavailable' })
    expect(asked).toEqual([])
  })

  it('has logged the reader in though the session call that follows fails, which nobody has to catch', async () => {
    const { page, identity, question } = open()
    page.answer(json(500, {}))
    const offered = identity.continueAs({ state: 's' })
    ;(await question()).give('the-token', OTHER)
    expect(await offered).toEqual({ outcome: 'connected', provider: OTHER })
    await vi.waitFor(() => expect(page.requests).toHaveLength(1))
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-unreachable' })
  })

  it('is nobody’s business where the account service has answered', async () => {
    const { page, identity, question, onToken } = open({ params: { nonce: 'n' } })
    const offered = identity.continueAs({ state: 's' })
    ;(await question()).give(RESPONSE, CONFIG_URL)
    expect(await offered).toEqual({ outcome: 'connected' })
    expect(onToken).not.toHaveBeenCalled()
    expect(page.navigations).toEqual([`${CALLBACK}?${RESPONSE}`])
  })

  it('is left out where the reader has clicked on a button, and where the browser takes one provider alone', async () => {
    const clicked = open()
    clicked.identity.continueAs({ state: 's', mode: 'active' })
    expect((await clicked.question()).request.identity.providers).toHaveLength(1)
    const older = open()
    const offered = older.identity.continueAs({ state: 's' })
    ;(await older.question()).refuse('NotSupportedError')
    await vi.waitFor(() => expect(older.asked).toHaveLength(2))
    const { request, give } = await older.question(2)
    expect(request.identity.providers).toMatchObject([{ configURL: CONFIG_URL }])
    give(RESPONSE)
    expect(await offered).toEqual({ outcome: 'connected' })
  })

  it('rejects with what its function threw, and changes nothing after the end of the offer', async () => {
    const failing = open({
      onToken() {
        throw new Error('no')
      },
    })
    const offered = failing.identity.continueAs({ state: 's' })
    ;(await failing.question()).give('t', OTHER)
    expect(await rejection(offered)).toMatchObject(sdkError('callback-failed', 'onToken'))
    const broken = open({
      params() {
        throw new Error('no')
      },
    })
    expect(await rejection(broken.identity.continueAs({ state: 's' }))).toMatchObject({
      reason: 'callback-failed',
    })
    let finish = () => {}
    const slow = open({ onToken: () => new Promise<void>((resolve) => (finish = resolve)) })
    const ended = slow.identity.continueAs({ state: 's' })
    ;(await slow.question()).give('t', OTHER)
    await new Promise(setImmediate)
    slow.identity.logout()
    finish()
    expect(await ended).toEqual({ outcome: 'unavailable' })
    expect(slow.page.requests).toEqual([])
  })

  it.each([{ configUrl: 'other.example' }, { clientId: '' }, { onToken: undefined }])(
    'must not be one with %j',
    (more) => {
      expect(thrown(() => open(more))).toMatchObject({ reason: 'option-invalid' })
    },
  )
})

it('a browser that has the dialog without a name for it is asked all the same, and shows nothing before', async () => {
  const { identity, asked, question } = openFedcmPage({ without: 'name' })
  const offered = identity.continueAs({ state: 's' })
  const { give } = await question()
  expect(asked).toHaveLength(1)
  give(RESPONSE)
  expect(await offered).toEqual({ outcome: 'connected' })
  expect(await identity.disconnect()).toBe(false)
})

describe('a refusal by the browser', () => {
  it.each([
    ['NetworkError', 'dismissed'],
    ['NotAllowedError', 'unavailable'],
    ['IdentityCredentialError', 'unavailable'],
    ['AbortError', 'unavailable'],
    ['InvalidStateError', 'unavailable'],
  ])('by %s is an outcome: %s', async (name, outcome) => {
    const { page, lines, told, offered, refuse } = await offer()
    refuse(name)
    expect(await offered).toEqual({ outcome })
    expect(page.navigations).toEqual([])
    expect(lines).toEqual([`portico: fedcm: the browser refused, ${name}`])
    expect(told.at(-1)).toEqual({ outcome, error: undefined })
  })

  it('is a line of the log, unless the page itself has ended the offer', async () => {
    const { identity, question, lines, offered: ended } = await offer()
    identity.logout()
    expect(await ended).toEqual({ outcome: 'unavailable' })
    const refused = identity.continueAs({ state: 's' })
    ;(await question(2)).refuse('NetworkError')
    await refused
    expect(lines).toEqual(['portico: fedcm: the browser refused, NetworkError'])
  })

  it.each([
    ['nothing', undefined],
    ['no code', 'state=s'],
    ['another state', 'code=the-code&state=other'],
    ['no state', 'code=the-code'],
  ])('is unavailable where the account service gives %s, and no value of it is logged', async (_, token) => {
    const { page, lines, offered, give } = await offer()
    give(token)
    expect(await offered).toEqual({ outcome: 'unavailable' })
    expect(page.navigations).toEqual([])
    expect(lines).toEqual([
      'portico: fedcm: the token is no authorization response with the code and the state of the request',
    ])
  })
})

describe('a policy of the page that forbids the dialog', () => {
  const allow = (page: ReturnType<typeof openPage>, allowed: boolean) => {
    const asked: string[] = []
    const featurePolicy = {
      allowsFeature: (name: string) => {
        asked.push(name)
        return allowed
      },
    }
    Object.assign(page.window.document, { featurePolicy })
    return asked
  }

  it('is an error that names the feature of the Permissions Policy', async () => {
    const { page, identity, question, told } = openFedcmPage()
    expect(allow(page, false)).toEqual([])
    const offered = rejection(identity.continueAs({ state: 's' }))
    ;(await question()).refuse('NotAllowedError')
    const error = await offered
    expect(error).toMatchObject(
      sdkError(
        'continue-as-forbidden',
        'identity-credentials-get. Allow it in the header Permissions-Policy',
      ),
    )
    expect(told.at(-1)).toEqual({ outcome: undefined, error })
  })

  it('is none where the feature is allowed: another party has a dialog on the page', async () => {
    const { page, identity, question } = openFedcmPage()
    const asked = allow(page, true)
    const offered = identity.continueAs({ state: 's' })
    ;(await question()).refuse('NotAllowedError')
    expect(await offered).toEqual({ outcome: 'unavailable' })
    expect(asked).toEqual(['identity-credentials-get'])
  })

  it('is not asked about of an element that has its name', async () => {
    const { page, identity, question, told } = openFedcmPage()
    const featurePolicy = page.window.document.createElement('img')
    Object.assign(page.window.document, { featurePolicy })
    const offered = identity.continueAs({ state: 's' })
    ;(await question()).refuse('NotAllowedError')
    expect(await offered).toEqual({ outcome: 'unavailable' })
    expect(told[0]).toEqual({ way: 'browser', mode: 'passive' })
    expect(told).toHaveLength(2)
  })

  it('is not asked about where the reader has closed the dialog', async () => {
    const { page, identity, question } = openFedcmPage()
    const asked = allow(page, false)
    const offered = identity.continueAs({ state: 's' })
    ;(await question()).refuse('NetworkError')
    expect(await offered).toEqual({ outcome: 'dismissed' })
    expect(asked).toEqual([])
  })

  it.each([
    ['the whole address', CONFIG_URL],
    ['the origin', 'https://account.example'],
    ['the origin and a slash', 'https://account.example/'],
  ])(
    'is an error that names the directive of the Content Security Policy, where browsers tell of it by %s, a moment later',
    async (_, blockedURI) => {
      const { violate, offered, refuse } = await offer()
      refuse('NetworkError')
      violate({ blockedURI })
      expect(await rejection(offered)).toMatchObject(
        sdkError('continue-as-forbidden', 'connect-src. Add https://account.example to it in the header'),
      )
    },
  )

  it('is listened for only while the browser is asked', async () => {
    const { page, identity, question } = openFedcmPage()
    const stops = vi.spyOn(page.window, 'removeEventListener')
    const offered = identity.continueAs({ state: 's' })
    ;(await question()).refuse('NetworkError')
    await offered
    expect(stops.mock.calls.map(([name]) => name)).toContain('securitypolicyviolation')
  })

  it('is an error also where a script of the page stops the event that tells of it', async () => {
    const { page, identity, question, violate } = openFedcmPage()
    page.window.addEventListener('securitypolicyviolation', (event) => event.stopImmediatePropagation())
    const offered = rejection(identity.continueAs({ state: 's' }))
    ;(await question()).refuse('NetworkError')
    violate({})
    expect(await offered).toMatchObject({ reason: 'continue-as-forbidden' })
  })

  it.each([
    ['only reports', { disposition: 'report' }],
    ['blocks something else', { effectiveDirective: 'img-src' }],
    ['blocks a picture of the account service', { blockedURI: 'https://account.example/photos/x' }],
    ['blocks another service', { blockedURI: 'https://account.example.evil.example/' }],
  ])('is none where the policy %s', async (_, violation) => {
    const { violate, offered, refuse } = await offer()
    violate(violation)
    refuse('NetworkError')
    expect(await offered).toEqual({ outcome: 'dismissed' })
  })
})

describe('a second call', () => {
  it.each(['passive', 'active'] as const)(
    'of the mode %s shares the outcome of the first, whose dialog stays',
    async (mode) => {
      const { identity, question, asked } = openFedcmPage()
      const both = Promise.all(['s', 'other'].map((state) => identity.continueAs({ state, mode })))
      ;(await question()).give(RESPONSE)
      expect(await both).toEqual([{ outcome: 'connected' }, { outcome: 'connected' }])
      expect(asked).toHaveLength(1)
    },
  )

  it('by a button takes the place of one by the page itself', async () => {
    const { identity, question, told, offered: first, request } = await offer()
    const second = identity.continueAs({ state: 's', mode: 'active' })
    expect(await first).toEqual({ outcome: 'unavailable' })
    expect(request.signal?.aborted).toBe(true)
    const third = identity.continueAs({ state: 'third' })
    const { request: active, give } = await question(2)
    expect(active.identity.mode).toBe('active')
    give(RESPONSE)
    expect(await Promise.all([second, third])).toEqual([{ outcome: 'connected' }, { outcome: 'connected' }])
    expect(told).toHaveLength(4)
  })

  it('by whoever hears that a passive one has ended for an active one shares the active one', async () => {
    const { page, identity, question, asked, kernel, offered: first } = await offer()
    let again: Promise<unknown> | undefined
    kernel.hook('continue-as:ended', () => void (again ??= identity.continueAs({ state: 'again' })))
    const second = identity.continueAs({ state: 's', mode: 'active' })
    await first
    ;(await question(2)).give(RESPONSE)
    expect(await Promise.all([second, again])).toEqual([{ outcome: 'connected' }, { outcome: 'connected' }])
    expect(asked).toHaveLength(2)
    expect(page.navigations).toHaveLength(1)
  })

  it('by a button shares the first, once the code of that one is there', async () => {
    const { page, identity, question, asked } = openFedcmPage({}, json(200, ADA))
    let finish = () => {}
    const first = identity.continueAs({
      state: 's',
      onCode: () => new Promise<void>((resolve) => (finish = resolve)),
    })
    ;(await question()).give(RESPONSE)
    await new Promise(setImmediate)
    const second = identity.continueAs({ state: 'second', mode: 'active' })
    finish()
    expect(await Promise.all([first, second])).toEqual([{ outcome: 'connected' }, { outcome: 'connected' }])
    expect(asked).toHaveLength(1)
    expect(page.requests.map(({ pathname }) => pathname)).toEqual(['/v2/session'])
  })

  it('comes too late for the state of the first', async () => {
    const { identity, question, asked } = openFedcmPage()
    let give = (_state: string) => {}
    const first = identity.continueAs({ state: () => new Promise<string>((resolve) => (give = resolve)) })
    await new Promise(setImmediate)
    const second = identity.continueAs({ state: 's', mode: 'active' })
    give('first')
    ;(await question()).give(RESPONSE)
    expect(await Promise.all([first, second])).toEqual([{ outcome: 'unavailable' }, { outcome: 'connected' }])
    expect(asked).toHaveLength(1)
  })

  it('after the first has ended asks anew', async () => {
    const { identity, question, offered: first, refuse } = await offer()
    refuse('NetworkError')
    await first
    const second = identity.continueAs({ state: 's' })
    ;(await question(2)).give(RESPONSE)
    expect(await second).toEqual({ outcome: 'connected' })
  })
})

describe('the end of an offer', () => {
  it('comes with dispose, which takes the dialog away and leaves nothing behind', async () => {
    const { page, identity, question } = openFedcmPage()
    const watched = watch(page.window)
    const offered = rejection(identity.continueAs({ state: 's' }))
    const { request } = await question()
    identity.dispose()
    expect(await offered).toMatchObject({ reason: 'disposed' })
    expect(request.signal?.aborted).toBe(true)
    await new Promise(setImmediate)
    expect(watched.leftovers()).toEqual([])
    expect(await rejection(identity.continueAs({ state: 's' }))).toMatchObject({ reason: 'disposed' })
    expect(await rejection(identity.disconnect())).toMatchObject({ reason: 'disposed' })
  })

  it('comes with dispose between the refusal and what the browser tells of it', async () => {
    const { identity, offered, refuse } = await offer()
    refuse('NetworkError')
    // Promises alone: the timer for what the browser tells must not be over.
    for (let turn = 0; turn < 50; turn += 1) await null
    identity.dispose()
    expect(await rejection(offered)).toMatchObject({ reason: 'disposed' })
  })

  it('comes when the page is left', async () => {
    const { page, offered, request } = await offer()
    leave(page)
    expect(await offered).toEqual({ outcome: 'unavailable' })
    expect(request.signal?.aborted).toBe(true)
  })

  it('comes with another login', async () => {
    const { page, identity, offered, request } = await offer()
    identity.login({ state: 'another' })
    expect(await offered).toEqual({ outcome: 'unavailable' })
    expect(request.signal?.aborted).toBe(true)
    expect(page.navigations).toHaveLength(1)
  })

  it('comes with a logout, and nobody is logged in again by a code that was on its way', async () => {
    const { page, identity, offered, request, give } = await offer()
    identity.logout()
    give(RESPONSE)
    expect(await offered).toEqual({ outcome: 'unavailable' })
    expect(request.signal?.aborted).toBe(true)
    await new Promise(setImmediate)
    expect(page.navigations).toHaveLength(1)
  })

  it('comes when the page learns that the reader has logged out elsewhere', async () => {
    const { page, identity, question, kernel } = openFedcmPage({}, json(200, ADA), json(400, NO_SESSION))
    await identity.hasSession()
    const offered = identity.continueAs({ state: 's' })
    const { request, give } = await question()
    kernel.clearSession()
    await rejection(identity.hasSession())
    give(RESPONSE)
    expect(await offered).toEqual({ outcome: 'unavailable' })
    expect(request.signal?.aborted).toBe(true)
    expect(page.navigations).toEqual([])
  })

  it.each([
    ['nobody is logged in, as before', json(400, NO_SESSION)],
    ['the reader is still logged in', json(200, ADA)],
  ])('does not come when the page learns that %s', async (_, answer) => {
    const { identity, question, kernel } = openFedcmPage({}, answer, answer)
    await identity.hasSession().catch(() => {})
    const offered = identity.continueAs({ state: 's' })
    const { give } = await question()
    kernel.clearSession()
    await identity.hasSession().catch(() => {})
    give(RESPONSE)
    expect(await offered).toEqual({ outcome: 'connected' })
  })

  it('comes before the state is made, when it is over at once', async () => {
    const { identity, asked } = openFedcmPage()
    let states = 0
    const state = () => `s${++states}`
    const offered = rejection(identity.continueAs({ state }))
    identity.dispose()
    expect(await offered).toMatchObject({ reason: 'disposed' })
    expect([states, asked.length]).toEqual([0, 0])
  })

  it('does not come with a popup that the browser has blocked', async () => {
    const { kernel, offered, request, give } = await offer()
    kernel.notify('login:started', { how: 'blocked', wasBlocked: true })
    expect(request.signal?.aborted).toBe(false)
    give(RESPONSE)
    expect(await offered).toEqual({ outcome: 'connected' })
  })

  it('keeps a code that comes after it', async () => {
    const { page, offered, give } = await offer()
    give(RESPONSE)
    leave(page)
    expect(await offered).toEqual({ outcome: 'unavailable' })
    await new Promise(setImmediate)
    expect(page.navigations).toEqual([])
  })

  it('comes while the callback works, and nothing is done after it', async () => {
    const { page, identity, question } = openFedcmPage()
    let finish = () => {}
    const offered = identity.continueAs({
      state: 's',
      onCode: () => new Promise<void>((resolve) => (finish = resolve)),
    })
    ;(await question()).give(RESPONSE)
    await new Promise(setImmediate)
    leave(page)
    finish()
    expect(await offered).toEqual({ outcome: 'unavailable' })
    await new Promise(setImmediate)
    expect(page.requests).toEqual([])
  })
})

it('a login, a logout and the end of the page cause no error where no offer has begun', () => {
  const { page, identity } = openFedcmPage()
  page.window.addEventListener('error', ({ error }) => void page.reported.push(error))
  identity.login({ state: 'other' })
  identity.logout()
  leave(page)
  expect(page.reported).toEqual([])
})

describe('a page with an AbortController of its own', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('asks the browser without a signal, which it would not take', async () => {
    vi.stubGlobal('AbortController', HandWrittenAbortController)
    const { page, offered, request, give } = await offer()
    expect('signal' in request).toBe(false)
    give(RESPONSE)
    expect(await offered).toEqual({ outcome: 'connected' })
    expect(page.navigations).toEqual([`${CALLBACK}?${RESPONSE}`])
  })

  it('takes no code after the end of an offer', async () => {
    vi.stubGlobal('AbortController', HandWrittenAbortController)
    const { page, offered, give } = await offer()
    leave(page)
    expect(await offered).toEqual({ outcome: 'unavailable' })
    give(RESPONSE)
    await new Promise(setImmediate)
    expect(page.navigations).toEqual([])
  })
})

describe('a wrong argument', () => {
  it.each<[string, object | undefined]>([
    ['state', undefined],
    ['state', {}],
    ['state', { state: '' }],
    ['state', { state: { nonce: 'n' } }],
    ['mode', { state: 's', mode: 'silent' }],
    ['onCode', { state: 's', onCode: 'f' }],
    ['redirectUri', { state: 's', redirectUri: 'javascript:x' }],
    ['acrValues', { state: 's', acrValues: 'face' }],
  ])('is an error that names %s, and nobody is asked', async (name, given) => {
    const { identity, asked, told } = openFedcmPage()
    expect(await rejection(identity.continueAs(given as never))).toMatchObject({
      reason: 'argument-invalid',
      message: expect.stringMatching(new RegExp(`^argument-invalid: ${name}\\b`)),
    })
    await new Promise(setImmediate)
    expect(asked).toEqual([])
    expect(told).toEqual([])
  })

  it.each<[string, object]>([
    ['mode is "silent". Give passive or active', { mode: 'silent' }],
    ['onCode is 7. Give a function, or leave it out', { onCode: 7 }],
  ])('says what to give: %s', async (message, given) => {
    const { identity } = openFedcmPage()
    expect(await rejection(identity.continueAs({ state: 's', ...given } as never))).toMatchObject({
      message: expect.stringContaining(message),
    })
  })

  it('of a function is told when it is called', async () => {
    const { identity, asked } = openFedcmPage()
    const failed = await rejection(identity.continueAs({ state: () => Promise.reject(new Error('offline')) }))
    expect(failed).toMatchObject({ reason: 'callback-failed', message: expect.stringContaining('state') })
    expect(await rejection(identity.continueAs({ state: () => '' }))).toMatchObject({
      reason: 'argument-invalid',
    })
    expect(asked).toEqual([])
  })

  it('is an error of the callback, too', async () => {
    const { identity, question } = openFedcmPage()
    const cause = new Error('offline')
    const offered = rejection(
      identity.continueAs({
        state: 's',
        onCode() {
          throw cause
        },
      }),
    )
    ;(await question()).give(RESPONSE)
    expect(await offered).toMatchObject({
      reason: 'callback-failed',
      message: expect.stringContaining('onCode'),
      cause,
    })
  })

  it('of the environment is told at composition', () => {
    const env = { ...ENV, fedcmConfigUrl: 'https://account.example/fedcm.json?x' }
    const compose = () => createIdentity(optionsFor(openPage(), { env }), [fetchTransport(), fedcm()])
    expect(thrown(compose)).toMatchObject({
      reason: 'option-invalid',
      message: expect.stringContaining(
        'fedcmConfigUrl is "https://account.example/fedcm.json?…". Give an http(s) URL',
      ),
    })
  })
})

describe('where the browser has no dialog', () => {
  it.each(['NotSupportedError', 'TypeError'])(
    'although it has the name, the widget asks after %s, with a state of its own',
    async (name) => {
      const { identity, question, told } = openFedcmPage({}, json(200, {}))
      let count = 0
      const offered = identity.continueAs({ state: () => `s${++count}` })
      ;(await question()).refuse(name)
      expect(await offered).toEqual({ outcome: 'unavailable' })
      expect(told.map((it) => (it as { way?: string }).way)).toEqual(['browser', 'widget', undefined])
    },
  )

  it('although it has the name, the widget asks when the browser gives nothing', async () => {
    const { identity, question } = openFedcmPage({}, json(200, {}))
    const offered = identity.continueAs({ state: 's' })
    ;(await question()).giveNothing()
    expect(await offered).toEqual({ outcome: 'unavailable' })
  })

  it('a widget that the page itself has shown ends no offer by the browser', async () => {
    const { page, identity, offered, give } = await offer()
    page.answer(USER)
    let close = async () => {}
    Object.assign(page.window, {
      openSimplifiedLoginWidget: (...[, , , , cancelled]: (() => Promise<void>)[]) => {
        close = cancelled as typeof close
      },
    })
    await identity.showSimplifiedLoginWidget({ state: 's' })
    await close()
    give(RESPONSE)
    expect(await offered).toEqual({ outcome: 'connected' })
  })

  it('a wrong option of the widget is an error', async () => {
    const { identity } = openFedcmPage({ without: 'dialog' })
    const offered = identity.continueAs({ state: 's', widget: { encoding: 'utf-16' as never } })
    expect(await rejection(offered)).toMatchObject({ reason: 'argument-invalid' })
  })
})

describe('the proofs of a login', () => {
  it('do not take the place of those that a plugin of the page has added, nor go with another login', async () => {
    const { page, identity, question } = openFedcmPage()
    const offered = identity.continueAs({ state: BINDING })
    ;(await question()).refuse('NetworkError')
    await offered
    expect(new URL(identity.loginUrl({ state: 'other' })).searchParams.has('nonce')).toBe(false)
    expect(new URL(identity.loginUrl({ state: 's' })).searchParams.getAll('nonce')).toEqual(['n'])
    expect(page.navigations).toEqual([])
  })

  it('go into addresses of a login alone', async () => {
    const { identity, kernel, question } = openFedcmPage()
    const offered = identity.continueAs({ state: BINDING })
    ;(await question()).refuse('NetworkError')
    await offered
    expect(kernel.buildUrl('checkout', 'https://account.example', 'flow/checkout?', { state: 's' })).toBe(
      'https://account.example/flow/checkout?state=s',
    )
  })
})

describe('what a script has added to all objects', () => {
  afterEach(() => {
    for (const name of ['nonce', 'code_challenge']) Reflect.deleteProperty(Object.prototype, name)
  })

  it('is no proof of a login', async () => {
    Object.assign(Object.prototype, { nonce: 'planted', code_challenge: 'planted' })
    const { identity, offered, request, refuse } = await offer()
    expect(Object.keys(request.identity.providers[0]?.params ?? {})).not.toContain('nonce')
    refuse('NetworkError')
    await offered
    const { searchParams } = new URL(identity.loginUrl({ state: 's' }))
    expect([searchParams.has('nonce'), searchParams.has('code_challenge')]).toEqual([false, false])
  })
})

describe('a logout', () => {
  it('keeps the browser from logging in again by itself', () => {
    const opened = openFedcmPage()
    opened.identity.logout()
    expect(opened.prevented).toBe(1)
  })

  it('that the page learns of does, too', async () => {
    const opened = openFedcmPage()
    const { page, identity, kernel } = opened
    page.answer(json(200, ADA), json(400, NO_SESSION), json(400, NO_SESSION))
    await identity.hasSession()
    expect(opened.prevented).toBe(0)
    for (const _ of [1, 2]) {
      kernel.clearSession()
      await rejection(identity.hasSession())
      // Nobody was logged in before the second time.
      expect(opened.prevented).toBe(1)
    }
  })

  it('leaves the browser alone where there is no dialog', () => {
    const opened = openFedcmPage({ without: 'dialog' })
    opened.identity.logout()
    expect(opened.prevented).toBe(0)
  })
})

describe('disconnect', () => {
  it('ends the connection of the user that is known', async () => {
    const { page, identity, disconnected } = openFedcmPage()
    expect(await identity.disconnect()).toBe(true)
    page.answer(json(200, ADA))
    await identity.hasSession()
    expect(await identity.disconnect()).toBe(true)
    const pair = { configURL: CONFIG_URL, clientId: 'client-1' }
    expect(disconnected).toEqual([
      { ...pair, accountHint: '' },
      { ...pair, accountHint: ADA.uuid },
    ])
  })

  it('drops the session that is kept, if there was a connection', async () => {
    const opened = openFedcmPage()
    let cleared = 0
    opened.kernel.hook('session:cleared', () => void cleared++)
    expect(await opened.identity.disconnect()).toBe(true)
    expect(cleared).toBe(1)
    opened.disconnects = () => Promise.reject(new Error('no'))
    expect(await opened.identity.disconnect()).toBe(false)
    expect(cleared).toBe(1)
  })

  it('ends with dispose, although the browser has not answered', async () => {
    const opened = openFedcmPage()
    opened.disconnects = () => new Promise(() => {})
    const ended = rejection(opened.identity.disconnect())
    opened.identity.dispose()
    expect(await ended).toMatchObject({ reason: 'disposed' })
  })

  it('says that there was none', async () => {
    const opened = openFedcmPage()
    opened.disconnects = () => Promise.reject(Object.assign(new Error('no'), { name: 'NetworkError' }))
    expect(await opened.identity.disconnect()).toBe(false)
    expect(await openFedcmPage({ without: 'disconnect' }).identity.disconnect()).toBe(false)
    expect(await openFedcmPage({ without: 'dialog' }).identity.disconnect()).toBe(false)
  })

  it('is an error where a policy of the page forbids it', async () => {
    const opened = openFedcmPage()
    opened.disconnects = () => {
      opened.violate({})
      return Promise.reject(Object.assign(new Error('no'), { name: 'NetworkError' }))
    }
    expect(await rejection(opened.identity.disconnect())).toMatchObject({ reason: 'continue-as-forbidden' })
  })
})

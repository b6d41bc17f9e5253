// A login: what is sent to the provider, what the browser keeps, and what the site gets back.

import { describe, expect, it } from 'vitest'
import { authorizePath, CALLBACK, ID, TestBrowser, type TestService, testService } from './support/service.ts'
import { useService } from './support/use-service.ts'

const { provider, service } = await useService()

describe('the way to the provider', () => {
  it('has the service’s own client, address, state, nonce and code challenge', async () => {
    const url = new URL(await new TestBrowser(service).begin())
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/authorize`)
    const sent = Object.fromEntries(url.searchParams)
    expect(sent).toMatchObject({
      client_id: 'session-service',
      redirect_uri: `${ID}/callback`,
      response_type: 'code',
      scope: 'openid profile',
      code_challenge_method: 'S256',
    })
    // A key, and the sealed name of the site.
    expect(sent.state).toMatch(/^[\w-]{43}\.[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(sent.nonce).toMatch(/^[\w-]{43}$/)
    expect(sent.code_challenge).toMatch(/^[\w-]{43}$/)
  })

  it('says what the page wants in the words of the provider, and leaves out what it does not know', async () => {
    const wanted = {
      locale: 'nb_NO',
      login_hint: 'kari@site.com',
      max_age: '3600.7',
      prompt: 'select_account',
      tag: 't',
      x_domain_id: 'x',
    }
    const sent = Object.fromEntries(new URL(await new TestBrowser(service).begin(wanted)).searchParams)
    expect(sent).toMatchObject({ ui_locales: 'nb-NO', login_hint: 'kari@site.com', max_age: '3600' })
    for (const name of ['prompt', 'tag', 'x_domain_id', 'locale']) expect(sent).not.toHaveProperty(name)
    const url = new URL(await new TestBrowser(service).begin({ ...wanted, ui_locales: 'sv fi' }))
    expect(url.searchParams.get('ui_locales')).toBe('sv fi')
  })

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['one prompt', { prompt: 'login' }, { prompt: 'login' }],
    ['no page at all', { prompt: 'none' }, { prompt: 'none' }],
    ['two prompts, with blanks', { prompt: ' login  consent' }, { prompt: 'login consent' }],
    ['a number of seconds', { max_age: '60' }, { max_age: '60' }],
    ['parts of a second', { max_age: '60.999' }, { max_age: '60' }],
    ['one of two strengths', { acr_values: 'otp' }, { acr_values: 'mfa key' }],
    ['several strengths, with blanks', { acr_values: 'otp  bank' }, { acr_values: 'mfa key high' }],
  ])('says %s', async (_what, wanted, said) => {
    const options = { ...service.options.provider, acrValues: { otp: ['mfa', 'key'], bank: ['key', 'high'] } }
    const own = testService(provider, { provider: options })
    const { searchParams } = new URL(await new TestBrowser(own).begin(wanted))
    expect(Object.fromEntries(searchParams)).toMatchObject(said)
  })

  it.each<[Record<string, string>, string]>([
    [{ prompt: 'none login' }, 'interaction_required'],
    [{ max_age: '-1' }, 'invalid_request'],
    [{ max_age: '1.5.' }, 'invalid_request'],
    [{ acr_values: 'otp' }, 'unmet_authentication_requirements'],
  ])('is not begun for %o', async (wanted, error) => {
    expect(new URL(await new TestBrowser(service).begin(wanted)).searchParams.get('error')).toBe(error)
  })

  it('sends the prompts that discovery names, or that the options name', async () => {
    provider.metadata = { prompt_values_supported: ['login', 'select_account'] }
    const asked = async (of: TestService): Promise<string | null> =>
      new URL(await new TestBrowser(of).begin({ prompt: 'select_account' })).searchParams.get('prompt')
    expect(await asked(service)).toBe('select_account')
    const own = testService(provider, { provider: { ...service.options.provider, prompts: ['login'] } })
    expect(await asked(own)).toBeNull()
  })

  it('passes on what the options name, and has what they add', async () => {
    const own = testService(provider, {
      provider: {
        ...service.options.provider,
        forward: ['tag', 'redirect_uri'],
        parameters: { audience: 'readers' },
        acrValues: { otp: ['urn:example:2fa'], sms: ['urn:example:2fa', 'urn:example:sms'] },
      },
    })
    const url = new URL(await new TestBrowser(own).begin({ tag: 't', acr_values: 'otp sms' }))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      tag: 't',
      audience: 'readers',
      acr_values: 'urn:example:2fa urn:example:sms',
      redirect_uri: `${ID}/callback`,
    })
  })

  it.each([
    [
      'a stronger login that the provider does not know',
      { acr_values: 'eid' },
      'unmet_authentication_requirements',
    ],
    ['a name that every object has', { acr_values: 'constructor' }, 'unmet_authentication_requirements'],
    ['an age that is none', { max_age: 'soon' }, 'invalid_request'],
    ['none besides another prompt', { prompt: 'none login' }, 'interaction_required'],
    ['another kind of answer', { response_type: 'token' }, 'unsupported_response_type'],
    ['an answer in a fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['a request object', { request: 'x.y.z' }, 'request_not_supported'],
    [
      'a plain code challenge',
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      'invalid_request',
    ],
    ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
    ['no state', { state: '' }, 'invalid_request'],
  ])('is refused for %s, and the site is told', async (_what, wanted, error) => {
    const browser = new TestBrowser(service)
    const url = new URL(await browser.begin(wanted))
    expect(url.origin + url.pathname).toBe(CALLBACK)
    expect(url.searchParams.get('error')).toBe(error)
    expect(url.searchParams.get('iss')).toBe(ID)
    expect(browser.cookies.size).toBe(0)
  })

  it('is refused with `temporarily_unavailable` while the provider is down, and begins when it is back', async () => {
    provider.isDown = true
    const browser = new TestBrowser(service)
    expect(new URL(await browser.begin()).searchParams.get('error')).toBe('temporarily_unavailable')
    provider.isDown = false
    expect(await browser.begin()).toContain(provider.issuer)
  })
})

describe('the authorization response', () => {
  it('brings the reader to the site, with a code, the site’s state, and who answers', async () => {
    const back = await new TestBrowser(service).logIn(provider, { state: 'the-state-of-the-site' })
    expect(back.origin + back.pathname).toBe(CALLBACK)
    expect(back.searchParams.get('state')).toBe('the-state-of-the-site')
    expect(back.searchParams.get('iss')).toBe(ID)
    expect(back.searchParams.get('code')).toMatch(/^[\w-]{32}$/)
  })

  it('leaves a key in a cookie of this host alone, out of reach of scripts, for as long as the session', async () => {
    const browser = new TestBrowser(service)
    const begun = await browser.begin()
    const response = await browser.visit(`/callback${provider.approve(begun)}`)
    expect([...browser.cookies.keys()]).toEqual(['__Host-session-id', 'portico-reader'])
    const [line] = response.headers.getSetCookie().filter((cookie) => cookie.startsWith('__Host-session-id='))
    expect(line).toMatch(/; Max-Age=77\d{5}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('keeps the referrer on its redirects, by which the page knows that its reader comes from a login', async () => {
    const browser = new TestBrowser(service)
    const begun = await browser.visit(authorizePath())
    const back = await browser.visit(`/callback${provider.approve(begun.headers.get('location') ?? '')}`)
    for (const response of [begun, back]) expect(response.headers.get('referrer-policy')).toBeNull()
  })

  it('is a navigation: a script that fetches it ends no login', async () => {
    const browser = new TestBrowser(service)
    const path = `/callback${provider.approve(await browser.begin())}`
    const headers = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-site' }
    expect((await browser.ask(path, { headers })).status).toBe(403)
    expect((await browser.visit(path)).headers.get('location')).toContain('code=')
  })

  it('takes no picture but one of the web', async () => {
    provider.claims = { sub: 'kari', picture: 'javascript:alert(1)' }
    const browser = new TestBrowser(service)
    await browser.logIn(provider)
    expect(await (await browser.session()).json()).not.toHaveProperty('photo')
  })

  it('says the provider’s error to the site, by its code alone', async () => {
    const browser = new TestBrowser(service)
    const state = new URL(await browser.begin()).searchParams.get('state')
    const response = await browser.visit(
      `/callback?error=login_required&error_description=private&state=${state}`,
    )
    const back = new URL(response.headers.get('location') ?? '')
    expect(back.searchParams.get('error')).toBe('login_required')
    expect(back.href).not.toContain('private')
  })

  it.each(['access_denied<b>', 'x'.repeat(65), 'Kari', ''])(
    'says no error to the site that is none: "%s"',
    async (error) => {
      const browser = new TestBrowser(service)
      const state = new URL(await browser.begin()).searchParams.get('state') ?? ''
      const response = await browser.visit(`/callback?${new URLSearchParams({ error, state })}`)
      expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe('server_error')
    },
  )

  it('is told as an event when it fails, with the reason', async () => {
    const browser = new TestBrowser(service)
    await browser.visit(authorizePath({ client_id: 'nobody' }))
    provider.claims = { sub: 'kari', sid: 'one' }
    const begun = await browser.begin()
    await service.end({ sid: 'one' })
    await browser.visit(`/callback${provider.approve(begun)}`)
    await browser.visit('/callback?state=x')
    const down = testService({ ...provider, issuer: 'http://127.0.0.1:1' })
    await new TestBrowser(down).begin()
    const failures = [...service.events, ...down.events].filter(({ type }) => type === 'login-failed')
    expect(failures).toEqual([
      { type: 'login-failed', clientId: undefined, reason: 'not-registered' },
      { type: 'login-failed', clientId: 'news', reason: 'ended-meanwhile' },
      { type: 'login-failed', clientId: undefined, reason: 'state-unknown' },
      { type: 'login-failed', clientId: 'news', reason: 'provider-unreachable' },
    ])
  })

  it('is kept in a cookie with a short name, of this host alone, for an hour', async () => {
    const [cookie = ''] = (await new TestBrowser(service).visit(authorizePath())).headers.getSetCookie()
    expect(cookie).toMatch(
      /^__Host-login-[\w-]{8}=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('asks for the user info where the ID token has no name', async () => {
    provider.userInfo = { sub: 'kari', name: 'Kari Hansen', email: 'kari@site.com' }
    const browser = new TestBrowser(service)
    await browser.logIn(provider)
    const session = await (await browser.session()).json()
    expect(session).toMatchObject({ displayName: 'Kari Hansen', givenName: 'Kari', familyName: 'Hansen' })
    expect(JSON.stringify(session)).not.toContain('kari@site.com')
  })

  it('lets two tabs log in at a time', async () => {
    const browser = new TestBrowser(service)
    const [one, two] = [await browser.begin({ state: 'one' }), await browser.begin({ state: 'two' })]
    const second = await browser.visit(`/callback${provider.approve(two)}`)
    const first = await browser.visit(`/callback${provider.approve(one)}`)
    expect(second.headers.get('location')).toContain('state=two')
    expect(first.headers.get('location')).toContain('state=one')
  })

  it('is told as events without anything secret', async () => {
    const browser = new TestBrowser(service)
    const back = await browser.logIn(provider)
    expect(service.events.map(({ type }) => type)).toEqual([
      'provider-discovered',
      'login-started',
      'request',
      'login-succeeded',
      'request',
    ])
    const told = JSON.stringify(service.events)
    for (const secret of [
      'kari',
      'a-state',
      back.searchParams.get('code') ?? '?',
      ...browser.cookies.values(),
    ])
      expect(told).not.toContain(secret)
  })
})

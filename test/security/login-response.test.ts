/** A login response that an attacker sends, to a server that finishes logins. The account service answers over real HTTP. */
import { describe, expect, it } from 'vitest'
import { finishLogin } from '../../server/login.ts'
import { signText } from '../../server/signed-text.ts'
import { signSession } from '../../server/verify-session.ts'
import { CLIENT_ID, useAccountService } from '../server/account-service.ts'
import { Browser, begin, CALLBACK, COOKIE_SECRET, clientOf, logIn } from '../server/site.ts'

const service = useAccountService()
/** What a login of this client is signed for. */
const PURPOSE = `portico-login:${CLIENT_ID}:` as const
const UNKNOWN = { ok: false, reason: 'state-unknown' }
const tokensAsked = () => service.asked.filter((path) => path === '/oauth/token').length

describe('a state', () => {
  it('of another browser is refused, and its code is not looked at', async () => {
    const client = clientOf(service)
    const [attacker, victim] = [new Browser(), new Browser()]
    const callback = service.logIn((await attacker.begin(client)).url)
    await victim.begin(client)
    expect(await victim.finish(client, callback)).toMatchObject(UNKNOWN)
    expect(await new Browser().finish(client, callback)).toMatchObject(UNKNOWN)
    expect(tokensAsked()).toBe(0)
    // Nor has it ended the login that the victim began, or the attacker's.
    expect(victim.cookies.size).toBe(1)
    expect(await attacker.finish(client, callback)).toMatchObject({ ok: true })
  })

  it('is used once in a browser', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const { url } = await browser.begin(client)
    expect(await browser.finish(client, service.logIn(url))).toMatchObject({ ok: true })
    expect(await browser.finish(client, service.logIn(url))).toMatchObject(UNKNOWN)
  })

  it('is used up by a login that fails, too', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const { url } = await browser.begin(client)
    const callback = service.logIn(url)
    expect(await browser.finish(client, callback.replace(/code=[^&]*/, 'error=access_denied'))).toMatchObject(
      { ok: false },
    )
    expect(await browser.finish(client, callback)).toMatchObject(UNKNOWN)
  })

  it('is used once by who keeps the cookie, too, where the server remembers; else the code is', async () => {
    const used = new Set<string>()
    const isFirstUse = (state: string, expiresAt: number) => {
      expect(expiresAt).toBeGreaterThan(Date.now())
      const isFirst = !used.has(state)
      used.add(state)
      return isFirst
    }
    for (const client of [clientOf(service, { isFirstUse }), clientOf(service)]) {
      const { url, setCookies } = await begin(client, { headers: {} })
      const headers = { cookie: setCookies[0]?.split(';')[0] }
      const callback = service.logIn(url)
      expect(await finishLogin(client, { url: callback, headers })).toMatchObject({ ok: true })
      const again = await finishLogin(client, { url: callback, headers })
      expect(again).toMatchObject(
        client.isFirstUse ? UNKNOWN : { ok: false, reason: 'refused', detail: 'invalid_grant' },
      )
    }
  })

  it.each([false, null, 0, undefined])(
    'is used up where the server’s store says so by %j, as the clients of stores do',
    async (answer) => {
      const client = clientOf(service, { isFirstUse: async () => answer as boolean })
      const browser = new Browser()
      const callback = service.logIn((await browser.begin(client)).url)
      expect(await browser.finish(client, callback)).toMatchObject(UNKNOWN)
    },
  )

  it('is over after ten minutes, whatever the browser keeps', async () => {
    const client = clientOf(service)
    const { url } = await begin(client, { headers: {} })
    const state = new URL(url).searchParams.get('state')?.replace('.bound', '') ?? ''
    const cookie = async (expiresAt: number) => {
      const login = { state, returnTo: '/', expiresAt }
      const text = await signText(login, COOKIE_SECRET, PURPOSE)
      return { cookie: `__Host-portico-login-0=${text}` }
    }
    const callback = service.logIn(url)
    expect(await finishLogin(client, { url: callback, headers: await cookie(Date.now() - 1) })).toMatchObject(
      UNKNOWN,
    )
    expect(
      await finishLogin(client, { url: callback, headers: await cookie(Date.now() + 600_000) }),
    ).toMatchObject({ ok: true })
  })

  it.each(['', 'x', '.bound', '__proto__', '; Max-Age=1', 'x'.repeat(5_000)])(
    'that nobody made is refused: %j',
    async (state) => {
      const client = clientOf(service)
      const browser = new Browser()
      await browser.begin(client)
      const answer = await browser.finish(client, `${CALLBACK}?${new URLSearchParams({ code: 'c', state })}`)
      expect(answer).toMatchObject(UNKNOWN)
      expect(answer.setCookies).toEqual([])
    },
  )

  it('that comes twice is refused', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const callback = service.logIn((await browser.begin(client)).url)
    expect(await browser.finish(client, `${callback}&state=other`)).toMatchObject({
      ok: false,
      reason: 'refused',
    })
  })
})

describe('a cookie of a login', () => {
  const forge = async (
    name: (own: string) => string,
    value: (own: string) => string | Promise<string>,
    more = {},
  ) => {
    const client = clientOf(service, more)
    const browser = new Browser()
    const callback = service.logIn((await browser.begin(client)).url)
    const [[own, text] = ['', '']] = browser.cookies
    browser.cookies.clear()
    browser.cookies.set(name(own), await value(text))
    return browser.finish(client, callback)
  }
  const same = (text: string) => text

  it('opens what it was made for: what follows is refused for what it changes', async () => {
    expect(await forge(same, same)).toMatchObject({ ok: true })
  })

  it.each<[string, (text: string) => string | Promise<string>]>([
    ['changed', (text) => `${text.slice(0, -2)}AA`],
    ['empty', () => ''],
    ['signed with another secret', (text) => signText(read(text), `another ${COOKIE_SECRET}`, PURPOSE)],
    ['signed for another purpose', (text) => signText(read(text), COOKIE_SECRET)],
    ['of a session that the server signed', (text) => signSession(read(text) as object, COOKIE_SECRET)],
    [
      'of another login',
      async () => {
        const { setCookies } = await begin(clientOf(service), { headers: {} })
        return /=([^;]*)/.exec(setCookies[0] ?? '')?.[1] ?? ''
      },
    ],
    [
      'of another client of the same server',
      async (text) => signText(read(text), COOKIE_SECRET, 'portico-login:client-2:'),
    ],
  ])('%s is none', async (_, value) => {
    expect(await forge(same, value)).toMatchObject(UNKNOWN)
  })

  it('without the prefix is none, where a host beside this one could have set it', async () => {
    expect(await forge((name) => name.replace('__Host-', ''), same)).toMatchObject(UNKNOWN)
  })

  it.each(['\u00a0', '\ufeff', '\u2003', '\v', '\f'])(
    'whose name begins with %j is none: a host beside this one can set it',
    async (blank) => {
      const client = clientOf(service)
      const { url, setCookies } = await begin(client, { headers: {} })
      const own = setCookies[0]?.split(';')[0] ?? ''
      const callback = service.logIn(url)
      const finish = (cookie: string) => finishLogin(client, { url: callback, headers: { cookie } })
      expect(await finish(blank + own)).toMatchObject(UNKNOWN)
      expect(await finish(`a=b; ${blank}${own}`)).toMatchObject(UNKNOWN)
      // Nor does it keep the reader from finishing their own login.
      expect(await finish(`${blank}${own}; ${own}`)).toMatchObject({ ok: true })
    },
  )

  function read(text: string): unknown {
    return JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())
  }
})

describe('a code', () => {
  /** The code of a login that another browser has begun. */
  const stolenFrom = async (loginUrl: string) =>
    new URL(service.logIn(loginUrl)).searchParams.get('code') ?? ''
  /** A login page of the attacker's making, which asks for neither nonce nor code challenge. */
  const linkWithoutProofs = () =>
    `${service.url}/oauth/authorize?${new URLSearchParams({ redirect_uri: CALLBACK, scope: 'openid', state: 'x' })}`

  it('that was stolen from another login is refused: the code challenge is another', async () => {
    const client = clientOf(service)
    const [attacker, victim] = [new Browser(), new Browser()]
    const stolen = await stolenFrom((await victim.begin(client)).url)
    for (const state of [
      (await attacker.begin(client)).binding.state,
      (await attacker.beginByState(client)).state,
      (await attacker.beginByState(client)).binding.state,
    ]) {
      const callback = `${CALLBACK}?${new URLSearchParams({ code: stolen, state })}`
      expect(await attacker.finish(client, callback)).toMatchObject({ ok: false, reason: 'refused' })
    }
  })

  it('of a login without a code challenge does not finish one that has a code challenge', async () => {
    const client = clientOf(service)
    const attacker = new Browser()
    const stolen = await stolenFrom(linkWithoutProofs())
    const { state } = (await attacker.begin(client)).binding
    const callback = `${CALLBACK}?${new URLSearchParams({ code: stolen, state })}`
    expect(await attacker.finish(client, callback)).toMatchObject({ ok: false, reason: 'refused' })
  })

  it('of a login without a code challenge is refused by its nonce, where the account service lets it pass', async () => {
    service.ignoresChallenge = true
    const client = clientOf(service)
    const attacker = new Browser()
    const stolen = await stolenFrom(linkWithoutProofs())
    const { state } = (await attacker.begin(client)).binding
    const callback = `${CALLBACK}?${new URLSearchParams({ code: stolen, state })}`
    expect(await attacker.finish(client, callback)).toMatchObject({ ok: false, reason: 'refused' })
  })

  it('is refused with each state that the attacker can make of that of a bound login', async () => {
    const client = clientOf(service)
    for (const change of [
      (state: string) => state.replace('.bound', ''),
      (state: string) => state.slice(0, -1),
      (state: string) => state.slice(0, 8),
      (state: string) => `${state}.bound`,
      (state: string) => state.replace('.bound', '.alone'),
    ]) {
      const attacker = new Browser()
      const { state } = (await attacker.begin(client)).binding
      const stolen = await stolenFrom(linkWithoutProofs())
      const callback = `${CALLBACK}?${new URLSearchParams({ code: stolen, state: change(state) })}`
      expect(await attacker.finish(client, callback)).toMatchObject(UNKNOWN)
      expect(tokensAsked()).toBe(0)
    }
  })
})

describe('an ID token is refused', () => {
  it.each<[string, object]>([
    ['for another client', { aud: 'client-2' }],
    ['by another issuer', { iss: 'https://evil.example' }],
    ['that is over', { exp: 1 }],
    ['with the nonce of another login', { nonce: 'of another login' }],
    ['without its nonce', { nonce: undefined }],
    ['without a user', { sub: undefined }],
    ['with a user that has no name', { sub: '' }],
    ['with a user whose name is blank', { sub: ' ' }],
    ['with a user that is no text', { sub: 7 }],
  ])('%s', async (_, more) => {
    service.claims = (claims) => ({ ...claims, ...more })
    const login = await logIn(service)
    expect(login).toMatchObject({ ok: false, reason: 'refused' })
  })

  it('that names nobody, and the refusal says so', async () => {
    service.claims = (claims) => ({ ...claims, sub: '' })
    const login = await logIn(service)
    expect(login).toMatchObject({ ok: false, reason: 'refused', detail: 'invalid_id_token' })
  })

  it('that another key has signed', async () => {
    service.hasOtherKey = true
    const login = await logIn(service)
    expect(login).toMatchObject({ ok: false, reason: 'refused' })
  })
})

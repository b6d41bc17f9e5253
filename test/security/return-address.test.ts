/** Where a link that an attacker made leads a reader after a login: to the site, whatever it says. */
import { describe, expect, it } from 'vitest'
import { finishLogin } from '../../server/login.ts'
import { returnAddress } from '../../server/return-address.ts'
import { signText } from '../../server/signed-text.ts'
import { useAccountService } from '../server/account-service.ts'
import { Browser, begin, CALLBACK, COOKIE_SECRET, clientOf, logIn } from '../server/site.ts'

const service = useAccountService()
const HOME = 'https://www.site.example/'
const ELSEWHERE = [
  'https://evil.example/',
  'https://evil.example/path?query',
  'http://www.site.example/',
  'http://www.site.example/path?query',
  'https://www.site.example:8443/',
  'https://www.site.example.evil.example/',
  'https://www.site.example@evil.example/',
  'https://site.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  'https:\\\\evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'blob:https://www.site.example/5f0c8d1e',
  'filesystem:https://www.site.example/x',
  'view-source:https://www.site.example/',
  'https://www.site.example%2eevil.example/',
  'https://[::1]/',
  'https://',
  'http:',
]

it('a return address on the site may have 500 characters; a longer one leads to the front page', () => {
  const longest = HOME.padEnd(500, 'a')
  expect(returnAddress(longest, CALLBACK)).toBe(longest)
  expect(returnAddress(`${longest}a`, CALLBACK)).toBe(HOME)
})

describe('a return address on another host', () => {
  it.each(ELSEWHERE)('leads to the front page: %j', async (returnTo) => {
    const login = await logIn(service, { returnTo })
    expect(login).toMatchObject({ ok: true, returnTo: HOME })
  })

  it.each([
    ['/.//evil.example', `${HOME}/evil.example`],
    ['/..//evil.example', `${HOME}/evil.example`],
    ['/a/../..//evil.example', `${HOME}/evil.example`],
    ['evil.example', `${HOME}evil.example`],
    ['.//evil.example', `${HOME}/evil.example`],
    ['@evil.example', `${HOME}@evil.example`],
    ['/%2F/evil.example', `${HOME}%2F/evil.example`],
    ['/a\r\nSet-Cookie: b=c', `${HOME}aSet-Cookie:%20b=c`],
    ['https://user:password@www.site.example/a', `${HOME}a`],
    ['https://www.site.example/a?b#c', `${HOME}a?b#c`],
    ['https:a', `${HOME}a`],
    [`/${'å'.repeat(70)}`, `${HOME}${'%C3%A5'.repeat(70)}`],
    ['https:evil.example\\@www.site.example', `${HOME}evil.example/@www.site.example`],
    ['https:/evil.example', `${HOME}evil.example`],
    ['?a=//evil.example', `${HOME}?a=//evil.example`],
  ])('that only looks like one is a path of the site, and absolute: %j', (wanted, expected) => {
    expect(returnAddress(wanted, CALLBACK)).toBe(expected)
    // Whoever follows it, with the site's page for a base, comes to the site.
    expect(new URL(returnAddress(wanted, CALLBACK), 'https://www.site.example/x').host).toBe(
      'www.site.example',
    )
  })

  it.each([
    undefined,
    null,
    7,
    {},
    ['/a'],
    { toString: () => '/a' },
    `/${'x'.repeat(500)}`,
    `/${'å'.repeat(100)}`,
  ])('that is none leads to the front page: %j', (wanted) => {
    expect(returnAddress(wanted, CALLBACK)).toBe(HOME)
  })

  it('is none either when the server itself has signed it, for another of its sites', async () => {
    const client = clientOf(service)
    const { url } = await begin(client, { headers: {} })
    const state = new URL(url).searchParams.get('state')?.replace('.bound', '') ?? ''
    const login = {
      state,
      returnTo: 'https://evil.example/',
      expiresAt: Date.now() + 1000,
    }
    const text = await signText(login, COOKIE_SECRET, `portico-login:${client.clientId}:`)
    const headers = { cookie: `__Host-portico-login-0=${text}` }
    expect(await finishLogin(client, { url: service.logIn(url), headers })).toMatchObject({
      ok: true,
      returnTo: HOME,
    })
  })

  it('is none in what the account service sends back', async () => {
    const client = clientOf(service)
    const browser = new Browser()
    const callback = service.logIn((await browser.begin(client)).url)
    const login = await browser.finish(
      client,
      `${callback}&returnTo=https://evil.example/&redirect_uri=https://evil.example`,
    )
    expect(login.returnTo).toBe(HOME)
    expect(await browser.finish(client, 'https://evil.example/callback?code=c&state=s')).toMatchObject({
      returnTo: HOME,
    })
  })
})

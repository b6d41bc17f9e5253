// The request list: why a request was refused, what it brought, and no secret.

import { describe, expect, it } from 'vitest'
import { useEmulator, Visitor } from './helpers.ts'
import { loginUrl, site } from './log-in.ts'

const emulator = await useEmulator()

const account = (path: string): string => emulator.url('account.localhost', path)

describe('the request list', () => {
  it('says why a page may not read the session', async () => {
    const path = `/v2/session?client_sdrn=sdrn:localhost:client:${site.clientId}&devtools_id=7`
    const origin = 'http://nobody.localhost:3000'
    await new Visitor().request(emulator.url(site.sessionHost, path), { headers: { origin } })
    const entry = emulator.requests.at(-1)
    expect(entry?.reason).toMatch(/http:\/\/nobody\.localhost:3000 is not an origin of a redirect URI/)
    expect(entry?.headers).toMatchObject({ origin })
    expect(entry?.path).toContain('devtools_id=7')
  })

  it('says why a call is refused', async () => {
    await new Visitor().request(
      emulator.url(site.sessionHost, '/v2/session?client_sdrn=sdrn:localhost:client:nobody'),
    )
    expect(emulator.requests.at(-1)).toMatchObject({
      status: 404,
      reason: 'No such client at this session service',
    })
  })

  it('says why the account service refuses a login, and a code', async () => {
    const wrong = { state: 's', redirect_uri: 'http://new.site.localhost/' }
    await new Visitor().request(loginUrl(emulator, site, wrong))
    expect(emulator.requests.at(-1)?.reason).toMatch(/^invalid_redirect_uri: redirect_uri did not match/)
    await new Visitor().request(account('/oauth/token'), {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${site.clientId}:${site.clientSecret}`)}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: 's3cret',
        redirect_uri: 'http://new.site.localhost/',
      }),
    })
    expect(emulator.requests.at(-1)?.reason).toMatch(/^invalid_grant: .*not found/)
    expect(emulator.requests.at(-1)?.reason).not.toContain('s3cret')
  })

  it('names cookies, and holds no value of one', async () => {
    await new Visitor().request(account('/'), {
      headers: { cookie: 'secret=value-of-it; other=1', authorization: 'Basic c2VjcmV0' },
    })
    const { headers } = emulator.requests.at(-1) ?? {}
    expect(headers).toMatchObject({ cookie: 'secret other' })
    expect(JSON.stringify(headers)).not.toMatch(/value-of-it|c2VjcmV0/)
  })

  const bodyOf = async (type: string, body: string): Promise<string | undefined> => {
    await new Visitor().request(account('/oauth/revoke'), {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    return emulator.requests.at(-1)?.body
  }
  const FORM = 'application/x-www-form-urlencoded'

  it('shows the fields of a form, and no value of one that may be secret', async () => {
    const secrets = [
      ...['password', 'code', 'client_secret', 'code_verifier', 'state', 'nonce', 'sig', 'sp_id', 'id_token'],
      ...['access_token', 'refresh_token', 'token', 'ticket', 'cookie', 'browser', 'unheard-of'],
    ]
    const fields = Object.fromEntries(secrets.map((name) => [name, 's3cret']))
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'harbour-post',
      ...fields,
    })
    expect(await bodyOf(FORM, `${form}`)).toBe(
      ['grant_type=authorization_code', 'client_id=harbour-post', ...secrets.map((name) => `${name}=…`)].join(
        '\n',
      ),
    )
  })

  it.each([
    ['a value without a name', FORM, 'c2VjcmV0', '…'],
    ['a value in the place of a name', FORM, 'a.b.c2VjcmV0LXRoYXQtaXMtbG9uZ2VyLXRoYW4=1', '…=…'],
    [
      'an address with a query',
      FORM,
      'redirect_uri=http%3A%2F%2Fa.localhost%2F%3Fcode%3Dx',
      'redirect_uri=…',
    ],
    ['an address with a password', FORM, 'redirect_uri=http%3A%2F%2Fu%3Ap%40a.localhost', 'redirect_uri=…'],
    ['JSON', 'application/json', '{"code":123456,"client_id":"a","in":[{"token":"t"}]}', undefined],
    ['JSON that is none', 'application/json', '{"code":"s3cret"', '16 bytes'],
    ['deep JSON', 'application/json', '[[[[["s3cret"]]]]]', undefined],
    ['a type that nobody knows', 'text/plain', 's3cret', '6 bytes'],
    ['a file', 'multipart/form-data; boundary=x', '--x\r\n\r\ns3cret\r\n--x--', '20 bytes'],
    ['nothing', FORM, '', undefined],
  ])('shows %s as what it may be', async (what, type, body, shown) => {
    const seen = await bodyOf(type, body)
    expect(`${seen}`).not.toMatch(/s3cret|123456|"t"|c2V|%3D|u:p/)
    if (what === 'JSON')
      expect(JSON.parse(`${seen}`)).toEqual({ code: '…', client_id: 'a', in: [{ token: '…' }] })
    else if (what === 'deep JSON') expect(JSON.parse(`${seen}`)).toEqual([[[['…']]]])
    else expect(seen).toBe(shown)
  })
})

/**
 * What a site's server owes its readers in the cookie in which it remembers them, asked over HTTP: no host beside the site's own
 * makes anybody somebody else by it, and a session of nobody is no reader.
 */
import { request } from 'node:http'
import { signSession } from 'portico/server'
import { describe, expect, it } from 'vitest'
import { signPayload } from '../server/sign.ts'

export const MALLORY = { result: true, uuid: 'uuid-mallory', userId: 666, givenName: 'MALLORY' }
export const OWN = { result: true, uuid: 'uuid-own', userId: 7, givenName: 'Olga' }

/** By https the cookie has a name that browsers take from this very host alone. */
export const SCHEMES: readonly { scheme: string; name: string; isSecure: boolean }[] = [
  { scheme: 'https', name: '__Host-reader', isSecure: true },
  { scheme: 'http', name: 'reader', isSecure: false },
]

export interface Answer {
  readonly status: number
  readonly body: string
  readonly setCookies: readonly string[]
}

/** A server, as tests ask it. */
export interface Site {
  /** The origin that browsers see. */
  readonly origin: string
  /** A page that greets its reader by name. */
  readonly path: string
  readonly cookieSecret: string
  readonly signatureSecret: string
  ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer>
  /** The status of the answer to a `POST` whose body has no end. */
  askWithoutEnd(path: string, headers: Record<string, string>): Promise<number>
}

/** Sends a request whose body has no end, to a server on this machine. @returns the status of its answer */
export function statusWithoutEnd(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
      resolve(response.statusCode ?? 0)
      asked.destroy()
    })
    asked.on('error', reject).write('{')
  })
}

/** Signs as the session service does. */
function sigOf(session: object, secret: string): string {
  const times = { serverTime: Math.floor(Date.now() / 1000), expiresIn: 60_000 }
  return signPayload({ algorithm: 'HMAC-SHA256', ...times, ...session }, secret)
}

/** What the cookie of a reader holds who has really logged in here. */
export const cookieOf = (session: object, { cookieSecret }: Pick<Site, 'cookieSecret'>): Promise<string> =>
  signSession(session, cookieSecret)

/** The tests of the cookie itself. @param siteOf gives the server once it runs */
export function testCookie(siteOf: () => Site, name: string): void {
  const cookieFor = (session: object) => cookieOf(session, siteOf())

  /** Whom a page greets that is asked for with these cookies. */
  async function greeted(cookie: string): Promise<string | undefined> {
    const { ask, path } = siteOf()
    const { body } = await ask('GET', path, { cookie })
    return /Hello, ([\w ]+)/.exec(body.replaceAll('<!-- -->', ''))?.[1]
  }

  it('a reader is known by the cookie, and by nothing that somebody made up', async () => {
    expect(await greeted(`a=b; ${name}=${await cookieFor(OWN)};c=d`)).toBe('Olga')
    expect(await greeted(`${name}=x`)).toBe('stranger')
    expect(await greeted('')).toBe('stranger')
  })

  it('a cookie that comes twice is nobody’s: a host beside this one has set one of the two', async () => {
    const [own, tossed] = [await cookieFor(OWN), await cookieFor(MALLORY)]
    for (const pair of [
      [tossed, own],
      [own, tossed],
      ['x', own],
      [own, ''],
    ])
      expect(await greeted(pair.map((value) => `${name}=${value}`).join('; '))).toBe('stranger')
  })

  it('a cookie of a like name is no reader’s', async () => {
    const tossed = await cookieFor(MALLORY)
    const names = [
      'reader',
      '__Host-reader',
      '__Secure-reader',
      '__host-reader',
      'my-reader',
      'reader_old',
      'READER',
    ]
    for (const other of names.filter((other) => other !== name)) {
      expect([other, await greeted(`${other}=${tossed}`)]).toEqual([other, 'stranger'])
      expect(await greeted(`${other}=${tossed}; ${name}=${await cookieFor(OWN)}`)).toBe('Olga')
    }
  })

  it('a name that begins with the byte A0 is another one, and keeps nobody out: a host beside this one can set it', async () => {
    const [own, tossed] = [await cookieFor(OWN), await cookieFor(MALLORY)]
    const twin = `\u00a0${name}=${tossed}`
    expect(await greeted(twin)).toBe('stranger')
    expect(await greeted(`a=b; ${twin}`)).toBe('stranger')
    expect(await greeted(`${twin}; ${name}=${own}`)).toBe('Olga')
    expect(await greeted(`${name}=${own}; ${twin}`)).toBe('Olga')
  })

  it('a page that the browser fetches ahead names nobody: they may log out before it is shown', async () => {
    const { ask, path } = siteOf()
    const cookie = `${name}=${await cookieFor(OWN)}`
    for (const purpose of ['prefetch', 'prefetch;prerender'])
      expect((await ask('GET', path, { cookie, 'sec-purpose': purpose })).body).not.toContain('Olga')
  })

  it('a signed session of nobody is no reader’s', async () => {
    for (const nobody of [
      { result: false },
      { userId: 7, givenName: 'MALLORY' },
      { uuid: ' ', givenName: 'MALLORY' },
    ])
      expect(await greeted(`${name}=${await cookieFor(nobody)}`)).toBe('stranger')
  })
}

/** The tests of what a page tells the server: `POST /session` with a `sig`, or with `{}` after a logout. */
export function testToldSession(siteOf: () => Site, name: string, isSecure: boolean): void {
  describe('told by its page who reads', () => {
    const tell = (body: string, from = siteOf().origin) =>
      siteOf().ask('POST', '/session', { origin: from, 'content-type': 'application/json' }, body)
    const tellSession = (session: object) =>
      tell(JSON.stringify({ sig: sigOf(session, siteOf().signatureSecret) }))

    it('the reader is remembered in a cookie for this host alone, which scripts cannot read', async () => {
      const { status, setCookies } = await tellSession({ ...OWN, sp_id: 'secret-id' })
      expect(status).toBe(204)
      const [cookie = '', ...more] = setCookies
      expect(more).toEqual([])
      const [pair = '', ...attributes] = cookie.split('; ')
      expect(pair).toMatch(new RegExp(`^${name}=[\\w-]+\\.[\\w-]+$`))
      const named = attributes.map((attribute) => attribute.toLowerCase()).sort()
      expect(named.filter((attribute) => !attribute.startsWith('expires='))).toEqual(
        ['httponly', 'max-age=900', 'path=/', 'samesite=lax', ...(isSecure ? ['secure'] : [])].sort(),
      )
      expect(Buffer.from(pair.split('.')[1] ?? '', 'base64url').toString()).not.toMatch(/secret-id|"sig"/)
      const { ask, path } = siteOf()
      expect((await ask('GET', path, { cookie: pair })).body).toContain('Olga')
    })

    it('the reader is forgotten, where the session is nobody’s, or there is none', async () => {
      const answers = [await tell('{}')]
      for (const nobody of [{ result: false }, { userId: 7 }, { uuid: '' }, { uuid: ' ' }])
        answers.push(await tellSession(nobody))
      for (const { status, setCookies } of answers) {
        expect(status).toBe(204)
        const ended = new RegExp(`^${name}=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)`, 'i')
        expect(setCookies).toEqual([expect.stringMatching(ended)])
        expect(setCookies[0]?.includes('Secure')).toBe(isSecure)
      }
    })

    it.each(['null', '7', '[]', '"text"', 'true', '{', '', '{"sig":null}'])(
      'the message %s is refused, and changes nothing',
      async (body) => {
        const { status, setCookies } = await tell(body)
        expect([400, 403]).toContain(status)
        expect(setCookies).toEqual([])
      },
    )

    it('the body of a page of another site is not read, and one without end is not waited for', async () => {
      const type = { 'content-type': 'application/json' }
      const { origin, askWithoutEnd } = siteOf()
      expect(await askWithoutEnd('/session', { ...type, origin: 'https://evil.example' })).toBe(403)
      expect(await askWithoutEnd('/session', type)).toBe(403)
      expect(await askWithoutEnd('/session', { ...type, origin })).toBe(400)
    })

    it('a message that is too long is refused, and changes nothing', async () => {
      const { status, setCookies } = await tell(JSON.stringify({ more: 'x'.repeat(65_536) }))
      expect([400, 413]).toContain(status)
      expect(setCookies).toEqual([])
    })

    it('a reader is remembered whose session holds more than a cookie may', async () => {
      const { status, setCookies } = await tellSession({ ...OWN, photo: 'x'.repeat(4096) })
      expect(status).toBe(204)
      const [pair = ''] = setCookies[0]?.split('; ') ?? []
      expect(pair.length).toBeLessThan(1000)
      const { ask, path } = siteOf()
      expect((await ask('GET', path, { cookie: pair })).body).toContain('Olga')
    })

    it('a sig that nobody has signed is refused, and so is a page of another site', async () => {
      for (const answer of [
        await tell('{"sig":"a.b"}'),
        await tell('{"sig":7}'),
        await tell('{}', 'https://evil.example'),
        await tell('null', 'https://evil.example'),
      ])
        expect(answer).toMatchObject({ status: 403, setCookies: [] })
    })
  })
}

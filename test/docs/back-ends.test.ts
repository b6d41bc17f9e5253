/** The back ends of `examples/`, over raw HTTP: whom they take for their reader, and what they make of what a page tells them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signSession } from 'portico/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// @ts-expect-error it is a program, without types
import worker from '../../examples/worker/worker.mjs'

const COOKIE_SECRET = 'a secret of the server, with 32 letters and more'
const SIGNATURE_SECRET = 'the signature secret of the client'
const OWN = { uuid: 'uuid-own', userId: 7, givenName: 'Olga' }
const MALLORY = { uuid: 'uuid-mallory', userId: 666, givenName: 'MALLORY' }

const settingsOf = (origin: string) => ({
  ACCOUNT_URL: 'https://account.example',
  SESSION_DOMAIN: 'https://id.site.example',
  CLIENT_ID: 'client-1',
  CLIENT_SECRET: 'client secret for tests',
  SIGNATURE_SECRET,
  COOKIE_SECRET,
  REDIRECT_URI: `${origin}/callback`,
})

interface Answer {
  status: number
  body: string
  setCookies: string[]
}

type Ask = (method: string, path: string, headers: Record<string, string>, body?: string) => Promise<Answer>

/** A back end that runs. */
interface BackEnd {
  ask: Ask
  close(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Settles when the program says that it can be opened. */
async function opened(child: ChildProcess): Promise<void> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Open http')) resolve()
      })
    child.once('exit', () => reject(new Error(`the program has ended:\n${output}`)))
  })
}

/** Starts a program of `examples/`, and asks it byte for byte. */
async function startProgram(file: string, origin: string): Promise<BackEnd> {
  const port = await freePort()
  const env = { ...process.env, ...settingsOf(origin), PORT: `${port}` }
  const child = spawn(process.execPath, [file], { env })
  await opened(child)
  const ask: Ask = (method, path, headers, body = '') =>
    new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, method, path, headers }, async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        const { statusCode: status = 0, headers: answered } = response
        resolve({ status, body: `${Buffer.concat(chunks)}`, setCookies: answered['set-cookie'] ?? [] })
      })
      asked.on('error', reject).end(body)
    })
  return {
    ask,
    async close() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

/** The worker runs in no process of its own: it is a function of requests. */
async function startWorker(_: string, origin: string): Promise<BackEnd> {
  const ask: Ask = async (method, path, headers, body) => {
    const response: Response = await worker.fetch(
      new Request(origin + path, { method, headers, body: method === 'GET' ? undefined : (body ?? '') }),
      settingsOf(origin),
    )
    return {
      status: response.status,
      body: await response.text(),
      setCookies: response.headers.getSetCookie(),
    }
  }
  return { ask, close: async () => {} }
}

/** Signs as the session service does. */
function sigOf(session: object): string {
  const times = { serverTime: Math.floor(Date.now() / 1000), expiresIn: 60_000 }
  const encoded = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', ...times, ...session })).toString(
    'base64url',
  )
  return `${createHmac('sha256', SIGNATURE_SECRET).update(encoded).digest('base64url')}.${encoded}`
}

const cookieOf = (session: object) => signSession(session, COOKIE_SECRET)

const SCHEMES = [
  { origin: 'https://www.site.example', name: '__Host-reader', isSecure: true },
  { origin: 'http://www.site.localhost', name: 'reader', isSecure: false },
]
const BACK_ENDS = [
  { example: 'node', start: startProgram, path: '/', hearsPages: false },
  { example: 'express', start: startProgram, path: '/article', hearsPages: true },
  { example: 'hono', start: startProgram, path: '/article', hearsPages: true },
  { example: 'worker', start: startWorker, path: '/article', hearsPages: true },
]
const cases = BACK_ENDS.flatMap((backEnd) => SCHEMES.map((scheme) => ({ ...backEnd, ...scheme })))

describe.each(cases)('examples/$example at $origin', (backEnd) => {
  const { example, start, path, hearsPages, origin, name, isSecure } = backEnd
  let running: BackEnd
  beforeAll(async () => {
    running = await start(`examples/${example}/server.mjs`, origin)
  })
  afterAll(() => running?.close())

  /** Whom a page greets that is asked for with these cookies. */
  async function greeted(cookie: string): Promise<string | undefined> {
    const { body } = await running.ask('GET', path, { cookie })
    return /Hello, ([\w ]+)/.exec(body)?.[1]
  }

  it('knows its reader by a cookie that no host beside it can set, where it has https', async () => {
    expect(await greeted(`a=b; ${name}=${await cookieOf(OWN)}; c=d`)).toBe('Olga')
    expect(await greeted(`${name}=x`)).toBe('stranger')
    expect(await greeted('')).toBe('stranger')
  })

  it('knows nobody by a cookie that comes twice: a host beside it has set one of the two', async () => {
    const [own, tossed] = [await cookieOf(OWN), await cookieOf(MALLORY)]
    for (const pair of [
      [tossed, own],
      [own, tossed],
      ['x', own],
      [own, ''],
    ])
      expect(await greeted(pair.map((value) => `${name}=${value}`).join('; '))).toBe('stranger')
  })

  it('knows nobody by a cookie of a like name', async () => {
    const tossed = await cookieOf(MALLORY)
    const others = [
      'reader',
      '__Host-reader',
      '__Secure-reader',
      '__host-reader',
      'my-reader',
      'reader_old',
      'READER',
    ]
    for (const other of others.filter((other) => other !== name)) {
      expect([other, await greeted(`${other}=${tossed}`)]).toEqual([other, 'stranger'])
      expect(await greeted(`${other}=${tossed}; ${name}=${await cookieOf(OWN)}`)).toBe('Olga')
    }
  })

  it('takes a signed session of nobody for no reader', async () => {
    for (const nobody of [
      { result: false },
      { userId: 7, givenName: 'MALLORY' },
      { uuid: ' ', givenName: 'MALLORY' },
    ])
      expect(await greeted(`${name}=${await cookieOf(nobody)}`)).toBe('stranger')
  })

  it.runIf(!hearsPages)('ends its session by a cookie of the same name', async () => {
    const { status, setCookies } = await running.ask('POST', '/logout', { origin })
    expect(status).toBe(303)
    expect(setCookies).toEqual([expect.stringMatching(new RegExp(`^${name}=; .*Max-Age=0`))])
    expect(setCookies[0]?.includes('Secure')).toBe(isSecure)
  })

  describe.runIf(hearsPages)('told by its page who reads', () => {
    const tell = (body: string, from = origin) =>
      running.ask('POST', '/session', { origin: from, 'content-type': 'application/json' }, body)

    it('remembers the reader in a cookie for this host alone, which scripts cannot read', async () => {
      const { status, setCookies } = await tell(
        JSON.stringify({ sig: sigOf({ ...OWN, sp_id: 'secret-id' }) }),
      )
      expect(status).toBe(204)
      const [cookie = '', ...more] = setCookies
      expect(more).toEqual([])
      const [pair = '', ...attributes] = cookie.split('; ')
      expect(attributes.map((attribute) => attribute.toLowerCase()).sort()).toEqual(
        ['httponly', 'max-age=900', 'path=/', 'samesite=lax', ...(isSecure ? ['secure'] : [])].sort(),
      )
      expect(pair.split('=')[0]).toBe(name)
      expect(Buffer.from(pair.split('.')[1] ?? '', 'base64url').toString()).not.toMatch(/secret-id|"sig"/)
      expect(await greeted(pair)).toBe('Olga')
    })

    it('forgets the reader, where the session is nobody’s, or there is none', async () => {
      const nobody = [{ result: false }, { userId: 7 }, { uuid: '' }].map((session) =>
        JSON.stringify({ sig: sigOf(session) }),
      )
      for (const body of ['{}', ...nobody]) {
        const { status, setCookies } = await tell(body)
        expect([body, status]).toEqual([body, 204])
        expect(setCookies).toEqual([expect.stringMatching(new RegExp(`^${name}=; .*Max-Age=0`))])
      }
    })

    it.each(['null', '7', '[]', '"text"', 'true', '{', '', '{"sig":null}'])(
      'answers 400 to the message %s, and changes nothing',
      async (body) => {
        expect(await tell(body)).toMatchObject({ status: 400, setCookies: [] })
      },
    )

    it('answers 403 to a sig that nobody has signed, and to a page of another site', async () => {
      expect(await tell('{"sig":"a.b"}')).toMatchObject({ status: 403, setCookies: [] })
      expect(await tell('{"sig":7}')).toMatchObject({ status: 403, setCookies: [] })
      expect(await tell('{}', 'https://evil.example')).toMatchObject({ status: 403, setCookies: [] })
      expect(await tell('null', 'https://evil.example')).toMatchObject({ status: 403, setCookies: [] })
    })
  })
})

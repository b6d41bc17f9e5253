/** The back ends of `examples/` that no browser visits in test/e2e, over raw HTTP: whom they take for their reader, and what they make of what a page tells them. */
import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
// @ts-expect-error it is a program, without types
import worker from '../../examples/worker/worker.mjs'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import {
  SCHEMES,
  type Site,
  statusWithoutEnd,
  testCookie,
  testToldSession,
} from '../support/presence-cookie.ts'
import { end, whenSaid } from '../support/program.ts'

const COOKIE_SECRET = 'a secret of the server, with 32 letters and more'
const SIGNATURE_SECRET = 'the signature secret of the client'

const settingsOf = (origin: string) => ({
  IDENTITY_ENV: JSON.stringify({ accountUrl: 'https://account.example', sdrnNamespace: 'example' }),
  SESSION_DOMAIN: 'https://id.site.example',
  CLIENT_ID: 'client-1',
  CLIENT_SECRET: 'client secret for tests',
  SIGNATURE_SECRET,
  COOKIE_SECRET,
  REDIRECT_URI: `${origin}/callback`,
})

/** A back end that runs. */
interface BackEnd extends Pick<Site, 'ask' | 'askWithoutEnd'> {
  close(): Promise<void>
}

/** Starts a program of `examples/`, and asks it byte for byte. */
async function startProgram(file: string, origin: string): Promise<BackEnd> {
  const port = await freePort()
  const env = { ...process.env, ...settingsOf(origin), PORT: `${port}` }
  const child = spawn(process.execPath, [file], { env })
  await whenSaid(child, /Open http/)
  const ask: Site['ask'] = (method, path, headers, body = '') =>
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
    askWithoutEnd: (path, headers) => statusWithoutEnd(port, path, headers),
    close: () => end(child),
  }
}

/** The worker runs in no process of its own: it is a function of requests. */
async function startWorker(_: string, origin: string): Promise<BackEnd> {
  const ask: Site['ask'] = async (method, path, headers, text = '') => {
    const body = method === 'GET' ? undefined : text
    // As HTTP says it, and a request that never was on its way does not.
    const length = { 'content-length': `${Buffer.byteLength(text)}` }
    const request = new Request(origin + path, { method, headers: { ...length, ...headers }, body })
    const response: Response = await worker.fetch(request, settingsOf(origin))
    return {
      status: response.status,
      body: await response.text(),
      setCookies: response.headers.getSetCookie(),
    }
  }
  async function askWithoutEnd(path: string, headers: Record<string, string>): Promise<number> {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
    })
    const init = { method: 'POST', headers, body, duplex: 'half' }
    const response: Response = await worker.fetch(new Request(origin + path, init), settingsOf(origin))
    return response.status
  }
  return { ask, askWithoutEnd, close: async () => {} }
}

const BACK_ENDS = [
  { example: 'node', start: startProgram, path: '/', hearsPages: false },
  { example: 'worker', start: startWorker, path: '/article', hearsPages: true },
]
const cases = BACK_ENDS.flatMap((backEnd) => SCHEMES.map((scheme) => ({ ...backEnd, ...scheme })))

describe.each(cases)('examples/$example by $scheme', (backEnd) => {
  const { example, start, path, hearsPages, scheme, name, isSecure } = backEnd
  const origin = `${scheme}://www.site.example`
  let running: BackEnd
  beforeAll(async () => {
    running = await start(`examples/${example}/server.mjs`, origin)
  })
  afterAll(() => running?.close())

  const siteOf = (): Site => ({
    origin,
    path,
    cookieSecret: COOKIE_SECRET,
    signatureSecret: SIGNATURE_SECRET,
    ask: running.ask,
    askWithoutEnd: running.askWithoutEnd,
  })

  it('begins a login for a reader who comes, and none for a browser that fetches ahead or shows an image', async () => {
    const navigation = { 'sec-fetch-mode': 'navigate' }
    const come = await running.ask('GET', '/login', navigation)
    expect([302, 303]).toContain(come.status)
    expect(come.setCookies).toHaveLength(1)
    for (const headers of [
      { ...navigation, 'sec-purpose': 'prefetch' },
      { ...navigation, 'sec-purpose': 'prefetch;prerender' },
      { 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-mode': 'cors' },
    ])
      expect(await running.ask('GET', '/login', headers)).toMatchObject({ status: 403, setCookies: [] })
  })

  testCookie(siteOf, name)
  if (hearsPages) testToldSession(siteOf, name, isSecure)
  else
    it('ends its session by a cookie of the same name', async () => {
      const { status, setCookies } = await running.ask('POST', '/logout', { origin })
      expect(status).toBe(303)
      expect(setCookies).toEqual([expect.stringMatching(new RegExp(`^${name}=; .*Max-Age=0`))])
      expect(setCookies[0]?.includes('Secure')).toBe(isSecure)
    })
})

describe('a login that failed', () => {
  const FAILED = '/callback?code=a&state=b'

  it('is in the log, with its reason; a callback without a login is not', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    const { ask } = await startWorker('', 'https://www.site.example')
    await ask('GET', '/callback', {})
    await ask('GET', FAILED, {})
    expect(warn.mock.calls).toEqual([['Nobody was logged in:', 'state-unknown', undefined]])
  })

  it('is in the log of the server that is one file, too', async () => {
    const port = await freePort()
    const env = { ...process.env, ...settingsOf('https://www.site.example'), PORT: `${port}` }
    const child = spawn(process.execPath, ['examples/node/server.mjs'], { env })
    onTestFinished(() => end(child))
    await whenSaid(child, /Open http/)
    const said = whenSaid(child, /Nobody was logged in: (\S+)/)
    await fetch(`http://127.0.0.1:${port}${FAILED}`, { redirect: 'manual' })
    expect((await said)[1]).toBe('state-unknown')
  })
})

// What one client may take up: memory with a body, a connection with a request that does not end, or with answers
// that it does not read.

import { connect, type Socket } from 'node:net'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNT_HOST, type Emulator, type startEmulator as start } from '../../src/index.ts'
import { loadWith } from './impatient.ts'
import { exchange, requestFor, statusOf } from './raw.ts'

const LIMIT = 256 * 1024

const LIMITS = { HEADERS_TIMEOUT_MS: 400, REQUEST_TIMEOUT_MS: 1500, TIMEOUT_CHECK_MS: 50, LINGER_MS: 100 }

let startEmulator: typeof start
let emulator: Emulator
beforeAll(async () => {
  startEmulator = (await loadWith(LIMITS)).startEmulator
  emulator = await startEmulator()
})
afterAll(() => emulator.close())

const named = (host: string): string => `${host}:${emulator.port}`

const ROUTES: [host: string, path: string][] = [
  ['account.localhost', '/interaction/x/login'],
  ['account.localhost', '/oauth/token'],
  ['account.localhost', '/control/api/faults'],
  ['id.site.localhost', '/tickets'],
  ['id.site.localhost', '/backchannel-logout'],
  ['www.site.localhost', '/events/login'],
  ['www.site.localhost', '/none'],
]

describe('a body', () => {
  it.each(ROUTES)('of %s%s that is said to be too long is not waited for', async (host, path) => {
    const head = requestFor(path, named(host), 'POST', 'Content-Length: 700000000\r\n')
    const answer = await exchange(emulator.port, head)
    expect(statusOf(answer)).toBe(413)
    expect(answer).toMatch(/^connection: close\r$/im)
    expect(answer).toMatch(/too long/)
  })

  it.each(ROUTES)('of %s%s that goes on and on is cut off', async (host, path) => {
    const socket = connect(emulator.port, '127.0.0.1')
    const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const goOn = (): void => {
      while (socket.writable && socket.write(piece));
    }
    socket.on('drain', goOn)
    const answer = answerOf(socket)
    socket.write(requestFor(path, named(host), 'POST', 'Transfer-Encoding: chunked\r\n'))
    goOn()
    expect(statusOf(await answer)).toBe(413)
  })

  it('is read to the last byte while it is no longer than the limit', async () => {
    const fault = { session: 'x'.repeat(LIMIT - 14) }
    const send = async (body: string): Promise<string> =>
      exchange(
        emulator.port,
        `${requestFor('/control/api/faults', named(ACCOUNT_HOST), 'PATCH', `Content-Length: ${body.length}\r\n`)}${body}`,
      )
    const body = JSON.stringify(fault)
    expect(body).toHaveLength(LIMIT)
    expect(await send(body)).toContain('must be one of')
    expect(statusOf(await send(`${body} `))).toBe(413)
  })
})

describe('a client that is slow', () => {
  it.each([
    ['says nothing', ''],
    ['does not end its headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: '],
    [
      'does not send the body that it named',
      requestFor('/tickets', 'id.site.localhost', 'POST', 'Content-Length: 9\r\n'),
    ],
    [
      'stops in the middle of a chunk',
      `${requestFor('/', 'account.localhost', 'POST', 'Transfer-Encoding: chunked\r\n')}9\r\nabc`,
    ],
  ])('and %s is hung up on', async (_what, bytes) => {
    expect(statusOf(await exchange(emulator.port, bytes))).toBe(408)
  })

  it('and does not end the TLS handshake is hung up on', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }])
    const secure = await startEmulator({ tls: { key, cert } })
    expect(await exchange(secure.port, '\x16\x03\x01\x02')).toBe('')
    await secure.close()
  })

  it('and does not read what is streamed to it is hung up on, before it fills the memory', async () => {
    const socket = connect(emulator.port, '127.0.0.1')
    const answer = answerOf(socket)
    socket.write(requestFor('/control/api/requests/stream', named(ACCOUNT_HOST)))
    await new Promise((resolve) => socket.once('data', resolve))
    socket.pause()
    // more than the buffers of two sockets hold
    const long = requestFor(`/${'x'.repeat(12_000)}`, named('www.site.localhost'))
    for (let round = 0; round < 20; round += 1)
      await Promise.all(Array.from({ length: 100 }, () => exchange(emulator.port, long)))
    socket.resume()
    expect((await answer).length).toBeLessThan(2000 * 12_000)
  })
})

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}

// Whoever sends slowly, or without end, is not waited for. The command's server decides, so these speak to it by sockets.

import { get } from 'node:http'
import { connect } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningCommand, runCommand } from '../support/command.ts'
import { NEWS } from '../support/service.ts'

const MANAGEMENT_SECRET = 'm'.repeat(40)

let command: RunningCommand
beforeAll(async () => {
  command = await runCommand({
    origin: 'https://id.news.test',
    provider: { issuer: 'http://127.0.0.1:1', clientId: 'service', clientSecret: 'secret' },
    sites: [NEWS],
    store: 'sqlite::memory:',
    cookieSecret: 'c'.repeat(40),
    identitySecret: 'i'.repeat(40),
    managementSecret: MANAGEMENT_SECRET,
    codeRedemption: {
      signingKeys: [await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)],
    },
  })
})
afterAll(() => command.stop())

/** Sends the beginning of something, and then a byte now and then. @returns what came back, when the connection ended */
function slowly(beginning: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(command.port, '127.0.0.1')
    let answer = ''
    const dripping = setInterval(() => socket.write('x'), 500)
    socket.on('data', (piece) => {
      answer += piece
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(dripping)
      resolve(answer)
    })
    socket.write(beginning)
  })
}

/** As much as is sent before it is clear that somebody takes it all. */
const TOO_MUCH = 100_000_000
const PIECE = `10000\r\n${'x'.repeat(0x10000)}\r\n`

/** Sends the beginning of something, and then pieces of a body without end. @returns what came back, and whether the end was reached */
function endlessly(beginning: string): Promise<{ answer: string; isTakenToTheEnd: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(command.port, '127.0.0.1')
    let answer = ''
    let sent = 0
    function send(): void {
      while (sent < TOO_MUCH && !socket.destroyed) {
        sent += PIECE.length
        if (!socket.write(PIECE)) return
      }
      socket.destroy()
    }
    socket.on('drain', send)
    socket.on('data', (piece) => {
      answer += piece
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve({ answer, isTakenToTheEnd: sent >= TOO_MUCH }))
    socket.write(beginning)
    // The answer may come before the body.
    socket.once('data', send)
  })
}

const POST =
  'POST /backchannel-logout HTTP/1.1\r\nhost: id.news.test\r\ncontent-type: application/x-www-form-urlencoded\r\n'

describe('a connection', () => {
  it('that sends its headers, its form, or its pieces slowly ends within the limits', async () => {
    const [headers, body, pieces] = await Promise.all([
      slowly('GET /v2/session HTTP/1.1\r\nhost: id.news.test\r\nx: '),
      slowly(`${POST}content-length: 9000\r\n\r\nlogout_token=`),
      slowly(`${POST}transfer-encoding: chunked\r\n\r\n5\r\nlogou`),
    ])
    expect(headers).toMatch(/^HTTP\/1\.1 408/)
    expect(body).toMatch(/^HTTP\/1\.1 408/)
    expect(pieces).toMatch(/^HTTP\/1\.1 4/)
  }, 30_000)

  it('with endless headers, or an endless address, is refused at once', async () => {
    expect(await slowly(`GET / HTTP/1.1\r\nhost: id.news.test\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431/,
    )
    expect(await slowly(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: id.news.test\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431/,
    )
  })

  it.each(['GET', 'HEAD'])('with a %s and an endless body ends with its answer', async (method) => {
    const { answer, isTakenToTheEnd } = await endlessly(
      `${method} / HTTP/1.1\r\nhost: id.news.test\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400/)
    expect(isTakenToTheEnd).toBe(false)
  })

  it.each([
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a host that is none', 'GET / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nhost: id.news.test\r\nHost: evil.test\r\n\r\n'],
    ['one host twice', 'GET / HTTP/1.1\r\nhost: id.news.test\r\nhost: id.news.test\r\n\r\n'],
    ['a body that is not asked for', 'GET / HTTP/1.1\r\nhost: id.news.test\r\ncontent-length: 5\r\n\r\n'],
    ['two lengths', `${POST}content-length: 1\r\ncontent-length: 2\r\n\r\nx`],
    ['a length and pieces', `${POST}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\nx`],
    ['something else than HTTP', '\x16\x03\x01\x02\x00\x01\x00'],
  ])('with %s is refused, and the service lives on', async (_what, request) => {
    expect(await slowly(request)).toMatch(/^HTTP\/1\.1 400/)
    expect((await fetch(`http://127.0.0.1:${command.managementPort}/live`)).status).toBe(200)
  })
})

/** Sends the beginning of a form, and resets the connection once the service reads it. */
function brokenOff(port: number, head: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('data', () => socket.resetAndDestroy())
    socket.on('close', () => resolve())
    // The server answers `Expect` with 100 when the request has reached it.
    socket.write(`${head}expect: 100-continue\r\ncontent-length: 100\r\n\r\nabc`)
  })
}

describe('a form that breaks off', () => {
  const metrics = async () => (await fetch(`http://127.0.0.1:${command.managementPort}/metrics`)).text()
  const headOf = (path: string, header = ''): string => POST.replace('/backchannel-logout', path) + header

  it.each([
    ['/backchannel-logout', ''],
    ['/oauth/token', ''],
    ['/v2/sessions/end', 'origin: https://www.news.test\r\n'],
    ['/account/sessions', 'origin: https://id.news.test\r\n'],
  ])('at %s is no failure of the service', async (path, header) => {
    await brokenOff(command.port, headOf(path, header))
    const answered = new RegExp(`duration_seconds_count{route="${path}",status="(\\d+)"}`)
    const [, status] = await vi.waitUntil(async () => answered.exec(await metrics()))
    expect(status).toBe('400')
    expect(await metrics()).not.toMatch(/source="function"} [1-9]/)
    expect(command.lines.join()).not.toContain('function-failed')
  })

  it('at the management port is no failure, and prints no error', async () => {
    let errors = ''
    command.child.stderr?.on('data', (piece) => {
      errors += piece
    })
    const head = headOf('/end', `authorization: Bearer ${MANAGEMENT_SECRET}\r\n`)
    await brokenOff(command.managementPort, head)
    expect((await fetch(`http://127.0.0.1:${command.managementPort}/live`)).status).toBe(200)
    expect(errors).toBe('')
  })
})

describe('the management port', () => {
  /** @param host the name that stands in the browser's address bar */
  const askedFor = (path: string, host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const { managementPort: port } = command
      get({ port, path, host: '127.0.0.1', headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      }).on('error', reject)
    })

  it.each(['/live', '/ready', '/metrics'])('answers %s under no name of another site', async (path) => {
    for (const host of ['evil.com', 'evil.com:9090', 'a.b.co.uk', 'evil.github.io', '127.0.0.1.nip.io'])
      expect([host, await askedFor(path, host)]).toEqual([host, 421])
  })

  it('answers under addresses, names of a cluster, and those of the service’s own domain', async () => {
    const names = ['127.0.0.1', '10.0.0.7:9090', '[::1]:9090', 'localhost:9090', 'session-service:9090']
    const more = ['service.namespace.svc.cluster.local', 'host.internal', 'node-1.news.test']
    for (const host of [...names, ...more]) expect([host, await askedFor('/live', host)]).toEqual([host, 200])
  })
})

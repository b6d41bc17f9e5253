// Whoever sends slowly, or without end, is not waited for. The command's server decides, so these speak to it by sockets.

import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningCommand, runCommand } from '../support/command.ts'
import { NEWS } from '../support/service.ts'

let command: RunningCommand
beforeAll(async () => {
  command = await runCommand({
    origin: 'https://id.news.test',
    provider: { issuer: 'http://127.0.0.1:1', clientId: 'service', clientSecret: 'secret' },
    sites: [NEWS],
    store: 'sqlite::memory:',
    cookieSecret: 'c'.repeat(40),
    identitySecret: 'i'.repeat(40),
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

  it.each([
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a host that is none', 'GET / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n'],
    ['two lengths', `${POST}content-length: 1\r\ncontent-length: 2\r\n\r\nx`],
    ['a length and pieces', `${POST}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\nx`],
    ['something else than HTTP', '\x16\x03\x01\x02\x00\x01\x00'],
  ])('with %s is refused, and the service lives on', async (_what, request) => {
    expect(await slowly(request)).toMatch(/^HTTP\/1\.1 400/)
    expect((await fetch(`http://127.0.0.1:${command.managementPort}/live`)).status).toBe(200)
  })
})

// A client that keeps to no rule: it sends bytes as they are, on a connection of its own.

import { connect } from 'node:net'
import { ACCOUNT_HOST, PUBLISHERS } from '../src/index.ts'

export const HOSTS: readonly string[] = [
  ACCOUNT_HOST,
  ...PUBLISHERS.flatMap(({ siteHost, sessionHost }) => [siteHost, sessionHost]),
]

/** Targets that are hardly one. */
export const TARGETS: readonly string[] = [
  ...'// /// //[ /\\ //% http://[ http:// ftp://[::1 * /% //evil@['.split(' '),
  '/'.repeat(9000),
  `/${'%41'.repeat(3000)}`,
]

/** Sends the bytes (one for each character), and settles with what came back once the other side has closed. */
export function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      answer += text
    })
    // a reset is an end as well
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
    socket.write(bytes, 'latin1')
  })
}

/** A request for a target, as it is, after which the server is to close. */
export const requestFor = (target: string, host: string): string =>
  `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`

/** The status of the first answer; undefined when there is none. */
export function statusOf(answer: string): number | undefined {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]
  return status === undefined ? undefined : Number(status)
}

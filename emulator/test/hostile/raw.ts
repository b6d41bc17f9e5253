// A client that keeps to no rule: it sends bytes as they are, on a connection of its own.

import { connect } from 'node:net'

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
export function requestFor(target: string, host: string, method = 'GET', more = ''): string {
  return `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`
}

/** The status of the first answer; undefined when there is none. */
export function statusOf(answer: string): number | undefined {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]
  return status === undefined ? undefined : Number(status)
}

/** Notices what nobody caught, until the returned function is called, which says what it was. */
export function watchUncaught(): () => unknown[] {
  const seen: unknown[] = []
  const note = (error: unknown): void => {
    seen.push(error)
  }
  const names = ['uncaughtException', 'unhandledRejection'] as const
  for (const name of names) process.on(name, note)
  return () => {
    for (const name of names) process.off(name, note)
    return seen
  }
}

/** Requests as no browser sends them: any header, any number of times, and an address just as it is given. */
import { request } from 'node:http'
import { HOST } from './varnish.ts'

export interface Answer {
  readonly status: number
  readonly body: string
  readonly headers: Record<string, string | string[] | undefined>
  /** What Varnish did: hit, miss, stale or pass. */
  readonly cache: string | undefined
}

export interface Question {
  readonly method?: string
  /** Lines of the head, in order; Host is the site's where none is given. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: string
  /** After this long without an answer it is given up. */
  readonly patienceMs?: number
}

/** Asks a server of this machine. */
export function ask(
  port: number,
  path: string,
  { method, headers = [], body, patienceMs }: Question = {},
): Promise<Answer> {
  const hasHost = headers.some(([name]) => name === 'Host')
  const lines = [...(hasHost ? [] : [['Host', HOST]]), ...headers].flat()
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers: lines, setHost: false, agent: false }
    const asked = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('error', reject).on('end', () => {
        const cache = response.headers['x-cache'] as string | undefined
        resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers, cache })
      })
    })
    if (patienceMs) asked.setTimeout(patienceMs, () => asked.destroy(new Error('there is no answer yet')))
    asked.on('error', reject).end(body)
  })
}

/** The header of a reader who has a session. */
export const withSession = (value: string): [string, string] => ['Cookie', `SP_ID=${value}`]

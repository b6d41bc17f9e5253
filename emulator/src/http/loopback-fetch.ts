// A fetch for the emulator's own servers: every host name is this machine, since Node, unlike browsers, does
// not resolve names under `localhost`. Redirects are not followed; the callers are protocol clients.

import { request as requestPlainly } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { Readable } from 'node:stream'

/** Fetches an http(s) URL from 127.0.0.1, with the Host header that the URL names. */
export async function loopbackFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const wanted = new Request(input, init)
  const body = Buffer.from(await wanted.arrayBuffer())
  const request = wanted.url.startsWith('https:') ? requestSecurely : requestPlainly
  return new Promise((resolve, reject) => {
    const outgoing = request(
      wanted.url,
      {
        method: wanted.method,
        headers: { ...Object.fromEntries(wanted.headers), 'content-length': body.length },
        signal: wanted.signal,
        // the certificate may be signed by nobody; what is asked is this machine, and this process
        rejectUnauthorized: false,
        lookup: (_host, options, done) => {
          if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }])
          else done(null, '127.0.0.1', 4)
        },
      },
      (incoming) => {
        const headers = new Headers()
        for (const [name, values] of Object.entries(incoming.headersDistinct)) {
          for (const value of values ?? []) headers.append(name, value)
        }
        const status = incoming.statusCode ?? 502
        const bodyless = status === 204 || status === 304
        if (bodyless) incoming.resume()
        resolve(
          new Response(bodyless ? null : (Readable.toWeb(incoming) as ReadableStream), { status, headers }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

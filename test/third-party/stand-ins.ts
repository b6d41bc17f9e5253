/**
 * What a publisher's tests, and pages with a polyfill, have in place of `fetch`. To add one: a row here, by the response that
 * it gives, by what it does to a window of jsdom, or by a way to open it.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Window as HappyWindow } from 'happy-dom'
import { JSDOM } from 'jsdom'
import { onTestFinished, vi } from 'vitest'

/** A `fetch`, loosely: what it gives is another one's idea of a response. */
export type Fetch = (url: string, init: RequestInit) => unknown

export interface StandIn {
  name: string
  /** A `fetch` that answers each request with this text of JSON; the test's end undoes it. */
  open(status: number, text: string): Fetch | Promise<Fetch>
  /** It tells no status: its body alone says what the failure is. */
  hasNoStatus?: true
  /** What is larger than an answer may be is not read to its end. */
  streams?: true
}

/** Serves one answer on this machine; gives what makes the address of the session service one of that server. */
async function serve(status: number, text: string): Promise<(url: string) => string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return (url) => url.replace('https://id.site.example', `http://127.0.0.1:${port}`)
}

/** Gives such an object for a response. */
const object = (name: string, responseOf: (status: number, text: string) => unknown): StandIn => ({
  name,
  open: (status, text) => async () => responseOf(status, text),
})

/** Asks a real server by a client for Node. */
const client = (name: string, load: () => Promise<Fetch>, streams?: true): StandIn => ({
  name,
  streams,
  async open(status, text) {
    const [localOf, fetch] = await Promise.all([serve(status, text), load()])
    return (url, init) => fetch(localOf(url), init)
  },
})

/** Asks a real server by what a script makes of the XMLHttpRequest of jsdom, which has no fetch. */
const overXhr = (script: string): StandIn => ({
  name: `${script}, over XMLHttpRequest`,
  async open(status, text) {
    const localOf = await serve(status, text)
    const { window } = new JSDOM('', { url: localOf('https://id.site.example'), runScripts: 'outside-only' })
    onTestFinished(() => window.close())
    window.eval(readFileSync(fileURLToPath(import.meta.resolve(script)), 'utf8'))
    return (url, init) => window.fetch(localOf(url), init)
  },
})

const isOk = (status: number) => status < 300

/** The object that most tests give. */
const plain = (status: number, text: string) => ({
  ok: isOk(status),
  status,
  json: async () => JSON.parse(text),
})

export const STAND_INS: StandIn[] = [
  object('an object of ok, status and json', plain),
  object('an object of status and json', (status, text) => ({ status, json: plain(status, text).json })),
  {
    ...object('an object of ok and json', (status, text) => ({
      ok: isOk(status),
      json: plain(status, text).json,
    })),
    hasNoStatus: true,
  },
  {
    ...object('an object of json alone', (status, text) => ({ json: plain(status, text).json })),
    hasNoStatus: true,
  },
  object('an object whose json is no promise', (status, text) => ({
    ...plain(status, text),
    json: () => JSON.parse(text),
  })),
  object('an object of ok, status and text', (status, text) => ({
    ok: isOk(status),
    status,
    text: async () => text,
  })),
  object('an object of ok, status, json and text', (status, text) => ({
    ...plain(status, text),
    text: async () => text,
  })),
  object('an object whose body is null', (status, text) => ({ ...plain(status, text), body: null })),
  object('an object whose body is text', (status, text) => ({ ...plain(status, text), body: text })),
  object('an object whose body is the session', (status, text) => ({
    ...plain(status, text),
    body: JSON.parse(text),
  })),
  object('an object whose headers are an object', (status, text) => ({
    ...plain(status, text),
    headers: { 'content-type': 'application/json' },
  })),
  object('an object whose headers are a Map', (status, text) => ({
    ...plain(status, text),
    headers: new Map([['content-type', 'application/json']]),
  })),
  object('an object whose headers are null', (status, text) => ({ ...plain(status, text), headers: null })),
  object('an object that is frozen', (status, text) => Object.freeze(plain(status, text))),
  {
    name: 'a fetch that is not async',
    open: (status, text) => () => plain(status, text),
  },
  {
    name: 'a spy of vitest',
    open: (status, text) => vi.fn().mockResolvedValue(plain(status, text)),
  },
  { ...object('a Response of Node', (status, text) => new Response(text, { status })), streams: true },
  object('a Response of Node without a type', (status, text) => new Response(Buffer.from(text), { status })),
  {
    ...object('a Response of another realm', (status, text) => {
      const happy = new HappyWindow()
      onTestFinished(() => happy.happyDOM.close())
      return new happy.Response(text, { status })
    }),
    streams: true,
  },
  {
    ...object('the clone of a Response', (status, text) => new Response(text, { status }).clone()),
    streams: true,
  },
  client('undici', async () => (await import('undici')).fetch as Fetch, true),
  client(
    'node-fetch 3, whose body is a stream of Node',
    async () => (await import('node-fetch')).default as Fetch,
  ),
  client('cross-fetch, over node-fetch 2', async () => (await import('cross-fetch')).default as Fetch),
  overXhr('whatwg-fetch'),
  overXhr('unfetch/polyfill'),
  {
    name: 'jest-fetch-mock',
    async open(status, text) {
      const { default: createFetchMock } = await import('jest-fetch-mock/factory')
      return createFetchMock(vi as never).mockResponse(text, { status }) as unknown as Fetch
    },
  },
  {
    name: 'fetch-mock',
    streams: true,
    async open(status, text) {
      const { default: fetchMock } = await import('fetch-mock')
      const mock = fetchMock.createInstance().route('begin:https://id.site.example/', { status, body: text })
      return mock.fetchHandler as Fetch
    },
  },
  {
    name: 'MSW',
    streams: true,
    async open(status, text) {
      const { http, HttpResponse } = await import('msw')
      const { setupServer } = await import('msw/node')
      const answer = () => HttpResponse.json(JSON.parse(text), { status })
      const server = setupServer(http.get('https://id.site.example/v2/session', answer))
      server.listen({ onUnhandledRequest: 'error' })
      onTestFinished(() => server.close())
      return (url, init) => fetch(url, init)
    },
  },
  {
    name: 'nock',
    streams: true,
    async open(status, text) {
      const { default: nock } = await import('nock')
      // It puts itself in place when it is loaded, and again when it is told to.
      if (!nock.isActive()) nock.activate()
      onTestFinished(() => {
        nock.cleanAll()
        nock.restore()
      })
      nock('https://id.site.example').get('/v2/session').query(true).reply(status, text)
      return (url, init) => fetch(url, init)
    },
  },
]

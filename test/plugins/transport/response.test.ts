/** What both transports read: responses, and what polyfills and the stubs of publishers' tests put in their place. */
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rejection } from '../../support/fixtures.ts'
import { ASKED, LIMIT, openTransportPage, TRANSPORTS } from './transport-page.ts'

const JSON_TEXT = '{"result":true}'
const parsed = { result: true }
const asJson = { json: async () => ({ result: true }) }
const asText = { text: async () => JSON_TEXT }

/** What stands in for a response, and what it says. */
const STAND_INS: [says: string, make: () => object, status: number, body: unknown][] = [
  ['ok, its status and JSON', () => ({ ok: true, status: 200, ...asJson }), 200, parsed],
  ['its status and JSON', () => ({ status: 200, ...asJson }), 200, parsed],
  ['that it is ok, and JSON', () => ({ ok: true, ...asJson }), 200, parsed],
  ['that it is not ok, and JSON', () => ({ ok: false, ...asJson }), 404, parsed],
  ['a status of failure, and JSON', () => ({ ok: false, status: 400, ...asJson }), 400, parsed],
  ['ok, its status and text', () => ({ ok: true, status: 200, ...asText }), 200, parsed],
  ['text, and that it has no body', () => ({ status: 200, body: null, ...asText }), 200, parsed],
  ['text that is no JSON', () => ({ status: 200, text: async () => '<h1>Hello' }), 200, undefined],
  ['JSON that is nothing', () => ({ status: 200, json: async () => undefined }), 200, undefined],
  ['a body of text alone', () => ({ status: 200, body: JSON_TEXT }), 200, parsed],
  [
    'a body that is a stream of Node',
    () => ({ status: 200, body: Readable.from([]), ...asText }),
    200,
    parsed,
  ],
  [
    'a stream, and a text of somebody else',
    () => ({ status: 200, body: new Response(JSON_TEXT).body, text: async () => 'other' }),
    200,
    parsed,
  ],
  [
    'headers of a plain object',
    () => ({ status: 200, headers: { 'retry-after': '5' }, ...asJson }),
    200,
    parsed,
  ],
]

/** Headers that are asked as those of a browser, and what a transport knows of them. */
const HEADERS: [what: string, headers: unknown, retryAfter: string | undefined][] = [
  ['headers that name it', new Headers({ 'Retry-After': '5' }), '5'],
  ['headers without it', new Headers(), undefined],
  ['no headers', undefined, undefined],
  ['a plain object in place of headers', { 'retry-after': '5' }, undefined],
]

describe.each(TRANSPORTS)('%s', (_, factory) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** What the transport makes of a response. */
  const read = (response: object) => {
    const { ask } = openTransportPage(factory({ retries: 0 }), () => response as Response)
    return ask(ASKED)
  }

  describe('what stands in for a response', () => {
    it.each(STAND_INS)('a stand-in for a response may say %s', async (_, make, status, body) => {
      expect(await read(make())).toEqual({ status, body })
    })

    it.each(STAND_INS)('a frozen stand-in for a response may say %s', async (_, make, status, body) => {
      expect(await read(Object.freeze(make()))).toEqual({ status, body })
    })

    it('a stand-in for a response may be one object for all calls, with another answer each time', async () => {
      const { page, ask } = openTransportPage(factory())
      let calls = 0
      const response = { ok: true, json: async () => ({ calls: ++calls }) } as unknown as Response
      const before = { ...response }
      for (let time = 1; time < 4; time++) {
        page.answer(() => response)
        expect(await ask(ASKED)).toEqual({ status: 200, body: { calls: time } })
      }
      expect(response).toEqual(before)
    })

    it('a stand-in for a response may be of a class that says no status', async () => {
      class Polyfill {
        ok = true
        async text() {
          return JSON_TEXT
        }
      }
      expect(await read(new Polyfill())).toEqual({ status: 200, body: parsed })
    })

    it('a stand-in may be of a class whose getters work on its own objects alone, and have no body', async () => {
      class Own {
        #response = new Response(null, { status: 403 })
        get status() {
          return this.#response.status
        }
        get statusText() {
          return this.#response.statusText
        }
        get headers() {
          return this.#response.headers
        }
        get body() {
          return this.#response.body
        }
        text() {
          return this.#response.text()
        }
      }
      expect(await read(new Own())).toEqual({ status: 403 })
    })

    it('a stand-in that cannot be read fails with its own error', async () => {
      const reset = new Error('reset')
      const failed = rejection(read({ ok: true, json: () => Promise.reject(reset) }))
      await vi.runAllTimersAsync()
      expect(await failed).toBe(reset)
    })

    it('a stream that refuses to be cancelled leaves no error behind', async () => {
      const cancel = vi.fn(() => Promise.reject(new Error('deaf')))
      const chunk = new Uint8Array(LIMIT + 1)
      const body = { getReader: () => ({ read: async () => ({ done: false, value: chunk }), cancel }) }
      expect(await read({ status: 200, body })).toEqual({ status: 200, body: undefined })
      expect(cancel).toHaveBeenCalledOnce()
    })
  })

  it.each(HEADERS)('Retry-After is read from %s', async (_, headers, retryAfter) => {
    expect((await read({ status: 503, headers, ...asJson })).retryAfter).toBe(retryAfter)
  })
})

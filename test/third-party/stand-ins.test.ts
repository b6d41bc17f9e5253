/** What the service says arrives through whatever stands in for `fetch`, by both transports. */
import { describe, expect, it, vi } from 'vitest'
import { ofetchTransport } from '../../plugins/transport/ofetch-transport.ts'
import type { BoundIdentity, BoundOptions } from '../../presets/bound-identity.ts'
import { boundTo } from '../../presets/bound-identity.ts'
import { Identity } from '../../presets/identity.ts'
import { ADA, ENV, GRACE, NO_SESSION, optionsFor, rejection } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { type Fetch, STAND_INS } from './stand-ins.ts'

const TRANSPORTS: [name: string, create: (options: BoundOptions) => BoundIdentity][] = [
  [
    'the default import, over ofetch',
    (options) => new Identity({ ...options, transport: ofetchTransport() }),
  ],
  ['an environment of its own, over native fetch', (options) => new (boundTo(ENV))(options)],
]

const FAILURE = { error: { code: 500, type: 'ServerException', description: 'Out of order' } }

describe.each(TRANSPORTS)('%s', (_, create) => {
  /** A page with this fetch; counts how often the session service is asked. */
  const open = (fetch: Fetch) => {
    const page = openPage()
    const asked: string[] = []
    const counting: Fetch = (url, init) => {
      if (url.startsWith('https://id.site.example/v2/session')) asked.push(url)
      return fetch(url, init)
    }
    Object.defineProperty(page.window, 'fetch', { value: counting })
    return { identity: create(optionsFor(page)), asked }
  }

  describe.each(STAND_INS)('with $name', (standIn) => {
    it('tells who is logged in', async () => {
      const { identity, asked } = open(await standIn.open(200, JSON.stringify(ADA)))
      expect(await identity.getUser()).toEqual(ADA)
      expect(asked).toHaveLength(1)
    })

    it('tells that nobody is', async () => {
      const { identity, asked } = open(await standIn.open(400, JSON.stringify(NO_SESSION)))
      expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-missing', code: 400 })
      expect(await identity.isLoggedIn()).toBe(false)
      expect(asked).toHaveLength(1)
    })

    it('tells a failure of the service', async () => {
      const { identity, asked } = open(await standIn.open(500, JSON.stringify(FAILURE)))
      const reason = standIn.hasNoStatus ? 'session-refused' : 'session-unreachable'
      expect(await rejection(identity.hasSession())).toMatchObject({ reason, code: 500 })
      expect(asked).toHaveLength(1)
    })
  })

  describe.each(STAND_INS.filter(({ streams }) => streams))('with $name', (standIn) => {
    it('takes what is larger than a session may be for none', async () => {
      const text = JSON.stringify({ ...ADA, displayName: 'x'.repeat(300_000) })
      const { identity, asked } = open(await standIn.open(200, text))
      expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-malformed' })
      expect(asked).toHaveLength(1)
    })
  })

  it('hears what is new from an object that is given again', async () => {
    const json = vi.fn(async () => (json.mock.calls.length === 1 ? ADA : GRACE))
    const response = { ok: true, status: 200, json }
    const { identity } = open(async () => response)
    expect(await identity.getUserId()).toBe(`${ADA.userId}`)
    identity.clearCachedUserSession()
    expect(await identity.getUserId()).toBe(`${GRACE.userId}`)
  })

  describe.each<[what: string, response: unknown, reason: string, requests: number]>([
    [
      'a json that rejects',
      { ok: true, status: 200, json: () => Promise.reject(new SyntaxError()) },
      'session-unreachable',
      2,
    ],
    ['a body that is no JSON', new Response('<!doctype html>'), 'session-malformed', 1],
    ['no session', { ok: true, status: 200, json: async () => 'Hello' }, 'session-malformed', 1],
    ['nothing, as a spy does', undefined, 'session-unreachable', 2],
  ])('with a fetch that gives %s', (_, response, reason, requests) => {
    it(`fails as ${reason}`, async () => {
      const { identity, asked } = open(async () => response)
      expect(await rejection(identity.hasSession())).toMatchObject({ reason })
      expect(asked).toHaveLength(requests)
    })
  })
})

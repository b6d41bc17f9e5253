/**
 * Old libraries add members to all objects, enumerable ones among them, and faults of others let an outsider do so.
 * None of it is a method, a parameter, an entry or a word of an answer.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/index.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ofetchTransport } from '../../plugins/transport/ofetch-transport.ts'
import { Identity } from '../../presets/identity.ts'
import { Identity as ProIdentity } from '../../presets/pro.ts'
import { ADA, NO_SESSION, optionsFor, rejection } from '../support/fixtures.ts'
import { json, openPage, type Page } from '../support/page.ts'
import { EVENTS, fullOn, runHeadStart, SESSION_KEY, traces } from './full.ts'

/** Members and values of every kind that might be taken for something. */
const MEMBERS: [name: string, value: unknown][] = [
  ['extend', () => 'polluted'],
  ['clone', 'polluted'],
  ['hasSession', () => 'polluted'],
  ['userId', 666],
  ['uuid', 'polluted'],
  ['sp_id', 'polluted'],
  ['pairId', 'polluted'],
  ['sdrn', 'polluted'],
  ['baseDomain', 'polluted.example'],
  ['userStatus', 'polluted'],
  ['result', true],
  ['error', { code: 400 }],
  ['response', { expiresIn: 9e9 }],
  ['redirectURL', '/polluted'],
  ['expiresIn', 9e9],
  ['expiresAt', 9e15],
  ['expiresAt', 1],
  ['text', 'polluted'],
  ['value', { status: 200, body: { userId: 666 }, expiresAt: 1_800_000_060_000 }],
  ['answer', { status: 200, body: { userId: 666 }, expiresAt: 1_800_000_060_000 }],
  ['session', { userId: 666 }],
  ['data', { identifier: 'polluted', display_text: 'polluted' }],
  ['params', new URLSearchParams({ polluted: '1' })],
  ['code', 400],
  ['type', 'polluted'],
  ['state', 'polluted'],
  ['client_id', 'polluted'],
  ['scope', 'polluted'],
  ['tag', 'polluted'],
  ['loginHint', 'polluted'],
  ['acrValues', 'sms'],
  ['redirectUri', 'https://polluted.example/'],
  ['head', () => ({ status: 200, body: { userId: 666 }, askedAt: 0 })],
  ['tab', () => ({ status: 200, body: { userId: 666 }, askedAt: 0 })],
  ['cache', () => ({ status: 200, body: { userId: 666 }, askedAt: 0 })],
  ['gdpr', 'polluted'],
  ['porticoHead', ['', 1_800_000_060_000, { userId: 666 }]],
]

const NOW = 1_800_000_000_000

/** Members that add up to something which is kept. */
const TOGETHER: [what: string, members: Record<string, unknown>][] = [
  ['an answer', { status: 200, body: { userId: 666 }, askedAt: NOW, expiresAt: NOW + 60_000 }],
  ['an entry', { value: { status: 400, askedAt: NOW, expiresAt: NOW + 60_000 }, expiresAt: NOW + 60_000 }],
  ['a pause', { reason: 'timeout', code: 503, retryAt: NOW + 60_000, pauseMs: 60_000 }],
  ['a mark', { changedAt: NOW + 1000, user: '666 connected' }],
]

let undo = () => {}
afterEach(() => undo())

function pollute(members: Record<string, unknown>) {
  Object.assign(Object.prototype, members)
  undo = () => {
    for (const name of Object.keys(members)) Reflect.deleteProperty(Object.prototype, name)
  }
}

/** Runs a scene with and without the members; each time with the same number for the tab. */
async function compared(added: Record<string, unknown>, scene: (page: Page) => unknown): Promise<unknown[]> {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.useFakeTimers({ toFake: ['Date'] })
  const seen: unknown[] = []
  try {
    for (const isPolluted of [false, true]) {
      vi.setSystemTime(NOW)
      const page = openPage()
      if (isPolluted) pollute(added)
      const result = await scene(page)
      // A member may keep the head from asking. The library asks then, in the same way.
      const traced = traces(page).replace(/(origin.{5})(head|network)/, '$1')
      undo()
      seen.push({ result, traced, requests: page.requests.map(String), navigations: page.navigations })
    }
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
  return seen
}

const members = (value: object) => JSON.stringify(Object.entries(value))

const SCENES: Record<string, (page: Page) => unknown> = {
  'asks the service where nobody else was composed who may know': async (page) => {
    page.answer(json(200, ADA))
    return members(await createIdentity(optionsFor(page), [fetchTransport()]).hasSession())
  },
  'composes the same, by name of the environment': (page) => {
    const identity = new Identity({ ...optionsFor(page), env: 'PRO' })
    return [Object.keys(identity), identity.loginUrl({ state: 's' }), identity.logoutUrl()]
  },
  'composes the same, bound to an environment': (page) => {
    const { env: _, ...options } = optionsFor(page)
    const identity = new ProIdentity(options)
    return [Object.keys(identity), identity.loginUrl({ state: 's' }), identity.logoutUrl()]
  },
  'builds the same URLs': (page) => {
    const identity = fullOn(page, { getConsents: () => new URLSearchParams({ gdpr_consent: 'c' }) })
    identity.login({ state: 's' })
    identity.logout()
    return [identity.loginUrl({ state: 's' }), identity.accountUrl(), identity.phonesUrl(), identity.logoutUrl()]
  },
  'gives the same session, and the same events': async (page) => {
    page.answer(json(200, ADA))
    const identity = fullOn(page)
    identity.enableCacheCookie({ expiresIn: 60, domain: 'site.example' })
    const heard: string[] = []
    for (const event of EVENTS) identity.on(event, () => heard.push(event))
    const session = await identity.hasSession()
    return [members(session), heard, await identity.getExternalId('party'), await identity.getSpId()]
  },
  'gives the same session from the cache': async (page) => {
    page.answer(json(200, ADA))
    await fullOn(page).hasSession()
    return members(await fullOn(page).getUser())
  },
  'asks again when the session is over': async (page) => {
    page.answer(json(200, ADA), json(200, ADA))
    await fullOn(page).hasSession()
    vi.setSystemTime(Date.now() + 60_001)
    return members(await fullOn(page).getUser())
  },
  'knows nobody of an empty answer': async (page) => {
    page.answer(json(200, {}))
    const identity = fullOn(page)
    const { userId, result, sp_id, pairId, uuid, sdrn } = await identity.hasSession()
    const known = [userId, result, sp_id, pairId, uuid, sdrn, await identity.getSpId()]
    return [known, await identity.isLoggedIn(), await identity.isConnected()]
  },
  'finds no session in an empty storage, and asks by the same head start': async (page) => {
    page.answer(json(200, ADA))
    runHeadStart(page)
    return members(await fullOn(page).hasSession())
  },
  'takes nothing from an entry that holds nothing': async (page) => {
    page.window.sessionStorage.setItem(SESSION_KEY, '{}')
    page.answer(json(200, ADA))
    return members(await fullOn(page).hasSession())
  },
  'fails alike, and holds the failure alike': async (page) => {
    page.answer(json(400, NO_SESSION))
    const identity = fullOn(page)
    const first = (await rejection(identity.hasSession())) as { reason: string; code: number }
    const second = (await rejection(fullOn(page).hasSession())) as { reason: string }
    return [first.reason, first.code, Object.hasOwn(first, 'type'), second.reason]
  },
  'goes to the same place for a new cookie': async (page) => {
    page.answer(json(200, { redirectURL: '/refresh?a=b' }))
    return ((await rejection(fullOn(page).hasSession())) as { reason: string }).reason
  },
  'shows nobody where the user context names nobody': async (page) => {
    page.answer(json(200, {}))
    return ((await rejection(fullOn(page).showSimplifiedLoginWidget({ state: 's' }))) as { reason: string })
      .reason
  },
  'has the same user context': async (page) => {
    page.answer(json(200, { identifier: 'i', display_text: 'd' }))
    return members((await fullOn(page).getUserContextData()) ?? {})
  },
}

describe.each(Object.entries(SCENES))('a page on which all objects have a member more %s', (_, scene) => {
  it.each(MEMBERS)('named %s (%j)', async (name, value) => {
    const [clean, polluted] = await compared({ [name]: value }, scene)
    expect(polluted).toEqual(clean)
  })

  it.each(TOGETHER)('that add up to %s (%j)', async (_, added) => {
    const [clean, polluted] = await compared(added, scene)
    expect(polluted).toEqual(clean)
  })
})

describe.each([
  ['fetch', fetchTransport],
  ['ofetch', ofetchTransport],
])('a request by %s', (_, transport) => {
  // What the names of fetch's and ofetch's own options are, the two read from wherever they stand.
  it.each(MEMBERS.filter(([name]) => name !== 'params'))(
    'is the same where all objects have a member named %s (%j)',
    async (name, value) => {
      const [clean, polluted] = await compared({ [name]: value }, async (page) => {
        const given: unknown[] = []
        Object.defineProperty(page.window, 'fetch', {
          value: async (url: string, init: RequestInit) => {
            given.push(url, Object.keys(init).sort(), init.method, init.body)
            return new Response(JSON.stringify(ADA))
          },
        })
        await fullOn(page, {}, transport()).hasSession()
        return given
      })
      expect(polluted).toEqual(clean)
    },
  )
})

/**
 * Old libraries add members to all objects, and faults of others let an outsider do so. None of it is a word of what a service, a storage
 * or another tab has said: only an object's own members count there.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ADA, NO_SESSION, rejection } from '../support/fixtures.ts'
import { json, openPage, type Page } from '../support/page.ts'
import { fullOn, SESSION_KEY } from './full.ts'

const NOW = 1_800_000_000_000
const IN_A_MINUTE = NOW + 60_000
const times = { askedAt: NOW, expiresAt: IN_A_MINUTE }

/** What all objects have, as a service, an entry or another tab would say it. */
const MEMBERS: [what: string, members: Record<string, unknown>][] = [
  ['a user', { userId: 666, result: true, uuid: 'polluted', sp_id: 'polluted', pairId: 'polluted' }],
  ['a failure', { error: { code: 400 }, code: 400, type: 'polluted' }],
  ['a lifetime', { expiresIn: 9e9, response: { expiresIn: 9e9 } }],
  ['a redirect', { redirectURL: '/polluted' }],
  ['a user of the account service', { identifier: 'polluted', display_text: 'polluted' }],
  ['a reading', { session: { userId: 666 }, ...times }],
  ['an entry', { value: { session: { userId: 666 }, ...times }, expiresAt: IN_A_MINUTE }],
  ['an entry that is over', { expiresAt: 1 }],
  ['a pause', { reason: 'timeout', code: 503, retryAt: IN_A_MINUTE, pauseMs: 60_000 }],
  ['a mark', { changedAt: NOW, user: '666 connected' }],
]

let names: string[] = []
afterEach(() => {
  for (const name of names.splice(0)) Reflect.deleteProperty(Object.prototype, name)
  vi.useRealTimers()
})

/** What a page comes to on which all objects have those members, if any. */
async function seen(members: Record<string, unknown>, scene: (page: Page) => unknown) {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  const page = openPage()
  names = Object.keys(members)
  Object.assign(Object.prototype, members)
  const result = await scene(page)
  for (const name of names.splice(0)) Reflect.deleteProperty(Object.prototype, name)
  return { result: JSON.stringify(result), requests: page.requests.length, navigations: page.navigations }
}

const ownOf = (value: object) => Object.entries(value)

const SCENES: Record<string, (page: Page) => unknown> = {
  'gives the same session': async (page) => {
    page.answer(json(200, ADA))
    const identity = fullOn(page)
    return [
      ownOf(await identity.hasSession()),
      await identity.getExternalId('party'),
      await identity.getSpId(),
    ]
  },
  'gives the same session from the cache, until it is over': async (page) => {
    page.answer(json(200, ADA), json(200, { ...ADA, givenName: 'Ada again' }))
    await fullOn(page).hasSession()
    const kept = ownOf(await fullOn(page).getUser())
    vi.setSystemTime(Date.now() + 60_001)
    return [kept, ownOf(await fullOn(page).getUser())]
  },
  'knows nobody of an empty answer': async (page) => {
    page.answer(json(200, {}))
    const identity = fullOn(page)
    const { userId, result, sp_id, pairId, uuid } = await identity.hasSession()
    return [userId, result, sp_id, pairId, uuid, await identity.isLoggedIn(), await identity.isConnected()]
  },
  'takes nothing from an entry that holds nothing': async (page) => {
    page.window.sessionStorage.setItem(SESSION_KEY, '{}')
    page.answer(json(200, ADA))
    return ownOf(await fullOn(page).hasSession())
  },
  'fails alike, and holds the failure alike': async (page) => {
    page.answer(json(400, NO_SESSION))
    const first = (await rejection(fullOn(page).hasSession())) as { reason: string; code: number }
    const second = (await rejection(fullOn(page).hasSession())) as { reason: string }
    return [first.reason, first.code, second.reason]
  },
  'knows nobody where the user context names nobody': async (page) => {
    page.answer(json(200, {}))
    return fullOn(page).getUserContextData()
  },
}

describe.each(Object.entries(SCENES))('a page on which all objects have more members %s', (_, scene) => {
  it.each(MEMBERS)('%s', async (_, members) => {
    expect(await seen(members, scene)).toEqual(await seen({}, scene))
  })
})

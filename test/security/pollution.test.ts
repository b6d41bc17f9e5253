/** No outside data reaches a prototype, whichever way it comes. */
import { afterEach, describe, expect, it } from 'vitest'
import { Identity } from '../../presets/identity.ts'
import { ADA, NO_SESSION, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage, openPageWith, text } from '../support/page.ts'
import { sdkError } from '../support/sdk-error.ts'
import { fullOn, SESSION_KEY } from './full.ts'

/** An object as JSON.parse makes it: `__proto__` is a member of its own. */
const polluting = (more: object = {}): string =>
  `{"__proto__":{"polluted":1,"userId":666,"result":true,"log":"x","env":"PRO"},
    "constructor":{"prototype":{"polluted":1}},
    "prototype":{"polluted":1},${JSON.stringify(more).slice(1)}`

afterEach(() => {
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
  expect(([] as { polluted?: number }).polluted).toBeUndefined()
  expect((() => {}) as { polluted?: number }).not.toHaveProperty('polluted')
})

describe('a member named __proto__', () => {
  it.each([
    ['a session', 200, { result: false }],
    ['a failure', 200, NO_SESSION],
    ['a failure of the server', 400, NO_SESSION],
  ])('of %s pollutes nothing and counts for nothing', async (_, status, body) => {
    const page = openPageWith(text(status, polluting(body), 'application/json'))
    const identity = fullOn(page)
    const session = await identity.hasSession().catch(() => null)
    expect(session?.userId).toBeUndefined()
    expect(await identity.isLoggedIn()).toBe(false)
    expect(await identity.isConnected()).toBe(false)
  })

  it('of a session is not copied into the user', async () => {
    const page = openPageWith(text(200, polluting(ADA), 'application/json'))
    const user = await fullOn(page).getUser()
    expect(user.userId).toBe(ADA.userId)
    expect(Object.getPrototypeOf(user)).toBe(Object.prototype)
  })

  it('of the user context is left behind', async () => {
    const page = openPage()
    page.answer(text(200, polluting({ identifier: 'i', display_text: 'd' }), 'application/json'))
    const data = await fullOn(page).getUserContextData()
    expect(data).toEqual({ identifier: 'i', display_text: 'd' })
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
  })

  it('of an entry in the storage gives no session', async () => {
    const page = openPage()
    const value = polluting({
      session: { result: false },
      askedAt: Date.now(),
      expiresAt: Date.now() + 60_000,
    })
    const kept = `{"__proto__":{"expiresAt":9e15},"value":${value},"expiresAt":${Date.now() + 60_000}}`
    page.window.sessionStorage.setItem(SESSION_KEY, kept)
    expect(await fullOn(page).isLoggedIn()).toBe(false)
    page.window.sessionStorage.setItem(SESSION_KEY, `{"__proto__":{"value":1,"expiresAt":9e15}}`)
    page.answer(json(200, ADA))
    expect(await fullOn(page).isLoggedIn()).toBe(true)
  })

  it('of the options is no option', () => {
    const page = openPage()
    const { window, ...given } = optionsFor(page)
    const identity = new Identity({ ...JSON.parse(polluting(given)), window })
    expect(thrown(() => identity.logSettings())).toMatchObject({ reason: 'option-invalid' })
    const { clientId: _, ...rest } = given
    const lacking = `{"__proto__":{"clientId":"evil"},${JSON.stringify(rest).slice(1)}`
    expect(thrown(() => new Identity({ ...JSON.parse(lacking), window }))).toMatchObject(
      sdkError('option-invalid', 'clientId'),
    )
  })

  it('of login options is no option', () => {
    const options = JSON.parse('{"__proto__":{"redirectUri":"https://evil.example/"},"state":"s"}')
    expect(fullOn(openPage()).loginUrl(options)).not.toContain('evil')
    const stateless = JSON.parse('{"__proto__":{"state":"evil"}}')
    expect(thrown(() => fullOn(openPage()).loginUrl(stateless))).toMatchObject({ reason: 'argument-invalid' })
  })

  it('of consents is a parameter like any other', () => {
    const getConsents = () => new URLSearchParams('__proto__=a&constructor=b&toString=c')
    const { searchParams } = new URL(fullOn(openPage(), { getConsents }).loginUrl({ state: 's' }))
    expect(searchParams.get('__proto__')).toBe('a')
    expect(searchParams.get('constructor')).toBe('b')
  })

  it('of a consent platform is no consent', () => {
    const page = openPage()
    const event = JSON.parse(
      '{"__proto__":{"eventStatus":"tcloaded","tcString":"evil"},"gdprApplies":true,"listenerId":1}',
    )
    const platform = (_command: string, _version: number, callback: (event: unknown) => void) =>
      callback(event)
    Object.assign(page.window, { __tcfapi: platform })
    expect(fullOn(page).loginUrl({ state: 's' })).not.toContain('gdpr')
  })

  it('of a redirect is a parameter like any other', async () => {
    const page = openPageWith(json(200, { redirectURL: '/x?__proto__=1&constructor=2' }))
    await rejection(fullOn(page).hasSession())
    const { searchParams } = new URL(page.navigations[0] as string)
    expect(searchParams.get('__proto__')).toBe('1')
    expect(searchParams.get('client_sdrn')).toBe('sdrn:example:client:client-1')
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'is no event and no environment: %s',
    (name) => {
      const page = openPage()
      const identity = fullOn(page)
      const heard: unknown[] = []
      const off = identity.on(name as 'login', (payload) => heard.push(payload))
      identity.emit(name as 'login', ADA)
      off()
      identity.emit(name as 'login', ADA)
      expect(heard).toEqual([ADA])
      expect(thrown(() => new Identity({ ...optionsFor(page), env: name as 'PRE' }))).toMatchObject({
        reason: 'option-invalid',
      })
    },
  )
})

import { describe, expect, it } from 'vitest'
import { type AnyPlugin, createIdentity } from '../../core/index.ts'
import { consoleFindings } from '../../devtools/console-findings.ts'
import { devtools } from '../../devtools/devtools.ts'
import { diagnose } from '../../devtools/diagnose.ts'
import type { ConsentReader } from '../../plugins/consents/consents.ts'
import { userContext } from '../../plugins/login/user-context.ts'
import { sessionEvents } from '../../plugins/reporting/session-events.ts'
import { preload } from '../../plugins/session/preload.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { createFullIdentity } from '../../presets/full.ts'
import { ADA, NO_SESSION, optionsFor, rejection } from '../support/fixtures.ts'
import { type Answer, broken, json, openPage, openPageWith, type Page, text } from '../support/page.ts'
import { listen } from './support/console.ts'

const compose = (page: Page, ...plugins: AnyPlugin[]) =>
  createIdentity(optionsFor(page), [fetchTransport({ retries: 0 }), sessionCache(), ...plugins, devtools()])

const idsOf = async (identity: object) => (await diagnose(identity)).map(({ id }) => id)

/** An answer whose content the page may not read. */
const opaque: Answer = () => Object.defineProperty(new Response(), 'type', { value: 'opaque' })

describe('a diagnosis', () => {
  it('changes neither the session, nor the cache, nor what the page is told', async () => {
    const page = openPageWith(json(200, ADA), json(400, NO_SESSION))
    const identity = compose(page, sessionEvents())
    const events: string[] = []
    for (const name of ['login', 'logout', 'error', 'sessionChange'] as const)
      identity.on(name, () => void events.push(name))
    await identity.hasSession()
    const before = [...events]
    expect(before).toEqual(['login', 'sessionChange'])
    await diagnose(identity)
    expect(events).toEqual(before)
    expect(await identity.hasSession()).toMatchObject({ userId: ADA.userId })
  })

  it('works before the first call, and without a transport', async () => {
    const page = openPageWith(json(200, ADA))
    expect(await idsOf(compose(page))).toContain('clock-off')
    const bare = createIdentity(optionsFor(openPage()), [devtools()])
    expect(Array.isArray(await diagnose(bare))).toBe(true)
  })

  it.each<[string, () => unknown]>([
    ['Object', () => ({ gdpr: '1' })],
    ['String', () => 'gdpr=1'],
    ['Promise', async () => new URLSearchParams({ gdpr: '1' })],
  ])('says that getConsents has returned something of type %s', async (type, getConsents) => {
    const page = openPageWith(json(200, ADA))
    const options = { ...optionsFor(page), getConsents: getConsents as ConsentReader }
    const findings = await diagnose(createFullIdentity(options, fetchTransport()))
    expect(findings.find(({ id }) => id === 'consents-unreadable')?.seen).toBe(`it returned ${type}`)
  })

  it('tells how far the clock is off, and no number that a service makes up', async () => {
    const seen = async (serverTime: number) => {
      const page = openPageWith(json(200, { ...ADA, serverTime }))
      return (await diagnose(compose(page))).find(({ id }) => id === 'clock-off')?.seen
    }
    const now = Math.round(Date.now() / 1000)
    expect(await seen(now)).toBeUndefined()
    expect(await seen(now + 600)).toMatch(/^the service is (599|600|601) s ahead$/)
    expect(await seen(now - 600)).toMatch(/^the service is (599|600|601) s behind$/)
    expect(await seen(4_712_345_678)).toBe('the service is more than a day ahead')
  })

  it('says nothing of the clock by what the page’s server has handed over, which may be of long ago', async () => {
    const page = openPage()
    const lines = listen(page.window)
    const session = { ...ADA, serverTime: Math.round(Date.now() / 1000) - 3600 }
    Object.assign(page.window, { porticoHead: ['', Date.now() + 60_000, session] })
    const identity = compose(page, preload(), consoleFindings())
    expect(await identity.hasSession()).toMatchObject({ userId: ADA.userId })
    expect(lines).toEqual([])
  })

  it('is refused for an identity without a kernel, and the error says what to compose', async () => {
    const error = await rejection(diagnose(createIdentity(optionsFor(openPage()), [])))
    expect(error).toMatchObject({ reason: 'plugin-missing', message: expect.stringContaining('devtools()') })
  })
})

describe('a diagnosis without an answer', () => {
  it.each<[string, string, Answer[]]>([
    ['the service answers, and the page may not read it', 'origin-refused', [broken, opaque]],
    ['the account service alone answers', 'service-down', [broken, broken, opaque]],
    ['nobody answers', 'network-down', [broken, broken, broken]],
    ['a stand-in for fetch answers', 'no-response', [broken, json(200, {}), json(200, {})]],
  ])('says what was seen: %s', async (_, id, answers) => {
    const page = openPageWith(...answers)
    const ids = await idsOf(compose(page))
    expect(ids.filter((one) => /^(origin-|service-|network-|no-response)/.test(one))).toEqual([id])
  })

  it('does not look for a network failure where the page’s own fetch is broken', async () => {
    const page = openPageWith((() => undefined) as unknown as Answer)
    expect(await idsOf(compose(page))).toContain('fetch-broken')
    expect(page.requests).toHaveLength(1)
  })
})

describe('a reader whom the global session service does not know', () => {
  const reader = json(200, { ...ADA, serverTime: Date.now() / 1000 })
  const NOBODY = { error: { code: 401, description: 'Nobody is logged in' } }

  const findings = async (answer: Answer) => {
    const page = openPageWith(reader, reader, answer)
    const identity = compose(page, userContext())
    await identity.hasSession()
    return idsOf(identity)
  }

  it('is third-party-cookies-blocked when the service says that nobody is logged in', async () => {
    expect(await findings(json(401, NOBODY))).toContain('third-party-cookies-blocked')
    expect(await findings(json(200, {}))).toContain('third-party-cookies-blocked')
  })

  it.each<[string, Answer]>([
    ['gives no answer', broken],
    ['fails', text(503, '')],
    ['does not know the client', json(404, { error: { code: 404 } })],
  ])('is no finding when the service %s', async (_, answer) => {
    expect(await findings(answer)).not.toContain('third-party-cookies-blocked')
  })

  it('is no finding where nothing asks for the user context', async () => {
    const page = openPageWith(reader, reader)
    const identity = compose(page)
    await identity.hasSession()
    expect(await idsOf(identity)).not.toContain('third-party-cookies-blocked')
  })
})

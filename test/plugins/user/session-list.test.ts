import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../../core/index.ts'
import { sessionEvents } from '../../../plugins/reporting/session-events.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ofetchTransport } from '../../../plugins/transport/ofetch-transport.ts'
import { sessionList } from '../../../plugins/user/session-list.ts'
import { ADA, NO_SESSION, optionsFor, rejection } from '../../support/fixtures.ts'
import { type Answer, broken, json, openPageWith } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'

const PHONE = {
  id: 'a',
  current: true,
  device: 'Android',
  browser: 'Firefox',
  site: 'News',
  beganAt: 1_700_000_000_000,
  lastSeenAt: 1_700_006_400_000,
}

/** An identity on a page whose requests are answered so, and what was posted. */
function identityWith(answers: Answer[], transport = fetchTransport({ retries: 0 })) {
  const page = openPageWith(...answers)
  const posted: string[] = []
  const { fetch } = page.window
  page.window.fetch = (input, init) => {
    posted.push(init?.method === 'POST' ? `${init.body}` : '')
    return fetch(input, init)
  }
  const identity = createIdentity(optionsFor(page), [transport, sessionEvents(), sessionList()])
  const names: string[] = []
  for (const name of ['login', 'logout'] as const) identity.on(name, () => void names.push(name))
  return { identity, page, posted, names }
}

describe('listSessions', () => {
  it('asks for the sessions of the client, with a request that needs no preflight', async () => {
    const { identity, page, posted } = identityWith([json(200, { sessions: [PHONE] })])
    expect(await identity.listSessions()).toEqual([PHONE])
    const [{ origin, pathname, searchParams } = new URL('about:blank')] = page.requests
    expect(`${origin}${pathname}`).toBe('https://id.site.example/v2/sessions')
    expect(searchParams.get('client_sdrn')).toBe('sdrn:example:client:client-1')
    expect(posted).toEqual([''])
  })

  it('leaves out what no session is, and members that cannot be used', async () => {
    const strange = { id: 'b', current: 'true', device: 5, browser: '', site: null, beganAt: '1' }
    const { identity } = identityWith([json(200, { sessions: [null, 5, {}, { id: '' }, strange] })])
    const nothing = {
      device: undefined,
      browser: undefined,
      site: undefined,
      beganAt: undefined,
      lastSeenAt: undefined,
    }
    expect(await identity.listSessions()).toEqual([{ id: 'b', current: false, ...nothing }])
  })

  it.each([
    [json(200, {}), 'session-malformed'],
    [json(200, { sessions: {} }), 'session-malformed'],
    [json(404, {}), 'session-refused'],
    [json(503, {}), 'session-unreachable'],
    [broken, 'session-unreachable'],
    [json(400, NO_SESSION), 'session-missing'],
  ])('rejects when the service does not list them (%#)', async (answer, reason) => {
    const { identity } = identityWith([answer])
    expect(await rejection(identity.listSessions())).toMatchObject({ name: 'SDKError', reason })
  })

  it('has a page that shows a user hear of the logout that it finds', async () => {
    const missing = json(400, NO_SESSION)
    const { identity, names } = identityWith([json(200, ADA), missing, missing])
    await identity.hasSession()
    const loggedOut = new Promise((resolve) => identity.once('logout', resolve))
    expect(await rejection(identity.listSessions())).toMatchObject(sdkError('session-missing', '400'))
    await loggedOut
    expect(names).toEqual(['login', 'logout'])
  })
})

describe('endSession', () => {
  it.each([
    ['fetch', fetchTransport({ retries: 0 })],
    ['ofetch', ofetchTransport({ retries: 0 })],
  ])('posts a form with the id, over %s', async (_name, transport) => {
    const { identity, page, posted } = identityWith([json(200, { ended: 1 })], transport)
    expect(await identity.endSession('a b')).toBe(true)
    expect(page.requests[0]?.href).toBe('https://id.site.example/v2/sessions/end')
    expect(posted).toEqual(['client_sdrn=sdrn%3Aexample%3Aclient%3Aclient-1&id=a+b'])
  })

  it('is false for a session that is not there any more', async () => {
    const { identity } = identityWith([json(200, { ended: 0 })])
    expect(await identity.endSession('a')).toBe(false)
  })

  it('is a logout of the page where the session is that of this browser', async () => {
    const { identity, names } = identityWith([
      json(200, ADA),
      json(200, { ended: 1, current: true }),
      json(400, NO_SESSION),
    ])
    await identity.hasSession()
    const loggedOut = new Promise((resolve) => identity.once('logout', resolve))
    await identity.endSession('a')
    await loggedOut
    expect(names).toEqual(['login', 'logout'])
  })

  it.each([undefined, '', 5])('refuses %j, and asks nobody', async (id) => {
    const { identity } = identityWith([])
    expect(await rejection(identity.endSession(id as string))).toMatchObject(
      sdkError('argument-invalid', 'id'),
    )
  })

  it.each([
    [json(503, {}), 'session-unreachable'],
    [json(200, {}), 'session-malformed'],
    [json(200, { ended: '1' }), 'session-malformed'],
  ])('claims nothing that the service has not said (%#)', async (answer, reason) => {
    const { identity } = identityWith([answer])
    expect(await rejection(identity.endSession('a'))).toMatchObject({ name: 'SDKError', reason })
  })

  it('rejects on an identity that was disposed meanwhile', async () => {
    const { identity } = identityWith([json(200, { ended: 1, current: true })])
    const ending = rejection(identity.endSession('a'))
    identity.dispose()
    expect(await ending).toMatchObject({ reason: 'disposed' })
  })
})

describe('endOtherSessions', () => {
  it('posts that all others end, and says how many did', async () => {
    const { identity, posted } = identityWith([json(200, { ended: 3 })])
    expect(await identity.endOtherSessions()).toBe(3)
    expect(posted).toEqual(['client_sdrn=sdrn%3Aexample%3Aclient%3Aclient-1&others=true'])
  })
})

/** A server in trouble whose answer has a body that says 400, as that of a proxy may: nobody is logged out by it. */
import { describe, expect, it } from 'vitest'
import { access } from '../../../plugins/access/index.ts'
import { fetchTransport } from '../../../plugins/index.ts'
import { Identity as CompatIdentity } from '../../../presets/compat/index.ts'
import { createFullIdentity } from '../../../presets/full.ts'
import { ADA, NO_SESSION, optionsFor, rejection } from '../../support/fixtures.ts'
import { json, openPage, openPageWith } from '../../support/page.ts'

describe.each([500, 502, 503, 599])('a %d whose body says that there is no session', (status) => {
  it('leaves the reader logged in, and tells of trouble', async () => {
    const page = openPage()
    const identity = createFullIdentity(optionsFor(page), fetchTransport())
    const heard: string[] = []
    for (const name of ['login', 'logout', 'notLoggedin'] as const)
      identity.on(name, () => void heard.push(name))
    page.answer(json(200, ADA), json(status, NO_SESSION))
    await identity.hasSession()
    identity.clearCachedUserSession()
    expect(await rejection(identity.hasSession())).toMatchObject({
      reason: 'session-unreachable',
      code: status,
    })
    expect(heard).toEqual(['login'])
    expect(identity.getSnapshot()).toMatchObject({ status: 'unavailable', session: { userId: ADA.userId } })
  })

  it('is not kept as the answer that nobody is logged in: the service is spared, and then asked again', async () => {
    const page = openPageWith(json(status, NO_SESSION), json(200, ADA))
    const first = createFullIdentity(optionsFor(page), fetchTransport())
    await rejection(first.hasSession())
    expect(await rejection(first.hasSession())).toMatchObject({ reason: 'session-unreachable', code: status })
    first.clearCachedUserSession()
    expect(await first.isLoggedIn()).toBe(true)
  })

  it('is trouble for a page of the account-sdk-browser, too', async () => {
    const page = openPageWith(json(status, NO_SESSION))
    const identity = new CompatIdentity(optionsFor(page))
    expect(await rejection(identity.hasSession())).toMatchObject({ code: status })
  })

  it('does not say what the reader may read', async () => {
    const page = openPageWith(json(200, ADA), json(status, NO_SESSION))
    const identity = createFullIdentity({ ...optionsFor(page), plugins: [access()] }, fetchTransport())
    expect(await identity.hasAccess(['plus'])).toMatchObject({
      outcome: 'unknown',
      reason: 'session-unreachable',
    })
  })
})

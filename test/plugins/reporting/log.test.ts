import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../../core/create-identity.ts'
import { definePlugin } from '../../../core/plugin.ts'
import { VERSION } from '../../../core/version.ts'
import { login } from '../../../plugins/login/login.ts'
import { log } from '../../../plugins/reporting/log.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, ENV, NO_SESSION, optionsFor, rejection, thrown } from '../../support/fixtures.ts'
import { json, openPage } from '../../support/page.ts'

describe('the log', () => {
  it('gets the settings and the version from logSettings', () => {
    const lines: string[] = []
    createIdentity(optionsFor(openPage(), { log: (line) => lines.push(line) }), [log()]).logSettings()
    expect(lines).toEqual([
      `portico: settings {"version":"${VERSION}","env":"TEST","clientId":"client-1",` +
        '"sessionDomain":"https://id.site.example","redirectUri":"https://www.site.example/callback"}',
    ])
  })

  it('must be given for logSettings', () => {
    expect(thrown(() => createIdentity(optionsFor(openPage()), [log()]).logSettings())).toMatchObject({
      reason: 'option-invalid',
      message: expect.stringMatching(/\blog\b/),
    })
  })

  it('follows the session call, and never sees a secret', async () => {
    const page = openPage()
    const lines: string[] = []
    const options = optionsFor(page, { log: (line) => lines.push(line) })
    const identity = createIdentity(options, [fetchTransport(), sessionCache(), login(), log()])
    page.answer(json(200, ADA), json(400, NO_SESSION))
    await identity.hasSession()
    identity.clearCachedUserSession()
    await rejection(identity.hasSession())
    identity.login({ state: 'secret-state' })
    const asked = [
      'session:request not in the cache',
      'url:build session',
      'fetch:before https://id.site.example/v2/session',
    ]
    expect(lines.map((line) => line.replace('portico: ', ''))).toEqual([
      ...[...asked, 'session:fetched 200', 'session:accepted'],
      'session:cleared',
      ...[...asked, 'session:fetched 400', 'session:failed session-missing'],
      'url:build login',
      'session:cleared',
      'session:cleared',
    ])
  })

  it('says when the answer comes from the cache, or was asked for in the head', async () => {
    const page = openPage()
    const lines: string[] = []
    const options = optionsFor(page, { log: (line) => lines.push(line) })
    const response = Response.json(ADA)
    const adopting = definePlugin({
      name: 'adopting',
      setup: ({ hook }) =>
        hook('fetch:before', (request) => void (request.response = Promise.resolve(response))),
    })
    const identity = createIdentity(options, [adopting, fetchTransport(), sessionCache(), log()])
    await identity.hasSession()
    await identity.hasSession()
    expect(lines).toContain('portico: fetch:before https://id.site.example/v2/session (head start)')
    expect(lines).toContain('portico: session:request answered by the cache')
  })

  it.each([
    [300, undefined, 1],
    [59_999, 'milliseconds', 1],
    [60_000, undefined, 0],
    [0, undefined, 0],
    [undefined, undefined, 0],
    [300, 'seconds', 0],
    [1, 'seconds', 0],
  ] as const)('asks developers once about a session of %j %s', async (expiresIn, expiresInUnit, times) => {
    const page = openPage()
    const lines: string[] = []
    const options = optionsFor(page, { log: (line) => lines.push(line), env: { ...ENV, expiresInUnit } })
    const identity = createIdentity(options, [fetchTransport(), log()])
    page.answer(json(200, { ...ADA, expiresIn }), json(200, { ...ADA, expiresIn }))
    await identity.hasSession()
    await identity.hasSession()
    const told = lines.filter((line) => line.includes('does this service send seconds?'))
    expect(told).toHaveLength(times)
    for (const line of told) expect(line).toContain("expiresInUnit: 'seconds'")
  })
})

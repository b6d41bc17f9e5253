import { describe, expect, it } from 'vitest'
import { SDKError } from '../../../core/errors.ts'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { type AnyPlugin, definePlugin } from '../../../core/kernel/plugin.ts'
import { VERSION } from '../../../core/names.ts'
import { login } from '../../../plugins/login/login.ts'
import { log } from '../../../plugins/reporting/log.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, ENV, NO_SESSION, NOT_CONNECTED, optionsFor, rejection, thrown } from '../../support/fixtures.ts'
import { json, openPage, openPageWith } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'

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
    expect(thrown(() => createIdentity(optionsFor(openPage()), [log()]).logSettings())).toMatchObject(
      sdkError('option-invalid', /\blog\b/),
    )
  })

  /** A page, and the lines that are logged on it. */
  function start(...plugins: AnyPlugin[]) {
    const page = openPage()
    const lines: string[] = []
    const options = optionsFor(page, { log: (line) => lines.push(line.replace('portico: ', '')) })
    const identity = createIdentity(options, [fetchTransport(), sessionCache(), login(), log(), ...plugins])
    return { page, identity, lines }
  }

  it('the log follows the session call, and never has a secret in it', async () => {
    const { page, identity, lines } = start()
    page.answer(json(200, ADA), json(200, NOT_CONNECTED), json(400, NO_SESSION))
    for (let call = 0; call < 3; call++) {
      await identity.hasSession().catch(() => {})
      identity.clearCachedUserSession()
    }
    identity.login({ state: 'secret-state' })
    identity.logout()
    const asked = (status: number) => ['session:started', 'url:build session', `session:fetched ${status}`]
    expect(lines).toEqual([
      ...[...asked(200), 'session:settled connected by network', 'session:cleared'],
      ...[...asked(200), 'session:settled notConnected by network', 'session:cleared'],
      ...[...asked(400), 'session:settled loggedOut by network, session-missing', 'session:cleared'],
      ...['url:build login', 'session:cleared'],
      ...['url:build logout', 'session:cleared'],
    ])
  })

  it.each(['cache', 'tab', 'server'] as const)('the log says that the answer is from: %s', async (source) => {
    const now = Date.now()
    const knowing = definePlugin({
      name: 'knowing',
      setup: ({ use }) =>
        use('server', async () => ({ source, askedAt: now, expiresAt: now + 60_000, session: ADA })),
    })
    const { identity, lines } = start(knowing)
    await identity.hasSession()
    expect(lines).toEqual(['session:started', `session:settled connected by ${source}`])
  })

  it('the log names nobody when a plugin has refused a call', async () => {
    const refusing = definePlugin({
      name: 'refusing',
      setup: ({ use }) =>
        use('backoff', async () => {
          throw new SDKError('session-unreachable', 503)
        }),
    })
    const { identity, lines } = start(refusing)
    await rejection(identity.hasSession())
    expect(lines).toEqual(['session:started', 'session:settled unavailable, session-unreachable'])
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
    const page = openPageWith(json(200, { ...ADA, expiresIn }), json(200, { ...ADA, expiresIn }))
    const lines: string[] = []
    const options = optionsFor(page, { log: (line) => lines.push(line), env: { ...ENV, expiresInUnit } })
    const identity = createIdentity(options, [fetchTransport(), log()])
    await identity.hasSession()
    await identity.hasSession()
    const told = lines.filter((line) => line.includes('does this service send seconds?'))
    expect(told).toHaveLength(times)
    for (const line of told) expect(line).toContain("expiresInUnit: 'seconds'")
  })
})

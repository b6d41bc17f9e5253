import { describe, expect, it, vi } from 'vitest'
import { SDKError } from '../../../core/errors.ts'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { type AnyPlugin, definePlugin } from '../../../core/kernel/plugin.ts'
import { VERSION } from '../../../core/names.ts'
import { login } from '../../../plugins/login/login.ts'
import { log } from '../../../plugins/reporting/log.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, ENV, NO_SESSION, optionsFor, rejection, STRANGER, thrown } from '../../support/fixtures.ts'
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
    page.answer(json(200, ADA), json(200, STRANGER), json(400, NO_SESSION))
    for (let call = 0; call < 3; call++) {
      await identity.hasSession().catch(() => {})
      identity.clearCachedUserSession()
    }
    identity.login({ state: 'secret-state' })
    identity.logout()
    // When a request is seen to be on its way, and whether it is, is a matter of time.
    expect(lines.filter((line) => line !== 'request:started').join('\n')).toBe(
      [
        ...[
          'session:started',
          'url:build session',
          'request:ended 200',
          'session:settled connected by network',
        ],
        'session:cleared',
        ...[
          'session:started',
          'url:build session',
          'request:ended 200',
          'session:settled notConnected by network',
        ],
        'session:cleared',
        ...['session:started', 'url:build session', 'request:ended 400'],
        'session:settled loggedOut by network, session-missing',
        'session:cleared',
        ...['url:build login', 'session:cleared'],
        ...['url:build logout', 'session:cleared'],
      ].join('\n'),
    )
  })

  it.each([
    ['the cache', 'cache'],
    ['another tab', 'tab'],
    ['the page’s server', 'server'],
    ['the page’s head', 'head'],
  ] as const)('the log says that %s has answered', async (_, origin) => {
    const answer = { origin, status: 200, body: ADA, askedAt: Date.now(), expiresAt: Date.now() + 60_000 }
    const page = openPage()
    const lines: string[] = []
    const source = definePlugin({
      name: 'source',
      setup: (kernel) =>
        origin === 'head' ? kernel.source(origin, async () => answer) : kernel.source(origin, () => answer),
    })
    await createIdentity(optionsFor(page, { log: (line) => lines.push(line) }), [source, log()]).hasSession()
    expect(lines).toContain(`portico: session:settled connected by ${origin}`)
  })

  it('the log names nobody when a plugin has refused a call', async () => {
    const refusing = definePlugin({
      name: 'refusing',
      setup: (kernel) =>
        void kernel.hook('session:request', (request) => {
          request.error = new SDKError('session-unreachable', 503)
        }),
    })
    const { identity, lines } = start(refusing)
    await rejection(identity.hasSession())
    expect(lines).toEqual(['session:started', 'session:settled unavailable, session-unreachable'])
  })

  it('the log says that a request is on its way', async () => {
    const { page, identity, lines } = start()
    let answer = (_: Response) => {}
    page.answer(() => new Promise((resolve) => void (answer = resolve)))
    const asked = identity.hasSession()
    await vi.waitFor(() => expect(lines).toEqual(['session:started', 'url:build session', 'request:started']))
    answer(Response.json(ADA))
    await asked
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

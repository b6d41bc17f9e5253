/** What a session service answers, or why it does not. The console tells what it has seen; `diagnose` asks, too. */

import type { Faults } from 'portico-emulator'
import { describe, expect, it } from 'vitest'
import { by, loggedIn } from '../e2e/support/demo.ts'
import { idsOf, openDiagnosed } from '../e2e/support/diagnosed-page.ts'
import { bundle } from '../e2e/support/own-page.ts'
import { startPageServer } from '../e2e/support/page-server.ts'
import { useWorld } from '../e2e/support/world.ts'

const world = useWorld()

/** Findings of which at most one can be true. */
const EXCLUSIVE = [
  ...['origin-refused', 'service-down', 'network-down', 'service-failing', 'service-busy', 'service-slow'],
  ...['client-unknown', 'session-refused', 'response-malformed', 'refresh-loop', 'session-lost-after-login'],
  ...['no-response', 'fetch-broken'],
]

const exclusive = (ids: string[]) => ids.filter((id) => EXCLUSIVE.includes(id))

describe.each<[Faults['session'], string, RegExp]>([
  ['500', 'service-failing', /status 500/],
  ['503', 'service-failing', /status 503/],
  ['429', 'service-busy', /status 429/],
  ['404', 'session-refused', /status 404, FaultException, “Switched on at the control page”/],
  ['html', 'response-malformed', /status 200/],
])('a session service that is switched to %s', (session, id, seen) => {
  it(`a service with the fault ${session} is ${id} and nothing else, until it works`, async () => {
    world.emulator.setFaults({ session })
    const { diagnosis, line } = await openDiagnosed(world)
    expect(await line(id)).toMatch(seen)
    expect(exclusive(idsOf(await diagnosis()))).toEqual([id])
    world.emulator.resetFaults()
    expect(exclusive(idsOf(await diagnosis()))).toEqual([])
  })
})

describe('a session service that gives no answer', () => {
  const HONEST = /does not exist, its server is not running, or something .* A page cannot tell which/

  it('no answer is no-response in the console, and no other service is asked; diagnose asks, and says service-down', async () => {
    world.emulator.setFaults({ session: 'down' })
    const asked: string[] = []
    world.browser.on('request', (request) => asked.push(new URL(request.url()).host))
    const { page, diagnosis, line } = await openDiagnosed(world)
    expect(await line('no-response')).toMatch(
      /pages\.site\.localhost:\d+ asked http:\/\/id\.site\.localhost:\d+\)/,
    )
    // Whatever the end of the call has started is sent by then.
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
    expect(asked.filter((host) => host.startsWith('account.'))).toEqual([])
    const findings = await diagnosis()
    expect(exclusive(idsOf(findings))).toEqual(['service-down'])
    expect(findings.find(({ id }) => id === 'service-down')?.seen).toMatch(
      /no answer from http:\/\/id\.site\.localhost:\d+, but one from http:\/\/account\.localhost/,
    )
    expect(asked.filter((host) => host.startsWith('account.'))).not.toEqual([])
    world.emulator.resetFaults()
    expect(exclusive(idsOf(await diagnosis()))).toEqual([])
  })

  it('a session domain without a server is service-down', async () => {
    const gone = await startPageServer()
    const sessionDomain = gone.url('', 'id.site.localhost')
    await gone.close()
    const { diagnosis, line } = await openDiagnosed(world, { options: { sessionDomain } })
    expect(await line('no-response')).toContain(`asked ${sessionDomain}`)
    const findings = await diagnosis()
    expect(exclusive(idsOf(findings))).toEqual(['service-down'])
    expect(findings.find(({ id }) => id === 'service-down')?.why).toMatch(HONEST)
  })

  it('a session domain that does not exist is service-down as well, since browsers do not tell a page', async () => {
    const name = /^http:\/\/id\.site\.localhost/
    await world.browser.route(name, (route) => route.abort('namenotresolved'))
    const { diagnosis, line } = await openDiagnosed(world)
    expect(await line('no-response')).toContain('asked http://id.site.localhost')
    expect(exclusive(idsOf(await diagnosis()))).toEqual(['service-down'])
    await world.browser.unroute(name)
    expect(exclusive(idsOf(await diagnosis()))).toEqual([])
  })
})

describe('the error page of a proxy that no page may read', () => {
  it('an error page that no page may read is no-response in the console, and origin-refused by diagnose', async () => {
    const sessionDomain = world.pages.url('', 'proxy.site.localhost')
    const { diagnosis, line } = await openDiagnosed(world, { options: { sessionDomain } })
    expect(await line('no-response')).toContain('the origin of this page is not allowed (CORS)')
    const findings = await diagnosis()
    expect(exclusive(idsOf(findings))).toEqual(['origin-refused'])
    expect(findings.find(({ id }) => id === 'origin-refused')?.why).toMatch(
      /The error page of a proxy allows none\. A page cannot tell which/,
    )
  })
})

describe('a fetch that a script has replaced', () => {
  const stub = (answer: string) => `window.fetch = async () => ${answer}`

  it('a fetch that returns nothing is fetch-broken, and nothing is said about the network', async () => {
    const { diagnosis, line } = await openDiagnosed(world, { before: stub('undefined') })
    expect(await line('fetch-broken')).toContain('Let the replacement return a Response')
    expect(exclusive(idsOf(await diagnosis()))).toEqual(['fetch-broken'])
  })

  it('a fetch that returns no body is response-malformed, with whose fetch it was', async () => {
    const { diagnosis, line } = await openDiagnosed(world, { before: stub('({ ok: true, status: 200 })') })
    expect(await line('response-malformed')).toContain('window.fetch is not the browser’s own')
    expect(exclusive(idsOf(await diagnosis()))).toEqual(['response-malformed'])
  })

  it('a fetch that answers as a browser does is no finding', async () => {
    const answer = "Response.json({ error: { code: 400, type: 'UserException' } }, { status: 400 })"
    const { diagnosis, lines } = await openDiagnosed(world, { before: stub(answer) })
    expect(exclusive(idsOf(await diagnosis()))).toEqual([])
    expect(lines).toEqual([])
  })
})

describe('a browser without network', () => {
  it('a browser without network is network-down', async () => {
    const { page, diagnosis } = await openDiagnosed(world)
    await page.context().setOffline(true)
    try {
      expect(await diagnosis()).toContainEqual(
        expect.objectContaining({ id: 'network-down', seen: 'the browser reports that it is offline' }),
      )
    } finally {
      await page.context().setOffline(false)
    }
    expect(exclusive(idsOf(await diagnosis()))).toEqual([])
  })
})

describe('a service that answers too late', () => {
  it('a service that answers too late is service-slow', async () => {
    const composed = await bundle(
      `
      import { createIdentity } from 'portico/core'
      import { consents, fetchTransport, sessionCache } from 'portico/plugins'
      import { devtools, diagnose } from 'portico/devtools'
      const transport = fetchTransport({ attemptTimeoutMs: 300, retries: 0 })
      const identity = createIdentity(options, [transport, sessionCache(), consents(), devtools()])
      const ready = identity.hasSession().catch(() => undefined)
      ready.then(() => Object.assign(window, { isReady: true }))
      Object.assign(window, { ready, diagnosis: () => ready.then(() => diagnose(identity)) })
    `,
      ['development'],
    )
    world.emulator.setFaults({ session: 'slow', slowMs: 600_000 })
    const { diagnosis, line } = await openDiagnosed(world, { bundle: composed })
    expect(await line('service-slow')).toContain('attemptTimeoutMs')
    expect(exclusive(idsOf(await diagnosis()))).toEqual(['service-slow'])
    world.emulator.resetFaults()
    expect(exclusive(idsOf(await diagnosis()))).toEqual([])
  })
})

describe('a refresh of the session cookie', () => {
  it('a refresh that does not bring the cookie is refresh-loop', async () => {
    await loggedIn(world)
    world.emulator.setFaults({ session: 'refresh-refused' })
    const { diagnosis, line } = await openDiagnosed(world)
    expect(await line('refresh-loop')).toContain('sessionDomain is on the site of the page')
    expect(idsOf(await diagnosis())).toContain('refresh-loop')
  })

  it('a refresh that brings the cookie is no finding', async () => {
    await loggedIn(world)
    world.emulator.setFaults({ session: 'refresh' })
    const visited = world.request(({ path }) => path.startsWith('/session-refresh'))
    const { page, diagnosis, lines } = await openDiagnosed(world)
    await visited
    // On the page that the refresh has returned to.
    await page.waitForFunction(() => (window as { answer?: boolean }).answer)
    expect(idsOf(await diagnosis())).not.toContain('refresh-loop')
    expect(lines).toEqual([])
  })
})

describe('a login that led back without a session', () => {
  it('a login that returns without a session is session-lost-after-login; a reader who is not logged in is no finding', async () => {
    const { page, diagnosis, line } = await openDiagnosed(world)
    expect(exclusive(idsOf(await diagnosis()))).toEqual([])
    await page.evaluate(() => {
      const { identity } = window as unknown as { identity: { login(options: object): void } }
      identity.login({ state: 'nobody-checks' })
    })
    await by(page, 'user-ingrid').click()
    // The page ignores the code.
    await page.waitForURL(/code=/)
    expect(await line('session-lost-after-login')).toContain('redeems the code and starts the session')
    expect(exclusive(idsOf(await diagnosis()))).toEqual(['session-lost-after-login'])
  })
})

describe('a clock', () => {
  it.each([
    [600, 'the service is 600 s ahead'],
    [-600, 'the service is 600 s behind'],
  ])('a clock that is off by %i s is clock-off', async (clockSkewSeconds, seen) => {
    world.emulator.setFaults({ clockSkewSeconds })
    const { diagnosis, line } = await openDiagnosed(world)
    expect(await line('clock-off')).toMatch(/the service is (599|600|601) s/)
    const found = (await diagnosis()).find(({ id }) => id === 'clock-off')
    expect(found?.seen.replace(/599|601/, '600')).toBe(seen)
    world.emulator.resetFaults()
    expect(idsOf(await diagnosis())).not.toContain('clock-off')
  })
})

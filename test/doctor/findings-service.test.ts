/** What a session service answers, or why it does not: told apart in the console and by `diagnose`. */

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
  ...['client-unknown', 'session-refused', 'answer-malformed', 'refresh-loop', 'session-lost-after-login'],
]

const exclusive = (ids: string[]) => ids.filter((id) => EXCLUSIVE.includes(id))

describe.each<[Faults['session'], string, RegExp]>([
  [
    'down',
    'service-down',
    /no answer by http:\/\/id\.site\.localhost:\d+, one by http:\/\/account\.localhost/,
  ],
  ['500', 'service-failing', /status 500/],
  ['503', 'service-failing', /status 503/],
  ['429', 'service-busy', /status 429/],
  ['404', 'session-refused', /status 404, FaultException, “Switched on at the control page”/],
  ['html', 'answer-malformed', /status 200/],
])('a session service that is switched to %s', (session, id, seen) => {
  it(`is ${id} and no other, until it works`, async () => {
    world.emulator.setFaults({ session })
    const { diagnosis, line } = await openDiagnosed(world)
    expect(await line(id)).toMatch(seen)
    expect(exclusive(idsOf(await diagnosis()))).toEqual([id])
    world.emulator.resetFaults()
    expect(exclusive(idsOf(await diagnosis()))).toEqual([])
  })
})

describe('a session domain at which nobody can be reached', () => {
  const HONEST = /does not exist, its server is not running, or something .* A page is not told which/

  it('is service-down where no server listens', async () => {
    const gone = await startPageServer()
    const sessionDomain = gone.url('', 'id.site.localhost')
    await gone.close()
    const { diagnosis, line } = await openDiagnosed(world, { options: { sessionDomain } })
    expect(await line('service-down')).toContain(`no answer by ${sessionDomain}`)
    const findings = await diagnosis()
    expect(exclusive(idsOf(findings))).toEqual(['service-down'])
    expect(findings.find(({ id }) => id === 'service-down')?.why).toMatch(HONEST)
  })

  it('is service-down as well where the name does not exist: pages are told no more', async () => {
    const name = /^http:\/\/id\.site\.localhost/
    await world.browser.route(name, (route) => route.abort('namenotresolved'))
    const { diagnosis, line } = await openDiagnosed(world)
    expect(await line('service-down')).toContain('no answer by http://id.site.localhost')
    expect(exclusive(idsOf(await diagnosis()))).toEqual(['service-down'])
    await world.browser.unroute(name)
    expect(exclusive(idsOf(await diagnosis()))).toEqual([])
  })
})

describe('the error page of a proxy, which lets no page read it', () => {
  it('is origin-refused, which says that it may be one', async () => {
    const sessionDomain = world.pages.url('', 'proxy.site.localhost')
    const { diagnosis, line } = await openDiagnosed(world, { options: { sessionDomain } })
    expect(await line('origin-refused')).toContain('open it in a tab of its own')
    const findings = await diagnosis()
    expect(exclusive(idsOf(findings))).toEqual(['origin-refused'])
    expect(findings.find(({ id }) => id === 'origin-refused')?.why).toMatch(
      /the error page of a proxy none: a page is not told which/,
    )
  })
})

describe('a browser without network', () => {
  it('is network-down', async () => {
    const { page, diagnosis } = await openDiagnosed(world)
    await page.context().setOffline(true)
    try {
      expect(await diagnosis()).toContainEqual(
        expect.objectContaining({ id: 'network-down', seen: 'the browser says it is offline' }),
      )
    } finally {
      await page.context().setOffline(false)
    }
    expect(exclusive(idsOf(await diagnosis()))).toEqual([])
  })
})

describe('a service that takes longer than is waited', () => {
  it('is service-slow', async () => {
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

describe('a session cookie that a refresh does not bring', () => {
  it('is refresh-loop', async () => {
    await loggedIn(world)
    world.emulator.setFaults({ session: 'refresh-refused' })
    const { diagnosis, line } = await openDiagnosed(world)
    expect(await line('refresh-loop')).toContain('sessionDomain is on the site of the page')
    expect(idsOf(await diagnosis())).toContain('refresh-loop')
  })

  it('is none where the refresh brings it', async () => {
    await loggedIn(world)
    world.emulator.setFaults({ session: 'refresh' })
    const visited = world.request(({ path }) => path.startsWith('/session-refresh'))
    const { page, diagnosis, lines } = await openDiagnosed(world)
    await visited
    // Of the page that the refresh has come back to.
    await page.waitForFunction(() => (window as { answer?: boolean }).answer)
    expect(idsOf(await diagnosis())).not.toContain('refresh-loop')
    expect(lines).toEqual([])
  })
})

describe('a login that led back without a session', () => {
  it('is session-lost-after-login, and an anonymous reader is not', async () => {
    const { page, diagnosis, line } = await openDiagnosed(world)
    expect(exclusive(idsOf(await diagnosis()))).toEqual([])
    await page.evaluate(() => {
      const { identity } = window as unknown as { identity: { login(options: object): void } }
      identity.login({ state: 'nobody-checks' })
    })
    await by(page, 'user-ingrid').click()
    // The page takes the code, and does nothing with it.
    await page.waitForURL(/code=/)
    expect(await line('session-lost-after-login')).toContain('redeems the code and starts the session')
    expect(exclusive(idsOf(await diagnosis()))).toEqual(['session-lost-after-login'])
  })
})

describe('a clock', () => {
  it.each([
    [600, 'the service is 600 s ahead'],
    [-600, 'the service is 600 s behind'],
  ])('that is off by %i s is clock-off', async (clockSkewSeconds, seen) => {
    world.emulator.setFaults({ clockSkewSeconds })
    const { diagnosis, line } = await openDiagnosed(world)
    expect(await line('clock-off')).toMatch(/the service is (599|600|601) s/)
    const found = (await diagnosis()).find(({ id }) => id === 'clock-off')
    expect(found?.seen.replace(/599|601/, '600')).toBe(seen)
    world.emulator.resetFaults()
    expect(idsOf(await diagnosis())).not.toContain('clock-off')
  })
})

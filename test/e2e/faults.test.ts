/** What goes wrong at the session service, and what readers see; and how a developer switches it on, at the control page. */

import type { Page } from 'playwright-core'
import { SESSION_FAULTS, type SessionFault } from 'portico-emulator'
import { describe, expect, it } from 'vitest'
import { by, call, events, loggedIn, sees, startSession, type, visit } from './support/demo.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** The control page, with everything working. */
async function controlPage(): Promise<Page> {
  const page = await world.page()
  await page.goto(world.emulator.url('account.localhost', '/control'))
  await sees(page, 'faults-state', 'Everything works.')
  return page
}

/** Moves the switch of the session service. */
async function switchOn(control: Page, fault: string): Promise<void> {
  await by(control, `session-${fault}`).check()
  await sees(control, 'faults-state', 'Something is switched wrong.')
}

const FAILURES: [fault: SessionFault, reason: string, calls: number][] = [
  ['down', 'session-unreachable', 2],
  ['401', 'session-refused', 1],
  ['404', 'session-refused', 1],
  ['429', 'session-refused', 1],
  ['500', 'session-unreachable', 1],
  ['503', 'session-unreachable', 1],
  ['html', 'session-malformed', 1],
]

const METHODS = ['hasSession', 'getUser', 'getUserId', 'getUserUuid', 'getUserSDRN']

describe('a session service that fails', () => {
  it('is switched so at the control page, and back', async () => {
    const control = await controlPage()
    for (const fault of [...SESSION_FAULTS].reverse()) {
      await by(control, `session-${fault}`).check()
      await expect.poll(() => world.emulator.faults.session).toBe(fault)
    }
    await switchOn(control, 'down')
    await by(control, 'reset-faults').click()
    await sees(control, 'faults-state', 'Everything works.')
    expect(world.emulator.faults.session).toBe(SESSION_FAULTS[0])
  })

  it.each(FAILURES)(
    '%s: the page says %s, asks %i times, each method rejects, and it heals',
    async (fault, reason, calls) => {
      const page = await loggedIn(world)
      world.emulator.setFaults({ session: fault })
      // As the page makes them: when a connection is cut, the browser may try a call again by itself.
      const asked: string[] = []
      page.on('request', (request) => request.url().includes('/v2/session?') && asked.push(request.url()))
      await by(page, 'check-again').click()
      await sees(page, 'reason', reason)
      await sees(page, 'status', 'unavailable')
      expect(asked).toHaveLength(calls)
      // A failure says nothing about the reader.
      expect((await events(page)).slice(4)).toEqual(['error'])
      expect(await by(page, 'log-in').isEnabled()).toBe(true)
      for (const method of METHODS) expect(await call(page, method)).toBe(`!${reason}`)

      world.emulator.resetFaults()
      // The service is left alone for a while, but not where the reader asks.
      await page.reload()
      await sees(page, 'reason', reason)
      await by(page, 'check-again').click()
      await sees(page, 'user-name', 'Ingrid S.')
    },
  )

  it.each([
    [true, 30, 45],
    [false, 2, 5],
  ])(
    'that says when to come back (to be read by pages: %s) is left alone for %i to %i s',
    async (exposed, least, most) => {
      const page = await loggedIn(world)
      world.emulator.setFaults({ session: '503', retryAfter: '30', retryAfterExposed: exposed })
      await call(page, 'clearCachedUserSession')
      world.sessionCalls()
      const before = Date.now()
      for (const method of METHODS) expect(await call(page, method)).toBe('!session-unreachable')
      await page.reload()
      await sees(page, 'reason', 'session-unreachable')
      expect(world.sessionCalls()).toHaveLength(1)
      const until = await page.evaluate(() => {
        const key = Object.keys(localStorage).find((name) => name.endsWith('.pause')) ?? ''
        return JSON.parse(localStorage.getItem(key) ?? '{}').value.retryAt as number
      })
      expect(until).toBeGreaterThanOrEqual(before + least * 1000)
      expect(until).toBeLessThanOrEqual(Date.now() + most * 1000)
    },
  )

  it('400 is no failure but news: nobody is logged in, and that is remembered', async () => {
    const page = await loggedIn(world)
    world.emulator.setFaults({ session: '400' })
    await by(page, 'check-again').click()
    await sees(page, 'status', 'anonymous')
    expect((await events(page)).slice(4)).toEqual(['logout', 'sessionChange', 'statusChange', 'error'])
    world.sessionCalls()
    await page.reload()
    await sees(page, 'status', 'anonymous')
    expect(world.sessionCalls()).toEqual([])
  })

  it('an outage does not log anybody out who is known already', async () => {
    const page = await loggedIn(world)
    world.emulator.setFaults({ session: 'down' })
    world.sessionCalls()
    await page.reload()
    await sees(page, 'user-name', 'Ingrid S.')
    expect(await call(page, 'isLoggedIn')).toBe(true)
    expect(world.sessionCalls()).toEqual([])
  })

  it('a reader who arrives meanwhile can still go and log in', async () => {
    world.emulator.setFaults({ session: '500' })
    const page = await world.page()
    await visit(world, page, 'unavailable')
    world.emulator.resetFaults()
    await by(page, 'log-in').click()
    await by(page, 'user-matti').click()
    await sees(page, 'user-name', 'Matti V.')
  })
})

describe('a slow session service', () => {
  /** A page of a publisher who has little patience. */
  async function impatientPage(attemptTimeoutMs: number): Promise<Page> {
    const script = await bundle(`
      import { createFullIdentity } from 'portico/presets/full'
      import { fetchTransport } from 'portico/plugins'
      const transport = fetchTransport({ attemptTimeoutMs: ${attemptTimeoutMs}, retries: 0 })
      const identity = createFullIdentity(options, transport)
      const show = (text) => document.body.append(text + ' ')
      identity.on('error', ({ reason }) => show('event ' + reason))
      identity.hasSession().then(({ userId }) => show('user ' + userId), ({ reason }) => show('!' + reason))
    `)
    world.pages.serve('/', pageWith(ownOptions(world), script))
    await startSession(world)
    const page = await world.page()
    return page
  }

  it('is given up after the time-out, and the connection is closed', async () => {
    const page = await impatientPage(200)
    const control = await controlPage()
    await type(by(control, 'slow-ms'), '600000')
    await switchOn(control, 'slow')
    const ended = world.request(({ path }) => path.startsWith('/v2/session'))
    await page.goto(world.pages.url())
    await page.getByText('event timeout !timeout').waitFor()
    expect((await ended).durationMs).toBeLessThan(600_000)
    expect(world.emulator.faults).toMatchObject({ session: 'slow', slowMs: 600_000 })
  })
})

describe('a session service whose clock is wrong', () => {
  it.each([86_400, -86_400])('by %i seconds: readers stay logged in, on the next page too', async (skew) => {
    const page = await loggedIn(world)
    const control = await controlPage()
    await type(by(control, 'clock-skew'), String(skew))
    await by(control, 'clock-skew').press('Tab')
    await sees(control, 'faults-state', 'Something is switched wrong.')
    await by(page, 'check-again').click()
    await sees(page, 'sp-id', 'valid')
    const { serverTime } = (await call(page, 'hasSession')) as { serverTime: number }
    const ahead = serverTime - Date.now() / 1000
    expect(Math.abs(ahead - skew)).toBeLessThan(3600)

    world.sessionCalls()
    await page.reload()
    await sees(page, 'user-name', 'Ingrid S.')
    expect(world.sessionCalls()).toEqual([])
  })
})

/** Two tabs of one reader, and ten. Every page is seen here, but for those of `/hidden`. */

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { runsIn } from './support/browser.ts'
import { by, events, freeze, goBack, loggedIn, sees, startSession, visit } from './support/demo.ts'
import { ask, beginToAskSlowly, openTab, serveTabs } from './support/tab-pages.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const site = () => world.emulator.url('www.site.localhost')

/** The tabId of the session call that something causes. */
async function tabIdOf(page: Page, act: () => Promise<unknown>): Promise<string | null> {
  const [request] = await Promise.all([page.waitForRequest(/\/v2\/session\?/), act()])
  return new URL(request.url()).searchParams.get('tabId')
}

/** Asks as the button of the page does, without the wait for a page in the background to be painted. */
const askAgain = (page: Page) => by(page, 'check-again').dispatchEvent('click')

describe('ten tabs', () => {
  beforeAll(() => serveTabs(world))

  it.each([
    ['quick', 0],
    ['slow', 800],
  ])('opened in the background make one session call, while the service is %s', async (_, slowMs) => {
    await startSession(world)
    if (slowMs) world.emulator.setFaults({ session: 'slow', slowMs })
    world.sessionCalls()
    const open = async () => ask(await openTab(world, '/hidden'))
    const answers = await Promise.all(Array.from({ length: 10 }, open))
    expect(answers).toEqual(Array(10).fill(expect.any(Number)))
    expect(world.sessionCalls()).toHaveLength(1)
  })

  it('that are all seen make one session call each', async () => {
    await startSession(world)
    world.sessionCalls()
    const answers = await Promise.all(Array.from({ length: 10 }, async () => ask(await openTab(world))))
    expect(answers).toEqual(Array(10).fill(expect.any(Number)))
    expect(world.sessionCalls()).toHaveLength(10)
  })

  it('in the background ask once at most while one that is seen asks', async () => {
    await startSession(world)
    const hidden = await Promise.all(Array.from({ length: 9 }, () => openTab(world, '/hidden')))
    const seen = await openTab(world)
    world.sessionCalls()
    await beginToAskSlowly(world, seen, 800)
    expect(await Promise.all(hidden.map(ask))).toEqual(Array(9).fill(await ask(seen)))
    expect(world.sessionCalls().length).toBeLessThanOrEqual(2)
  })
})

describe('two tabs', () => {
  it('ask under a tabId of their own that stays', async () => {
    const [one, two] = [await world.page(), await world.page()]
    const first = await tabIdOf(one, () => one.goto(site()))
    await visit(world, two, 'anonymous')
    await sees(one, 'status', 'anonymous')
    expect(world.sessionCalls()).toHaveLength(2)
    expect(first).toMatch(/^\d{1,5}$/)

    await one.reload()
    await sees(one, 'status', 'anonymous')
    expect(world.sessionCalls()).toHaveLength(0)
    expect(await tabIdOf(two, () => askAgain(two))).not.toBe(first)
    expect(await tabIdOf(one, () => askAgain(one))).toBe(first)
  })

  it('can both be at the login page at once: who finishes last is who is logged in, in both', async () => {
    const [one, two] = [await world.page(), await world.page()]
    for (const page of [one, two]) {
      await visit(world, page, 'anonymous')
      await by(page, 'log-in').click()
      await by(page, 'user-ingrid').waitFor()
    }
    await by(one, 'user-ingrid').click()
    await sees(one, 'user-name', 'Ingrid S.')
    await by(two, 'user-matti').click()
    await two.waitForURL(site())
    await sees(two, 'user-name', 'Matti V.')
    await sees(one, 'user-name', 'Matti V.')
    expect(await events(one)).toContain('userChange')
  })

  it('agree after a logout, also where one is brought back by "back"', async () => {
    const one = await loggedIn(world)
    world.pages.serve('/elsewhere', { body: '<!doctype html><title>Elsewhere</title>' })
    await one.goto(world.pages.url('/elsewhere', 'pages.elsewhere.localhost'))
    const two = await world.page()
    await visit(world, two, 'connected')
    await by(two, 'log-out').click()
    await sees(two, 'status', 'anonymous')
    await goBack(one)
    await sees(one, 'status', 'anonymous')
  })

  it('agree after a logout while one was asleep', async () => {
    if (!runsIn('chromium', 'a tab that sleeps', 'No other browser puts one to sleep on demand.')) return
    const one = await loggedIn(world)
    const two = await world.page()
    await visit(world, two, 'connected')
    const wake = await freeze(world, one)
    await by(two, 'log-out').click()
    await sees(two, 'status', 'anonymous')
    await wake()
    await sees(one, 'status', 'anonymous')
  })

  it('share what is known when one opens the other', async () => {
    const one = await loggedIn(world)
    world.sessionCalls()
    await one.evaluate(() => addEventListener('click', () => window.open(location.href)))
    const [two] = await Promise.all([one.waitForEvent('popup'), by(one, 'status').click()])
    await sees(two, 'user-name', 'Ingrid S.')
    expect(world.sessionCalls()).toEqual([])
  })
})

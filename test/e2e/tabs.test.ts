/** Two tabs of one reader. */

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { by, events, loggedIn, sees, visit } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const site = () => world.emulator.url('www.site.localhost')

/** The tabId of the session call that something causes. */
async function tabIdOf(page: Page, act: () => Promise<unknown>): Promise<string | null> {
  const [request] = await Promise.all([page.waitForRequest(/\/v2\/session\?/), act()])
  return new URL(request.url()).searchParams.get('tabId')
}

describe('two tabs', () => {
  it('ask once each, under a tabId of their own that stays', async () => {
    const [one, two] = [await world.page(), await world.page()]
    const first = await tabIdOf(one, () => one.goto(site()))
    const second = await tabIdOf(two, () => two.goto(site()))
    await sees(one, 'status', 'anonymous')
    await sees(two, 'status', 'anonymous')
    expect(world.sessionCalls()).toHaveLength(2)
    expect(first).toMatch(/^\d{1,5}$/)
    expect(second).not.toBe(first)

    await one.reload()
    await sees(one, 'status', 'anonymous')
    expect(world.sessionCalls()).toHaveLength(0)
    expect(await tabIdOf(one, () => by(one, 'check-again').click())).toBe(first)
  })

  it('agree on who is logged in, once the second one asks', async () => {
    const two = await world.page()
    await visit(world, two, 'anonymous')
    await loggedIn(world)
    await sees(two, 'status', 'anonymous')
    await by(two, 'check-again').click()
    await sees(two, 'user-name', 'Ingrid S.')
    expect(await events(two)).toEqual([
      ...['notLoggedin', 'error'],
      ...['login', 'sessionChange', 'sessionInit', 'statusChange'],
    ])
  })

  it('hear of a logout in the other one when they ask', async () => {
    const one = await loggedIn(world)
    const two = await world.page()
    await visit(world, two, 'connected')
    await by(one, 'log-out').click()
    await sees(one, 'status', 'anonymous')
    await by(two, 'check-again').click()
    await sees(two, 'status', 'anonymous')
    expect((await events(two)).slice(4)).toEqual(
      expect.arrayContaining(['logout', 'sessionChange', 'statusChange', 'error']),
    )
    expect(await by(two, 'log-out').isVisible()).toBe(false)
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
    await by(one, 'check-again').click()
    await sees(one, 'user-name', 'Matti V.')
    expect(await events(one)).toContain('userChange')
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

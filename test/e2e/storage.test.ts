/** Storage that is denied, cleared or tampered with: the page works all the same. */

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { by, call, loggedIn, sees, startSession, visit } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** A page whose storage throws, as a browser's does that blocks all site data. */
async function pageWithoutStorage(): Promise<Page> {
  const page = await world.page()
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  return page
}

describe('where storage is denied', () => {
  it('a reader logs in and is known, at the price of one session call a page', async () => {
    const page = await pageWithoutStorage()
    await visit(world, page, 'anonymous')
    await by(page, 'log-in').click()
    await by(page, 'user-ingrid').click()
    await sees(page, 'user-name', 'Ingrid S.')
    world.sessionCalls()
    await page.reload()
    await sees(page, 'user-name', 'Ingrid S.')
    expect(world.sessionCalls()).toHaveLength(1)
  })

  it('the page itself still asks once only, and forgets when told to', async () => {
    await startSession(world)
    const page = await pageWithoutStorage()
    await visit(world, page, 'connected')
    world.sessionCalls()
    expect(await call(page, 'isLoggedIn')).toBe(true)
    expect(await call(page, 'getUserId')).toBe('100001')
    expect(world.sessionCalls()).toEqual([])
    await by(page, 'check-again').click()
    await call(page, 'hasSession')
    expect(world.sessionCalls()).toHaveLength(1)
  })
})

describe('storage that changes under the page', () => {
  it('cleared in between: the next question goes to the service', async () => {
    const page = await loggedIn(world)
    world.sessionCalls()
    await page.evaluate(() => sessionStorage.clear())
    expect(await call(page, 'isLoggedIn')).toBe(true)
    expect(world.sessionCalls()).toHaveLength(1)
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await sees(page, 'user-name', 'Ingrid S.')
    expect(world.sessionCalls()).toHaveLength(1)
  })
})

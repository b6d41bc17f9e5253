/** A reader's way in WebKit: anonymous, logged in by redirect, known on the next page, logged out. */

import { describe, expect, it } from 'vitest'
import { loggedIn, visit } from './support/demo.ts'
import { SESSION_CALL } from './support/services.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const site = () => world.emulator.url('www.site.localhost')

describe('an anonymous reader', () => {
  it('costs one session call, and none on the next page', async () => {
    const { tab } = world
    await visit(world, tab, 'anonymous')
    expect(await tab.events()).toEqual(['notLoggedin', 'error'])
    expect(world.requests(SESSION_CALL).map(({ status }) => status)).toEqual([400])
    await tab.reload()
    await tab.sees('status', 'anonymous')
    expect(world.requests(SESSION_CALL)).toEqual([])
  })
})

describe('a login by redirect', () => {
  it('comes back to a page that knows the reader, and so does the next page without a call', async () => {
    const { tab } = world
    await loggedIn(world, tab)
    await tab.sees('user-name', 'Ingrid S.')
    expect(await tab.url()).toBe(site())
    expect(await tab.events()).toEqual(['login', 'sessionChange', 'sessionInit', 'statusChange'])
    expect(world.requests(SESSION_CALL).map(({ status }) => status)).toEqual([400, 200])
    await tab.reload()
    await tab.sees('user-name', 'Ingrid S.')
    expect(world.requests(SESSION_CALL)).toEqual([])
  })

  it('of another user is told as a change of user, by the page that knew the first', async () => {
    const { tab } = world
    await loggedIn(world, tab)
    const other = await world.newTab()
    await visit(world, other, 'connected')
    await other.click('log-in')
    await other.click('user-matti')
    await other.sees('user-name', 'Matti V.')
    await tab.click('check-again')
    await tab.sees('user-name', 'Matti V.')
    expect((await tab.events()).slice(4)).toEqual(['login', 'userChange', 'sessionChange'])
  })
})

describe('a logout', () => {
  it('is heard by the page, and leads to an anonymous one', async () => {
    const { tab } = world
    await loggedIn(world, tab)
    await tab.run(() => {
      const { demoIdentity } = window as unknown as { demoIdentity: { on(e: string, l: () => void): void } }
      demoIdentity.on('logout', () => localStorage.setItem('heard', 'logout'))
    })
    await tab.click('log-out')
    await tab.sees('status', 'anonymous')
    expect(await tab.url()).toBe(site())
    expect(await tab.events()).toEqual(['notLoggedin', 'error'])
    expect(await tab.run(() => localStorage.getItem('heard'))).toBe('logout')
  })
})

describe('a session service that is down', () => {
  it('leaves a page that works, says why, and knows the reader once it is back', async () => {
    const { tab } = world
    await loggedIn(world, tab)
    world.emulator.setFaults({ session: 'down' })
    await tab.click('check-again')
    await tab.sees('reason', 'session-unreachable')
    world.emulator.resetFaults()
    await tab.click('check-again')
    await tab.sees('user-name', 'Ingrid S.')
  })
})

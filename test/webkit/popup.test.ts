/** Logging in by popup in WebKit: to the end, given up, and where the browser allows none. */

import { describe, expect, it } from 'vitest'
import { readyForPopup, visit, waitForPopupStates } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const popupOf = () => world.tab.popup(() => world.tab.click('log-in-popup'))

describe('a login in a popup', () => {
  it('leaves the page where it is, closes, and the page knows the user', async () => {
    const { tab } = world
    await readyForPopup(world, tab)
    await tab.run(() => void Object.assign(window, { marker: true }))
    const popup = await popupOf()
    await popup.click('user-matti')
    await popup.closed()
    await tab.sees('login-outcome', 'connected')
    await tab.sees('user-name', 'Matti V.')
    expect(await tab.events()).toEqual([
      ...['notLoggedin', 'error'],
      ...['login', 'sessionChange', 'sessionInit', 'statusChange'],
    ])
    expect(await tab.run(() => 'marker' in window)).toBe(true)
    await tab.sees('sp-id', 'valid')
  })

  it('is a window of its own that knows its opener, at the login page', async () => {
    await readyForPopup(world, world.tab)
    const popup = await popupOf()
    await popup.element('user-ingrid')
    expect(new URL(await popup.url()).hostname).toBe('account.localhost')
    expect(await popup.run(() => window.opener !== null)).toBe(true)
  })

  it('can be done again for another user', async () => {
    const { tab } = world
    await readyForPopup(world, tab)
    const first = await popupOf()
    await first.click('user-matti')
    await first.closed()
    await tab.sees('user-name', 'Matti V.')
    await waitForPopupStates(tab, 2)
    const second = await popupOf()
    await second.click('user-alex')
    await second.closed()
    await tab.sees('user-name', 'Alex L.')
    expect((await tab.events()).slice(6)).toEqual(['login', 'userChange', 'sessionChange'])
  })

  it('changes nothing when it is cancelled', async () => {
    const { tab } = world
    await readyForPopup(world, tab)
    const popup = await popupOf()
    await popup.click('cancel')
    await popup.closed()
    await tab.sees('login-outcome', 'cancelled')
    await tab.sees('status', 'anonymous')
    expect(await tab.events()).not.toContain('login')
  })

  it('takes the place of one that is open already', async () => {
    const { tab } = world
    await readyForPopup(world, tab)
    const first = await popupOf()
    await first.element('user-ingrid')
    const second = await popupOf()
    await second.click('user-ingrid')
    await tab.sees('user-name', 'Ingrid S.')
    expect(await first.isOpen()).toBe(false)
  })
})

describe('where WebKit blocks the popup', () => {
  it('goes to the login page by redirect instead, and comes back', async () => {
    const { tab } = world
    await visit(world, tab, 'anonymous')
    // No click, no popup.
    await tab.run(async () => {
      const { state } = await (await fetch('/login-state', { method: 'POST' })).json()
      const { demoIdentity } = window as unknown as { demoIdentity: { login(options: object): unknown } }
      sessionStorage.setItem('popup', String(demoIdentity.login({ state, preferPopup: true })))
    })
    await tab.click('user-ingrid')
    await tab.sees('user-name', 'Ingrid S.')
    expect(await tab.run(() => sessionStorage.getItem('popup'))).toBe('null')
    expect(await tab.url()).toBe(world.emulator.url('www.site.localhost'))
  })
})

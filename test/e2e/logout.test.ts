/** Logging out: here, at the account service, and at the other publisher. */

import { describe, expect, it } from 'vitest'
import { by, call, leaveBy, loggedIn, sees, visit } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

describe('logging out', () => {
  it('leaves no cookie of a session behind, neither readable nor hidden from scripts', async () => {
    const page = await loggedIn(world)
    const names = async () => (await world.browser.cookies()).map(({ name }) => name)
    expect(await names()).toEqual(
      expect.arrayContaining(['__Host-session-id', 'SP_ID', '__Host-browser-account']),
    )
    await by(page, 'log-out').click()
    await sees(page, 'status', 'anonymous')
    const left = await names()
    for (const name of ['__Host-session-id', 'SP_ID', '__Host-browser-account'])
      expect(left).not.toContain(name)
  })

  it('works by a plain link as well as by the method', async () => {
    const page = await loggedIn(world)
    const url = (await call(page, 'logoutUrl', world.emulator.url('www.site.localhost'))) as string
    expect(new URL(url).origin + new URL(url).pathname).toBe(
      world.emulator.url('id.site.localhost', '/logout'),
    )
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href, textContent: 'Log out' })
      document.body.append(link)
      link.click()
    }, url)
    await page.waitForURL(world.emulator.url('www.site.localhost'), { waitUntil: 'load' })
    await by(page, 'check-again').click()
    await sees(page, 'status', 'anonymous')
  })

  it('is harmless for a reader who is not logged in', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    await Promise.all([
      page.waitForURL(world.emulator.url('www.site.localhost')),
      page.waitForResponse(/\/end-session/),
      leaveBy(page, 'logout', world.emulator.url('www.site.localhost')),
    ])
    await sees(page, 'status', 'anonymous')
  })

  it('comes back to the address of the instance when it is given none to go to', async () => {
    const page = await loggedIn(world)
    await Promise.all([
      page.waitForResponse(/\/end-session/),
      page.waitForResponse(/\/\/www\.site\.localhost(:\d+)?\/callback/),
      leaveBy(page, 'logout', 'javascript:alert(1)'),
    ])
    // The way back leads on to the front page, where nobody is known.
    await sees(page, 'status', 'anonymous')
  })
})

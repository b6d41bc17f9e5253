/** The demo site explains itself, and the control page is a workbench. */

import { describe, expect, it } from 'vitest'
import { barriers } from './support/axe.ts'
import { by, loggedIn, logIn, sees, visit } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const control = () => world.emulator.url('account.localhost', '/control')

describe('the demo site', () => {
  it.each([
    [375, 740],
    [1280, 900],
  ])('shows who the page thinks you are without scrolling, at %i by %i', async (width, height) => {
    const page = await world.page()
    await page.setViewportSize({ width, height })
    await visit(world, page, 'anonymous')
    const box = await by(page, 'status').boundingBox()
    expect(box?.y).toBeGreaterThan(0)
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height)
  })

  it('shows the session as JSON without its secrets, and events with what they carried, over navigations', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    expect(JSON.parse((await by(page, 'session-json').textContent()) ?? '')).toMatchObject({
      reason: 'session-missing',
    })
    await logIn(page)
    expect(JSON.parse((await by(page, 'session-json').textContent()) ?? '')).toMatchObject({
      ...{ userId: 100001, sig: '…', sp_id: '…' },
    })
    const events = await by(page, 'kept-events').locator('summary').allTextContents()
    const names = events.map((text) => text.split(' ')[1])
    expect(names.slice(0, 4)).toEqual(['statusChange', 'sessionInit', 'sessionChange', 'login'])
    expect(names).toContain('notLoggedin')
    expect(await by(page, 'kept-events').textContent()).toContain('"givenName": "Ingrid"')
    expect(await by(page, 'button-code').textContent()).toContain(
      "identity.login({ state, prompt: 'select_account' })",
    )
  })

  it('simulates consents, which go into the login link', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    const loginUrl = () =>
      page.evaluate(() =>
        (window as unknown as { demoIdentity: { loginUrl(state: string): string } }).demoIdentity.loginUrl(
          's',
        ),
      )
    expect(new URL(await loginUrl()).searchParams.get('gdpr_consent')).toBeNull()
    await page.getByText('Consents', { exact: true }).click()
    for (const [button, string] of [
      ['accept', 'ACCEPTED'],
      ['refuse', 'REFUSED'],
      ['withdraw', 'WITHDRAWN'],
    ]) {
      await by(page, `consent-${button}`).click()
      const { searchParams } = new URL(await loginUrl())
      expect(searchParams.get('gdpr_consent')).toBe(`SIMULATED-${string}`)
      expect(searchParams.get('gpp')).toBe(`SIMULATED-GPP-${string}`)
    }
    await page.reload()
    await sees(page, 'status', 'anonymous')
    expect(new URL(await loginUrl()).searchParams.get('gdpr_consent')).toBe('SIMULATED-WITHDRAWN')
  })

  it('says why there is nobody to continue as', async () => {
    const page = await loggedIn(world)
    await by(page, 'show-widget').click()
    await page.getByText('This browser blocks third-party cookies.').waitFor()
  })

  it('names a fault that is switched on, and has no barriers then', async () => {
    world.emulator.setFaults({ session: '500' })
    const page = await world.page()
    await visit(world, page, 'unavailable')
    await page.getByText('session: 500').waitFor()
    expect(await barriers(page)).toEqual([])
  })

  it('opens the panel of devtools, whose requests the control page has under the same id', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    await by(page, 'open-devtools').click()
    await page.getByRole('tab', { name: 'Timeline' }).click()
    const line = page.locator('portico-devtools [data-kind=call]', { hasText: '/v2/session' }).last()
    const id = /#([\w-]+)/.exec((await line.textContent()) ?? '')?.[1] ?? 'none'
    const workbench = await world.page()
    await workbench.goto(control())
    await by(workbench, 'requests').getByRole('cell', { name: id, exact: true }).waitFor()
  })
})

describe('the control page', () => {
  it('filters requests, hides assets, and shows headers and reasons', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    await page.goto(control())
    const rows = by(page, 'requests').locator('tr')
    await rows.filter({ hasText: '/v2/session' }).first().waitFor()
    expect(await rows.filter({ hasText: 'site.css' }).first().isVisible()).toBe(false)
    await by(page, 'request-assets').check()
    expect(await rows.filter({ hasText: 'site.css' }).first().isVisible()).toBe(true)
    await by(page, 'request-filter').fill('v2/session')
    expect(await rows.filter({ hasText: 'site.css' }).first().isVisible()).toBe(false)
    const call = rows.filter({ hasText: '/v2/session' }).first()
    expect(await call.textContent()).toContain('No session cookie')
    await call.getByText('Headers').click()
    expect(await call.locator('pre').textContent()).toMatch(/origin: http:\/\/www\.site\.localhost/)
  })

  it('makes and removes users, notes a host that cannot work, and resets everything', async () => {
    const page = await world.page()
    await page.goto(control())
    await by(page, 'new-username').fill('kari')
    await by(page, 'make-user').click()
    await page.getByText('kari@example.com').waitFor()
    const field = page.getByLabel('Redirect URI for The Harbour Post')
    expect(await field.getAttribute('placeholder')).toBe('http://app.site.localhost:3000/callback')
    await field.fill('http://localhost:3000/callback')
    await field.press('Enter')
    await page.getByText('no session for ever').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByLabel('Remove http://localhost:3000/callback from The Harbour Post').click()
    await by(page, 'clients').getByText('http://localhost:3000/callback').waitFor({ state: 'detached' })
    await by(page, 'reset-everything').click()
    await by(page, 'users').getByText('kari@example.com').waitFor({ state: 'detached' })
    // The tests' own pages are at a redirect URI too.
    world.emulator.registerRedirectUri('harbour-post', world.pages.url())
  })
})

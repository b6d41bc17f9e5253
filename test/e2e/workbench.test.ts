/** The demo site explains itself, and the control page is a workbench. */

import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { barriers } from './support/axe.ts'
import { runsIn } from './support/browser.ts'
import { by, loggedIn, logIn, sees, visit } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const control = () => world.emulator.url('account.localhost', '/control')

/** Axe has nothing against a page that shows a note. */
async function hasNoBarriers(page: Page): Promise<void> {
  if (runsIn('chromium', 'axe on a page with a note', 'A process of Firefox ends with it.'))
    expect(await barriers(page)).toEqual([])
}

describe('the demo site', () => {
  it.each([
    [375, 740],
    [1280, 900],
  ])(
    'shows who the page thinks you are, and what happened last, without scrolling, at %i by %i',
    async (width, height) => {
      const page = await world.page()
      await page.setViewportSize({ width, height })
      await visit(world, page, 'anonymous')
      await by(page, 'latest-event').getByText(/\w/).waitFor()
      await by(page, 'show-widget').click()
      await by(page, 'problem').waitFor()
      for (const id of ['status', 'latest-event', 'open-devtools', 'problem']) {
        const box = await by(page, id).boundingBox()
        expect(box?.y, id).toBeGreaterThan(0)
        expect((box?.y ?? height) + (box?.height ?? 0), id).toBeLessThan(height)
      }
    },
  )

  it('shows the code behind each button', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    expect(await by(page, 'button-code').textContent()).toContain(
      "identity.login({ state, prompt: 'select_account' })",
    )
  })

  it('simulates consents, which go into the login link', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    const loginUrl = () =>
      page.evaluate(() =>
        (window as unknown as { demoIdentity: { loginUrl(options: object): string } }).demoIdentity.loginUrl({
          state: 's',
        }),
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

  const isBlocked = runsIn('chromium', 'a blocked cookie of the account service', 'Firefox gives it back.')

  it.runIf(isBlocked)('says why there is nobody to continue as', async () => {
    const page = await loggedIn(world)
    await by(page, 'show-widget').click()
    await page.getByText('This browser probably blocks third-party cookies.').waitFor()
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

describe('the page that refuses a redirect URI', () => {
  it('fits a phone, has no barriers, and registers the one that works', async () => {
    const page = await world.page()
    await page.setViewportSize({ width: 375, height: 740 })
    const query = new URLSearchParams({
      ...{ client_id: 'harbour-post', response_type: 'code', scope: 'openid', state: 's' },
      redirect_uri: 'http://localhost:3000/callback',
    })
    await page.goto(world.emulator.url('account.localhost', `/oauth/authorize?${query}`))
    await by(page, 'note').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    expect(await barriers(page)).toEqual([])
    await by(page, 'register').click()
    await sees(page, 'registered-now', 'http://www.site.localhost:3000/callback')
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

  it('shows what a request brought, without its secrets', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    await logIn(page)
    await page.goto(control())
    const exchange = by(page, 'requests')
      .locator('tr', { hasText: 'POST account.localhost' })
      .filter({ hasText: '/oauth/token' })
      .first()
    await exchange.getByText('Headers and body').click()
    await exchange.getByText('grant_type=authorization_code').waitFor()
    expect(await exchange.textContent()).toContain('code=…')
  })

  it('makes, changes and removes a client, by keyboard too, and refuses what could not work', async () => {
    const page = await world.page()
    const asked: string[] = []
    let isSure = true
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void (isSure ? dialog.accept() : dialog.dismiss())
    })
    await page.goto(control())
    await by(page, 'new-client').press('Enter')
    expect(await barriers(page)).toEqual([])
    await by(page, 'client-id').fill('my-page')
    await by(page, 'client-redirect-uri').fill('http://localhost:3000/')
    await by(page, 'client-redirect-uri').press('Enter')
    await by(page, 'client-problem').getByText('never gets a session').waitFor()
    await by(page, 'client-redirect-uri').fill('http://app.site.localhost:3000/')
    await by(page, 'client-redirect-uri').press('Enter')
    const own = by(page, 'clients').locator('article', { hasText: 'my-page' })
    await own.getByText('my-page-secret-for-tests-only').waitFor()

    // The page has not heard yet that another dialog was closed, as on a busy machine.
    await own.getByRole('button', { name: 'Edit my-page' }).evaluate((edit: HTMLElement) => {
      document.querySelector<HTMLElement>('#new-client')?.click()
      document.querySelector<HTMLDialogElement>('#client-editor')?.close()
      edit.focus()
      edit.click()
    })
    expect(await by(page, 'client-id').isDisabled()).toBe(true)
    await by(page, 'client-name').fill('My Page')
    await by(page, 'client-public').press('Space')
    await by(page, 'save-client').press('Enter')
    await by(page, 'clients').getByText('no secret: PKCE').waitFor()
    await by(page, 'client-editor').waitFor({ state: 'hidden' })
    // Whoever goes by keyboard goes on, though the button that they pressed has been made anew under another name.
    expect(await page.locator(':focus').textContent()).toBe('New client')

    await page.getByLabel('Change http://app.site.localhost:3000/ of My Page').click()
    await page.getByLabel('Redirect URI for My Page').fill('http://app.site.localhost:3000/back')
    await page.getByLabel('Redirect URI for My Page').press('Enter')
    await page.getByLabel('Remove http://app.site.localhost:3000/back from My Page').click()
    await by(page, 'client-note').getByText('A client needs a redirect URI').waitFor()
    await hasNoBarriers(page)
    isSure = false
    await page.getByLabel('Remove My Page', { exact: true }).click()
    expect(asked.at(-1)).toBe('Remove My Page?')
    isSure = true
    await page.getByLabel('Remove My Page', { exact: true }).click()
    await by(page, 'clients').getByRole('heading', { name: 'My Page' }).waitFor({ state: 'detached' })
    expect(asked).toHaveLength(3)
  })

  it('closes a dialog when what it has saved is shown, though requests elsewhere have the page look again', async () => {
    const page = await world.page()
    await page.goto(control())
    await by(page, 'new-user').press('Enter')
    await by(page, 'username').fill('nora')
    const looks: Route[] = []
    await page.route(control(), (route) => void looks.push(route))
    const saved = page.waitForResponse((response) => response.request().method() === 'POST')
    await by(page, 'username').press('Enter')
    await saved
    await expect.poll(() => looks.length).toBeGreaterThan(0)
    const before = looks.length
    await page.evaluate(() => fetch('/oauth/authorize'))
    await expect.poll(() => looks.length).toBeGreaterThan(before)
    for (const look of looks.splice(0, before)) {
      const ended = page.waitForEvent('requestfinished', (request) => request === look.request())
      await look.continue()
      await ended
    }
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await by(page, 'user-editor').isVisible()).toBe(true)
    for (const look of looks) await look.continue()
    await page.unroute(control())
    await by(page, 'user-editor').waitFor({ state: 'hidden' })
    expect(await page.getByRole('button', { name: 'Edit nora' }).isVisible()).toBe(true)
  })

  it('makes and changes a user, and logs this browser in as them', async () => {
    const page = await world.page()
    await page.goto(control())
    await by(page, 'new-user').click()
    await by(page, 'username').fill('ingrid')
    await by(page, 'save-user').click()
    await by(page, 'user-problem').getByText('There is a user of that name.').waitFor()
    await by(page, 'username').fill('kari')
    await by(page, 'save-user').click()
    await page.getByRole('button', { name: 'Edit kari' }).click()
    await page.getByLabel('Given name').fill('Karianne')
    await by(page, 'save-user').click()
    await by(page, 'users').getByText('Karianne Test').waitFor()
    await by(page, 'user-editor').waitFor({ state: 'hidden' })
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Edit kari')
    await page.getByRole('button', { name: 'Edit kari' }).click()
    await page.keyboard.press('Escape')
    await by(page, 'user-editor').waitFor({ state: 'hidden' })

    await by(page, 'visitor-user').selectOption('kari')
    const [tab] = await Promise.all([page.waitForEvent('popup'), by(page, 'log-visitor-in').click()])
    await sees(tab, 'status', 'connected')
    await sees(tab, 'user-name', 'Kari T.')
    const end = page.getByLabel('End the session of kari at harbour-post')
    await end.click()
    await end.waitFor({ state: 'detached' })
    await by(tab, 'check-again').click()
    await sees(tab, 'status', 'anonymous')
    await tab.close()
  })

  it('refuses a redirect URI whose page could not work, and resets everything', async () => {
    const page = await world.page()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(control())
    const field = page.getByLabel('Redirect URI for The Harbour Post')
    expect(await field.getAttribute('placeholder')).toBe('http://www.site.localhost:3000/callback')
    await field.fill('http://localhost:3000/callback')
    await field.press('Enter')
    await by(page, 'client-note').getByText('never gets a session').waitFor()
    await hasNoBarriers(page)
    await field.fill('http://app.site.localhost:3000/callback')
    await field.press('Enter')
    await page.getByLabel('Remove http://app.site.localhost:3000/callback from The Harbour Post').waitFor()
    await by(page, 'reset-everything').click()
    await by(page, 'clients')
      .getByText('http://app.site.localhost:3000/callback')
      .waitFor({ state: 'detached' })
    // The tests' own pages are at a redirect URI too.
    world.emulator.registerRedirectUri('harbour-post', world.pages.url())
  })
})

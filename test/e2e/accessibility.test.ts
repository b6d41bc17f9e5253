/** Every page that a person sees, by axe: light and dark, on a phone and on a desktop. */

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { barriers } from './support/axe.ts'
import { by, loggedIn, logIn, logInWith, sees, startSession, visit } from './support/demo.ts'
import { openLoginPage } from './support/login-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld('allow')
const OTHER = 'www.other.localhost'
const account = (path: string) => world.emulator.url('account.localhost', path)

async function anonymous(site?: typeof OTHER): Promise<Page> {
  const page = await world.page()
  await visit(world, page, 'anonymous', site)
  return page
}

const loginPage = (parameters: Record<string, string>, user?: string) =>
  openLoginPage(world, parameters, user)

const PAGES: [name: string, open: () => Promise<Page>][] = [
  // First, while its list of requests is short.
  [
    'the control page',
    async () => {
      await startSession(world)
      const page = await opened(account('/control'))
      await sees(page, 'faults-state', 'Everything works.')
      await by(page, 'sessions').getByText('ingrid').first().waitFor()
      return page
    },
  ],
  ['the first site, anonymous', () => anonymous()],
  ['the second site, anonymous', () => anonymous(OTHER)],
  ['the second site, logged in', () => loggedIn(world, 'matti', OTHER)],
  [
    'a site whose session service is down',
    async () => {
      world.emulator.setFaults({ session: 'down' })
      const page = await world.page()
      await visit(world, page, 'unavailable')
      return page
    },
  ],
  [
    'a site after a login was cancelled',
    async () => {
      const page = await anonymous()
      await logInWith(page, {})
      await by(page, 'cancel').click()
      await by(page, 'notice').waitFor()
      return page
    },
  ],
  [
    'a site without anybody to continue as',
    async () => {
      const page = await anonymous()
      await by(page, 'show-widget').click()
      await by(page, 'problem').waitFor()
      return page
    },
  ],
  [
    'a site with the widget open',
    async () => {
      await startSession(world)
      const page = await anonymous(OTHER)
      await by(page, 'show-widget').click()
      await by(page, 'simplified-login').waitFor()
      return page
    },
  ],
  ['the login page', () => loginPage({})],
  ['the login page in one step', () => loginPage({ one_step_login: 'true' })],
  [
    'the login page with consents and a teaser',
    async () => {
      const page = await anonymous()
      await logInWith(page, { teaser: 'subscribe', tag: 'front', xDomainId: 'x' })
      return page
    },
  ],
  [
    'the login page for a reader who is logged in',
    async () => {
      await startSession(world)
      const page = await loginPage({ prompt: 'select_account' })
      await by(page, 'continue').waitFor()
      return page
    },
  ],
  [
    'the login page after an unknown address',
    async () => {
      const page = await loginPage({})
      await by(page, 'email').fill('nobody@example.com')
      await by(page, 'submit').click()
      await by(page, 'login-error').waitFor()
      return page
    },
  ],
  [
    'the password page',
    async () => {
      const page = await loginPage({})
      await by(page, 'email').fill('alex@example.com')
      await by(page, 'submit').click()
      await by(page, 'password').waitFor()
      return page
    },
  ],
  ['the page for a code from an app', () => loginPage({ acr_values: 'password otp' }, 'ingrid')],
  ['the page for a code from a phone', () => loginPage({ acr_values: 'password sms' }, 'ingrid')],
  ['the page for a code from an e-mail', () => loginPage({ acr_values: 'otp-email' }, 'ingrid')],
  ['the page for an electronic ID', () => loginPage({ acr_values: 'eid-no' }, 'ingrid')],
  ['the front page of the account service', async () => opened(account('/'))],
  [
    'the account page',
    async () => {
      await startSession(world)
      const page = await opened(account('/profile-pages'))
      await by(page, 'save').waitFor()
      return page
    },
  ],
  [
    'the phone page, after a wrong number',
    async () => {
      await startSession(world)
      const page = await opened(account('/profile-pages/about-you/phone'))
      await by(page, 'phone').fill('not a number')
      await by(page, 'save').click()
      await by(page, 'profile-error').waitFor()
      return page
    },
  ],
  ['a page that is not there', async () => opened(account('/nowhere'))],
  ['a log-out link that was used', async () => opened(account('/end-session?ticket=used'))],
  [
    'a page that a site does not have',
    async () => opened(world.emulator.url('www.site.localhost', '/nowhere')),
  ],
  [
    'an article, with a wall',
    async () => {
      const page = await opened(world.emulator.url('www.site.localhost', '/article'))
      await by(page, 'log-in').waitFor()
      return page
    },
  ],
  ['the error page', async () => opened(account('/oauth/authorize?client_id=unknown&response_type=code'))],
]

async function opened(url: string): Promise<Page> {
  const page = await world.page()
  await page.goto(url)
  return page
}

describe('axe has nothing against', () => {
  it.each(PAGES)('%s', async (_, open) => {
    const page = await open()
    await page.locator('h1').first().waitFor()
    expect(await barriers(page)).toEqual([])
  })
})

it('axe does have something against a page with barriers, in every look', async () => {
  world.pages.serve('/barriers', {
    body: `<!doctype html><title>Barriers</title><body style="background:#fff"><img src="x.png">
<p style="color:#eee">Pale</p><input>`,
  })
  const found = await barriers(await opened(world.pages.url('/barriers')))
  const rulesIn = (look: string) =>
    found.filter((problem) => problem.startsWith(look)).map((problem) => problem.split(' ')[2])
  for (const device of ['phone', 'desktop']) {
    expect(rulesIn(`${device}, light`)).toEqual(
      expect.arrayContaining(['image-alt', 'color-contrast', 'label', 'html-has-lang']),
    )
    expect(rulesIn(`${device}, dark`)).toEqual(['color-contrast'])
  }
})

it('a phone shows the pages without scrolling sideways', async () => {
  const page = await world.page()
  await page.setViewportSize({ width: 320, height: 640 })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await visit(world, page, 'anonymous')
  expect(await width()).toBeLessThanOrEqual(320)
  await logIn(page)
  for (const path of ['/profile-pages', '/profile-pages/about-you/phone', '/control', '/']) {
    await page.goto(account(path))
    expect(`${path} ${await width()}`).toBe(`${path} 320`)
  }
})

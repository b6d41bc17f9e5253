/** The "continue as" prompt on a publisher's page: every way to answer it, by mouse and by keyboard. */

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { by, events, goBack, sees, startSession, visit } from './support/demo.ts'
import { probeThirdPartyCookies } from './support/third-party-cookies.ts'
import { useWorld } from './support/world.ts'

const world = useWorld('allow')
const OTHER = 'www.other.localhost'

/** The prompt, on the second publisher's page, for a reader who logged in at the first. */
async function openWidget(): Promise<Page> {
  await startSession(world)
  const page = await world.page()
  await visit(world, page, 'anonymous', OTHER)
  await by(page, 'show-widget').click()
  await by(page, 'simplified-login').waitFor()
  return page
}

/** The query of the login page that something leads to. */
async function loginQuery(page: Page, act: () => Promise<void>): Promise<URLSearchParams> {
  const [request] = await Promise.all([page.waitForRequest(/\/oauth\/authorize\?/), act()])
  return new URL(request.url()).searchParams
}

const uuid = () => world.emulator.users.find(({ username }) => username === 'ingrid')?.uuid

it('stands on a browser that allows third-party cookies', async () => {
  expect(await probeThirdPartyCookies(await world.page(), world.pages)).toBe('allow')
})

describe('the widget', () => {
  it('is announced by simplifiedLoginOpened, says by simplifiedLoginCancelled that it is closed, and is loaded once', async () => {
    const page = await openWidget()
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await by(page, 'widget-close').click()
    await by(page, 'simplified-login').waitFor({ state: 'detached' })
    expect(page.url()).toBe(world.emulator.url(OTHER))
    await by(page, 'show-widget').click()
    await by(page, 'simplified-login').waitFor()
    expect((await events(page)).slice(2)).toEqual([
      'simplifiedLoginOpened',
      'simplifiedLoginCancelled',
      'simplifiedLoginOpened',
    ])
    expect(scripts).toEqual([])
  })

  it('continues as the user that it named', async () => {
    const page = await openWidget()
    const query = await loginQuery(page, () => by(page, 'widget-continue').click())
    expect(query.get('login_hint')).toBe(uuid())
    expect(query.get('prompt')).toBe('select_account')
    await by(page, 'continue').click()
    await sees(page, 'user-name', 'Ingrid S.')
  })

  it('lets somebody else log in by "not you", who is asked for a password', async () => {
    const page = await openWidget()
    const query = await loginQuery(page, () => by(page, 'widget-not-you').click())
    expect(query.get('prompt')).toBe('login')
    await by(page, 'password').waitFor()
    await by(page, 'other-account').click()
    await by(page, 'user-matti').click()
    await sees(page, 'user-name', 'Matti V.')
  })

  it('asks for a new state each time the reader continues', async () => {
    const page = await openWidget()
    const first = await loginQuery(page, () => by(page, 'widget-continue').click())
    await by(page, 'continue').waitFor()
    await goBack(page)
    await sees(page, 'status', 'anonymous')
    await by(page, 'show-widget').click()
    const second = await loginQuery(page, () => by(page, 'widget-continue').click())
    await by(page, 'continue').waitFor()
    expect(first.get('state')).toMatch(/^[\w-]{20,}\.bound$/)
    expect(second.get('state')).toMatch(/^[\w-]{20,}\.bound$/)
    expect(second.get('state')).not.toBe(first.get('state'))
  })

  it('speaks the language that the page asks for', async () => {
    await startSession(world)
    const page = await world.page()
    await visit(world, page, 'anonymous', OTHER)
    await page.evaluate(() => {
      const { demoIdentity } = window as unknown as {
        demoIdentity: { showSimplifiedLoginWidget(login: object): Promise<true> }
      }
      return demoIdentity.showSimplifiedLoginWidget({ state: 'x', locale: 'fi_FI' })
    })
    await sees(page, 'widget-continue', 'Jatka käyttäjänä Ingrid S.')
    expect(await by(page, 'simplified-login').getAttribute('lang')).toBe('fi')
  })

  it('becomes a sheet at the bottom when the window gets narrow', async () => {
    const page = await openWidget()
    const box = () => by(page, 'simplified-login').boundingBox()
    expect((await box())?.width).toBeLessThan(400)
    await page.setViewportSize({ width: 375, height: 700 })
    await page.locator('.phone').waitFor()
    expect((await box())?.width).toBe(375)
  })
})

describe('the widget by keyboard', () => {
  const focused = (page: Page) =>
    page.evaluate(() => {
      const host = document.activeElement
      const inside = host?.shadowRoot?.activeElement ?? host
      return inside instanceof HTMLElement ? inside.dataset.testid : undefined
    })

  it('has the focus, and its buttons follow in order', async () => {
    const page = await openWidget()
    expect(await focused(page)).toBe('simplified-login')
    const order: (string | undefined)[] = []
    for (const _ of [1, 2, 3]) {
      await page.keyboard.press('Tab')
      order.push(await focused(page))
    }
    expect(order).toEqual(['widget-close', 'widget-continue', 'widget-not-you'])
  })

  it('continues by Enter', async () => {
    const page = await openWidget()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const query = await loginQuery(page, () => page.keyboard.press('Enter'))
    expect(query.get('login_hint')).toBe(uuid())
    await by(page, 'continue').waitFor()
  })

  it('closes by Escape, and gives the focus back to where it was', async () => {
    const page = await openWidget()
    await page.keyboard.press('Escape')
    await by(page, 'simplified-login').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('show-widget')
    expect(await events(page)).toContain('simplifiedLoginCancelled')
  })
})

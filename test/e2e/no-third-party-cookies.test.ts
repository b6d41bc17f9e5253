/** In a browser that blocks third-party cookies nobody can be recognised across sites, and everything else works. */

import { expect, it } from 'vitest'
import { by, events, loggedIn, logIn, sees, startSession, visit } from './support/demo.ts'
import { probeThirdPartyCookies } from './support/third-party-cookies.ts'
import { useWorld } from './support/world.ts'

const world = useWorld('block')
const OTHER = 'www.other.localhost'

it('stands on a browser that blocks them', async () => {
  expect(await probeThirdPartyCookies(await world.page(), world.pages)).toBe('block')
})

it('gives no data on the user, without an error', async () => {
  await startSession(world)
  const page = await world.page()
  await visit(world, page, 'anonymous', OTHER)
  const before = await events(page)
  const data = await page.evaluate(() => {
    const { demoIdentity } = window as unknown as { demoIdentity: { getUserContextData(): unknown } }
    return demoIdentity.getUserContextData()
  })
  expect(data).toBe(null)
  expect(await events(page)).toEqual(before)
})

it('shows no widget, says why, and does not even load its script', async () => {
  await startSession(world)
  const page = await world.page()
  const scripts: string[] = []
  page.on('request', (request) => request.url().includes('widget') && scripts.push(request.url()))
  await visit(world, page, 'anonymous', OTHER)
  const reason = await page.evaluate(() => {
    const { demoIdentity } = window as unknown as {
      demoIdentity: { showSimplifiedLoginWidget(login: object): Promise<true> }
    }
    return demoIdentity.showSimplifiedLoginWidget({ state: 'x' }).catch(({ name, reason }) => [name, reason])
  })
  expect(reason).toEqual(['SDKError', 'widget-unavailable'])
  expect(scripts).toEqual([])

  await by(page, 'show-widget').click()
  await by(page, 'problem').getByText('widget-unavailable').waitFor()
  expect(await events(page)).not.toContain('simplifiedLoginOpened')
})

it('still logs in on the second site with one click, by redirect', async () => {
  await startSession(world)
  const page = await world.page()
  await visit(world, page, 'anonymous', OTHER)
  await by(page, 'log-in').click()
  await by(page, 'continue').click()
  await sees(page, 'user-name', 'Ingrid S.')
})

it('still knows the reader on the site itself, on the next page and after the next login', async () => {
  const page = await loggedIn(world)
  await page.reload()
  await sees(page, 'user-name', 'Ingrid S.')
  await logIn(page, 'matti')
  await sees(page, 'user-name', 'Matti V.')
})

/** Logged in at one publisher, recognised at the next, in a browser that allows third-party cookies. */

import { describe, expect, it } from 'vitest'
import { by, loggedIn, sees, startSession, visit } from './support/demo.ts'
import { probeThirdPartyCookies } from './support/third-party-cookies.ts'
import { useWorld } from './support/world.ts'

const world = useWorld('allow')
const OTHER = 'www.other.localhost'
type Demo = { demoIdentity: { getUserContextData(): unknown } }

it('stands on a browser that allows them', async () => {
  expect(await probeThirdPartyCookies(await world.page(), world.pages)).toBe('allow')
})

describe('a reader who logged in at the first publisher', () => {
  it('is named to the second one before logging in there', async () => {
    await startSession(world)
    const page = await world.page()
    await visit(world, page, 'anonymous', OTHER)
    expect(await page.evaluate(() => (window as unknown as Demo).demoIdentity.getUserContextData())).toEqual({
      identifier: world.emulator.users.find(({ username }) => username === 'ingrid')?.uuid,
      display_text: 'Ingrid S.',
      client_name: 'Fell & Fjord',
      provider_id: '4002',
    })
  })

  it('has another pairwise id there, and the same uuid', async () => {
    const first = await loggedIn(world)
    const second = await world.page()
    await visit(world, second, 'anonymous', OTHER)
    await by(second, 'log-in').click()
    await by(second, 'continue').click()
    await sees(second, 'status', 'connected')
    const [one, two] = await Promise.all(
      [first, second].map((page) =>
        page.evaluate(() => {
          const { demoIdentity } = window as unknown as { demoIdentity: { getUser(): Promise<never> } }
          return demoIdentity.getUser() as Promise<{ uuid: string; pairId: string }>
        }),
      ),
    )
    expect(two?.uuid).toBe(one?.uuid)
    expect(two?.pairId).toMatch(/^\w+/)
    expect(two?.pairId).not.toBe(one?.pairId)
  })

  it('is named to nobody any more after logging out', async () => {
    const first = await loggedIn(world)
    await by(first, 'log-out').click()
    await sees(first, 'status', 'anonymous')
    const page = await world.page()
    await visit(world, page, 'anonymous', OTHER)
    expect(await page.evaluate(() => (window as unknown as Demo).demoIdentity.getUserContextData())).toBe(
      null,
    )
  })
})

it('names nobody while the account service sees no third-party cookie, and somebody again afterwards', async () => {
  const page = await loggedIn(world)
  const ask = () => page.evaluate(() => (window as unknown as Demo).demoIdentity.getUserContextData())
  world.emulator.setFaults({ thirdPartyCookiesRefused: true })
  expect(await ask()).toBe(null)
  await by(page, 'show-widget').click()
  await by(page, 'problem').getByText('widget-unavailable').waitFor()

  world.emulator.resetFaults()
  expect(await ask()).toMatchObject({ display_text: 'Ingrid S.' })
})

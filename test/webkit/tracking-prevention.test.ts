/** Intelligent Tracking Prevention: no third-party cookies, and a session cookie that only a full-page visit may refresh. */

import { describe, expect, it } from 'vitest'
import { probeThirdPartyCookies } from '../e2e/support/third-party-cookies.ts'
import { loggedIn, visit } from './support/demo.ts'
import { SESSION_CALL } from './support/services.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const OTHER = 'www.other.localhost'
const REFRESH = /^\/session-refresh\?/

describe('a reader who logged in at one publisher', () => {
  it('stands on a browser that blocks third-party cookies', async () => {
    const { tab } = world
    const probed = { goto: (url: string) => tab.goto(url), evaluate: tab.run.bind(tab) }
    expect(await probeThirdPartyCookies(probed as never, world.pages)).toBe('block')
  })

  it('is named to nobody at the next one: no data, no widget, and not even its script', async () => {
    const { tab } = world
    await loggedIn(world, tab)
    const two = await world.newTab()
    await visit(world, two, 'anonymous', OTHER)
    const before = await two.events()
    expect(await two.call('getUserContextData')).toBe(null)
    expect(await two.events()).toEqual(before)
    world.requests(/./)
    expect(await two.call('showSimplifiedLoginWidget', { state: 'x' })).toBe('!widget-unavailable')
    expect(world.requests(/widget/)).toEqual([])
  })

  it('logs in there with one click, by redirect', async () => {
    const { tab } = world
    await loggedIn(world, tab)
    const two = await world.newTab()
    await visit(world, two, 'anonymous', OTHER)
    await two.click('log-in')
    await two.click('continue')
    await two.sees('user-name', 'Ingrid S.')
  })
})

/** A reader has logged in, and no tab is left that could tell another one. */
async function loggedInAndGone(): Promise<void> {
  await loggedIn(world, world.tab)
  await world.tab.goto('about:blank')
}

describe('a session service that asks for a visit to refresh its cookie', () => {
  it('gets it once, and the page that comes back knows the reader', async () => {
    await loggedInAndGone()
    world.emulator.setFaults({ session: 'refresh' })
    world.requests(SESSION_CALL)
    const tab = await world.newTab()
    const visited = world.request(REFRESH)
    await tab.goto(world.emulator.url('www.site.localhost'))
    await visited
    await tab.sees('user-name', 'Ingrid S.')
    const asked = world.request(SESSION_CALL)
    await tab.click('check-again')
    await asked
    await tab.sees('user-name', 'Ingrid S.')
    const seen = world.requests(/session/).filter(({ host }) => host.startsWith('id.'))
    expect(seen.map(({ path, status }) => `${path.split('?')[0]} ${status}`)).toEqual([
      '/v2/session 200',
      '/session-refresh 302',
      '/v2/session 200',
      '/v2/session 200',
    ])
  })

  it('is not asked in circles when it helps nothing: the page says so, and works', async () => {
    await loggedInAndGone()
    world.emulator.setFaults({ session: 'refresh-refused' })
    world.requests(REFRESH)
    const tab = await world.newTab()
    const visited = world.request(REFRESH)
    await tab.goto(world.emulator.url('www.site.localhost'))
    await visited
    await tab.sees('reason', 'refresh-failed')
    await tab.reload()
    await tab.sees('reason', 'refresh-failed')
    expect(world.requests(REFRESH)).toHaveLength(1)
    world.emulator.resetFaults()
    await tab.click('check-again')
    await tab.sees('user-name', 'Ingrid S.')
  })

  it('never sends a reader on a visit who is not logged in', async () => {
    world.emulator.setFaults({ session: 'refresh' })
    await visit(world, world.tab, 'anonymous')
    expect(world.requests(REFRESH)).toEqual([])
  })
})

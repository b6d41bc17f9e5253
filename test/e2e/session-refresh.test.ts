/** A session service that asks for a full-page visit: once when it helps, never in circles when it does not. */

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { by, loggedIn, sees, startSession } from './support/demo.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** Full-page visits to the session service, as they come. */
function refreshesOf(page: Page): URL[] {
  const visits: URL[] = []
  page.on('request', (request) => {
    if (request.url().includes('/session-refresh')) visits.push(new URL(request.url()))
  })
  return visits
}

/** A new tab for a reader who is logged in, while the session service is in a mood. */
async function newTab(session: 'refresh' | 'refresh-refused'): Promise<{ page: Page; visits: URL[] }> {
  await startSession(world)
  world.emulator.setFaults({ session })
  world.sessionCalls()
  const page = await world.page()
  return { page, visits: refreshesOf(page) }
}

describe('on the demo page', () => {
  const site = () => world.emulator.url('www.site.localhost')

  it('a refresh that succeeds comes back to a page that knows the reader', async () => {
    const { page, visits } = await newTab('refresh')
    await Promise.all([page.waitForRequest(/session-refresh/), page.goto(site()).catch(() => undefined)])
    await sees(page, 'user-name', 'Ingrid S.')
    expect(page.url()).toBe(site())
    expect(visits).toHaveLength(1)
    expect(world.sessionCalls().map(({ status }) => status)).toEqual([200, 200])

    await by(page, 'check-again').click()
    await sees(page, 'status', 'connected')
    expect(visits).toHaveLength(1)
  })

  it('the visit carries what the session call carried', async () => {
    const { page, visits } = await newTab('refresh')
    const [call] = await Promise.all([
      page.waitForRequest(/\/v2\/session\?/),
      page.waitForRequest(/session-refresh/),
      page.goto(site()).catch(() => undefined),
    ])
    // The number by which the panel of the demo page finds a request again is another one each time.
    const parametersOf = (url: URL | undefined) =>
      Object.fromEntries([...(url?.searchParams ?? [])].filter(([name]) => name !== 'devtools_id'))
    const query = parametersOf(visits[0])
    expect(query).toEqual(parametersOf(new URL(call.url())))
    expect(Object.keys(query).sort()).toEqual(['client_sdrn', 'redirect_uri', 'sdk_version', 'tabId'])
    await sees(page, 'user-name', 'Ingrid S.')
  })

  it('a refresh in vain is not tried twice: the page says refresh-failed, and works', async () => {
    const { page, visits } = await newTab('refresh-refused')
    await page.goto(site()).catch(() => undefined)
    await sees(page, 'reason', 'refresh-failed')
    await page.reload()
    await sees(page, 'reason', 'refresh-failed')
    await by(page, 'check-again').click()
    await sees(page, 'reason', 'refresh-failed')
    expect(visits).toHaveLength(1)
    expect(await by(page, 'log-in').isEnabled()).toBe(true)

    world.emulator.resetFaults()
    await by(page, 'check-again').click()
    await sees(page, 'user-name', 'Ingrid S.')
  })

  it('a refresh in vain is noticed also by a reader who was known before it', async () => {
    const page = await loggedIn(world)
    const visits = refreshesOf(page)
    world.emulator.setFaults({ session: 'refresh-refused' })
    await by(page, 'check-again').click()
    await sees(page, 'reason', 'refresh-failed')
    expect(visits).toHaveLength(1)
  })

  it('a reader who is not logged in is never sent on a visit', async () => {
    const page = await world.page()
    const visits = refreshesOf(page)
    world.emulator.setFaults({ session: 'refresh' })
    await page.goto(site())
    await sees(page, 'status', 'anonymous')
    expect(visits).toEqual([])
  })
})

describe('on a page with callbackBeforeRedirect', () => {
  /** A page that asks for the session and shows what comes of it, for a reader who is logged in. */
  async function ask(callback: string, before = ''): Promise<Page> {
    const script = await bundle(`
      import { Identity } from 'portico'
      ${before}
      const show = (text) => document.body.append(text + ' ')
      const identity = new Identity({ ...options, callbackBeforeRedirect: ${callback} })
      identity.hasSession().then(({ userId }) => show('user ' + userId), ({ reason }) => show(reason))
    `)
    world.pages.serve('/', pageWith(ownOptions(world), script))
    const page = await loggedIn(world)
    world.emulator.setFaults({ session: 'refresh' })
    return page
  }

  it('waits for it, and then leaves', async () => {
    const page = await ask(`async () => {
      await new Promise((resolve) => { window.finish = resolve })
      document.cookie = 'draft=saved'
    }`)
    const visits = refreshesOf(page)
    await page.goto(world.pages.url())
    await page.waitForFunction(() => 'finish' in window)
    expect(visits).toEqual([])
    await page.evaluate(() => (window as unknown as { finish(): void }).finish())
    await page.getByText('user 100001').waitFor()
    expect(visits).toHaveLength(1)
    expect(await page.evaluate(() => document.cookie)).toContain('draft=saved')
  })
})

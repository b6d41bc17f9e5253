/**
 * `portico/compat` in a browser, whose functions refuse to be called on anything but the window: on the page's own window, given or not,
 * and on windows of few members, as sites' tests that run in a browser make them.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { startSession } from './support/demo.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** The windows that a page may give, as its script makes them. */
const WINDOWS = {
  'no window': '{}',
  'its own window': '{ window }',
  'a way to leave': '{ window: { location: { assign } } }',
  'a location and a fetch that is bound':
    "{ window: { location: { href: '/', assign }, fetch: fetch.bind(window) } }",
  'a location and a document that has nothing':
    "{ window: { location: { href: '/', assign }, document: {} } }",
}

type PageWindow = { run(name: string): Promise<unknown> }

describe.each(['production', 'development'])('in the %s build, on a page that gives', (build) => {
  beforeAll(async () => {
    const script = await bundle(
      `
      import { Identity, Monetization } from 'portico/compat'
      const left = []
      const assign = (address) => void left.push(new URL(address).pathname)
      const windows = { ${Object.entries(WINDOWS)
        .map(([name, code]) => `'${name}': () => (${code})`)
        .join(', ')} }
      window.run = async (name) => {
        const given = { ...options, ...windows[name]() }
        const identity = new Identity(given)
        identity.enableVarnishCookie({ expiresIn: 60, domain: 'site.localhost' })
        const { userId } = await identity.hasSession()
        const cookie = /SP_ID=/.test(document.cookie)
        const externalId = await identity.getExternalId('party')
        const access = await new Monetization(given).hasAccess(['harbour-post-digital'], userId)
        const isPage = !given.window || given.window === window
        if (!isPage) identity.login({ state: 's' })
        const widget = await identity.showSimplifiedLoginWidget({ state: 's' }).catch(({ reason }) => reason)
        identity.dispose()
        return { userId, cookie, externalId: externalId.length, access: access?.entitled, left: left.splice(0), widget }
      }`,
      build === 'development' ? ['development'] : [],
    )
    const page = pageWith(ownOptions(world), script)
    world.pages.serve(`/${build}`, page)
  })

  it.each(Object.keys(WINDOWS))('%s', async (name) => {
    world.emulator.giveProduct('ingrid', 'harbour-post-digital')
    await startSession(world, 'ingrid')
    const page = await world.page()
    const problems: string[] = []
    page.on('pageerror', ({ message }) => problems.push(message))
    await page.goto(world.pages.url(`/${build}`))
    const seen = await page.evaluate((given) => (window as unknown as PageWindow).run(given), name)
    const isPage = /window$/.test(name)
    expect(seen).toEqual({
      userId: world.emulator.users.find(({ username }) => username === 'ingrid')?.userId,
      // One that brings a document of its own has no cookies.
      cookie: !/has nothing/.test(name),
      externalId: 64,
      access: true,
      left: isPage ? [] : ['/oauth/authorize'],
      widget: 'widget-unavailable',
    })
    expect(problems).toEqual([])
  })
})

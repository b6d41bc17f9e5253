/**
 * Elements whose ids or names are those of what the library looks for. Readers' own text may hold them, on a page that lets
 * no script of theirs through. Each browser shows them in ways of its own, so they are tried in the real one.
 */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from './support/demo.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** What the library puts on the window, or looks for there. */
const OUR_GLOBALS = [
  'schIdentity',
  'porticoHead',
  'openSimplifiedLoginWidget',
  '__tcfapi',
  '__gpp',
  'trustedTypes',
]
/** What the browser itself has on the window: some of it stands behind the names of elements. */
const OF_THE_WINDOW = [
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'fetch',
  'sessionStorage',
  'performance',
]
/** Names of the document give way to those of some elements. */
const OF_THE_DOCUMENT = ['cookie', 'dispatchEvent', 'addEventListener', 'location', 'defaultView', 'body']

const MARKUP = {
  'links, by their ids': (name: string) => `<a id="${name}" href="https://evil.localhost/"></a>`,
  'two of one id': (name: string) => `<a id="${name}"></a><a id="${name}" name="0"></a>`,
  'forms, by their names': (name: string) =>
    `<form name="${name}"><input name="length"><input name="0"></form>`,
  'images, by their names': (name: string) => `<img name="${name}" id="${name}" alt="">`,
  'objects, by their ids': (name: string) => `<object id="${name}"></object>`,
  'frames, by their names': (name: string) => `<iframe name="${name}" srcdoc="a frame"></iframe>`,
  'frames of another site, by their names': (name: string) =>
    `<iframe name="${name}" src="${world.pages.url('/frame', 'evil.localhost')}"></iframe>`,
}

type PageWindow = {
  start(): void
  ready: unknown[]
  thrown: string[]
  opened: unknown[]
  schIdentity?: unknown
  demoIdentity: Record<string, (...args: unknown[]) => unknown>
}

const service = () => world.pages.url('', 'id.site.localhost')

beforeAll(async () => {
  const answer = (path: string, body: object) =>
    world.pages.serve(path, ({ origin = '' }) => ({
      body: JSON.stringify(body),
      type: 'application/json',
      headers: { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' },
    }))
  answer('/v2/session', { result: true, userId: 101, sp_id: 'sp-ada', baseDomain: 'site.localhost' })
  answer('/user-context', { identifier: 'i', display_text: 'Ada' })
  world.pages.serve('/frame', { body: '<!doctype html><title>A frame</title>' })
  world.pages.serve('/authn/simplified-login-widget', {
    body: 'opened = []; openSimplifiedLoginWidget = (params) => opened.push(params.displayText)',
    type: 'text/javascript',
  })
  const library = await bundle(`
    import { Identity } from 'portico'
    window.ready = []
    window.thrown = []
    // By the prototype, as a page has to that lets such elements in.
    const listen = EventTarget.prototype.addEventListener
    listen.call(document, 'schIdentity:ready', ({ detail }) => ready.push(detail))
    listen.call(window, 'error', ({ message }) => thrown.push(message))
    window.start = () => {
      window.demoIdentity = new Identity(options)
      demoIdentity.enableCacheCookie()
    }
  `)
  for (const [index, markup] of Object.values(MARKUP).entries()) {
    const { env, ...own } = ownOptions(world)
    const environment = { ...(env as object), globalSessionUrl: service(), widgetUrl: `${service()}/authn/` }
    const names = new Set([...OUR_GLOBALS, ...OF_THE_WINDOW, ...OF_THE_DOCUMENT])
    const body = [...names].map(markup).join('\n')
    const loginPage = `${(env as { accountUrl: string }).accountUrl}/oauth/authorize`
    const link = `<p id="in-text"><a href="${loginPage}?client_id=harbour-post&gdpr=1">Log in</a></p>`
    const options = { ...own, sessionDomain: service(), redirectUri: world.pages.url(), env: environment }
    world.pages.serve(`/${index}`, pageWith(options, library, link + body))
  }
})

/** A page with such elements, on which the identity has been constructed. */
async function open(markup: string): Promise<Page> {
  const page = await world.page()
  await page.goto(world.pages.url(`/${Object.keys(MARKUP).indexOf(markup)}`))
  return page
}

const start = (page: Page) => page.evaluate(() => (window as unknown as PageWindow).start())

describe.each(Object.keys(MARKUP))('elements named as what the library looks for: %s', (markup) => {
  it('pass for nothing: a reader is known as ever, is shown the widget, and logs out', async () => {
    const page = await open(markup)
    const shown = await page.evaluate(
      (names) => names.filter((name) => name in window && typeof (window as never)[name] === 'object'),
      OUR_GLOBALS,
    )
    // They are seen in place of what they shadow. A browser has its own of the last one, which no element hides.
    expect(shown).toEqual(expect.arrayContaining(OUR_GLOBALS.filter((name) => name !== 'trustedTypes')))
    const isCookie = await page.evaluate(() => typeof document.cookie === 'string')
    expect(isCookie).toBe(/^(links|two)/.test(markup))

    const cookies = () => world.browser.cookies(world.pages.url())
    // Firefox hides the cookies from whoever reads them, and writes them all the same.
    await page.evaluate(() => void Object.assign(document, { cookie: 'probe=1; path=/' }))
    const isWritten = (await cookies()).length === 1
    await world.browser.clearCookies({ name: 'probe' })

    await start(page)
    expect(await call(page, 'isLoggedIn')).toBe(true)
    const seen = await page.evaluate(() => {
      const { schIdentity, demoIdentity, ready, thrown } = window as unknown as PageWindow
      return { own: schIdentity === demoIdentity, ready: ready.map((it) => it === demoIdentity), thrown }
    })
    expect(seen).toEqual({ own: true, ready: [true], thrown: [] })
    // Who hides the document's cookies keeps them as they are, and no reader from being known.
    expect(await cookies()).toMatchObject(isWritten ? [{ name: 'SP_ID', value: 'sp-ada' }] : [])

    expect(await call(page, 'showSimplifiedLoginWidget', { state: 's' })).toBe(true)
    expect(await page.evaluate(() => (window as unknown as PageWindow).opened)).toEqual(['Ada'])

    await Promise.all([
      page.waitForRequest(/\/logout\?/),
      page.evaluate(() => {
        const { demoIdentity } = window as unknown as PageWindow
        demoIdentity.logout?.()
      }),
    ])
    expect(await cookies()).toEqual([])
  })

  it('are no platform of consents; the one that comes later is heard, and links are brought up to date', async () => {
    const page = await open(markup)
    await start(page)
    expect(await call(page, 'loginUrl', { state: 's' })).not.toMatch(/gdpr/)
    await page.evaluate(() => {
      const tcData = { eventStatus: 'tcloaded', gdprApplies: true, tcString: 'LATER', listenerId: 1 }
      const platform = (command: string, _: number, hear: (event: object, ok: boolean) => void) =>
        command === 'addEventListener' && hear(tcData, true)
      Object.assign(window, { __tcfapi: platform })
    })
    expect(await call(page, 'loginUrl', { state: 's' })).toMatch(/&gdpr=1&gdpr_consent=LATER$/)
    const [request] = await Promise.all([
      page.waitForRequest(/\/oauth\/authorize\?/),
      page.locator('#in-text a').click(),
    ])
    expect(new URL(request.url()).searchParams.get('gdpr_consent')).toBe('LATER')
  })
})

describe('a form named', () => {
  it.each([
    // The script is put into the form then, and runs there too.
    ['head', true],
    ['createElement', '!widget-unavailable'],
  ])('%s makes of the widget: %s; and all else works', async (name, outcome) => {
    const page = await world.page()
    await page.goto(world.pages.url('/0'))
    await page.evaluate((shadowed) => {
      const form = document.createElement('form')
      form.name = shadowed
      document.body.append(form)
    }, name)
    await start(page)
    expect(await call(page, 'showSimplifiedLoginWidget', { state: 's' })).toBe(outcome)
    expect(await call(page, 'isLoggedIn')).toBe(true)
  })
})

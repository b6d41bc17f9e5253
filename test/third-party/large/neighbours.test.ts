/**
 * Neighbours of the account-sdk-browser, which sites keep when they move: a consent library that looks for the page's identity, and a
 * wrapper of React. Both are written anew here, by what is known of their use.
 */
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { BROWSER } from '../../e2e/support/browser.ts'
import { startSession } from '../../e2e/support/demo.ts'
import { ownOptions, pageWith } from '../../e2e/support/own-page.ts'
import { useWorld } from '../../e2e/support/world.ts'

const world = useWorld('block', BROWSER)

const ROOT = join(import.meta.dirname, '../../..')
const NEIGHBOURS = './test/third-party/large/neighbours'
const EXISTING = '@schibsted/account-sdk-browser'

/** Bundles a script that may import the neighbours. */
async function bundle(contents: string, alias: Record<string, string> = {}): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    alias,
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

/** What a page asks the session service, and what nobody has caught in it. */
async function watched(): Promise<{ page: Page; asked: string[]; problems: string[] }> {
  const page = await world.page()
  const [asked, problems]: [string[], string[]] = [[], []]
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/v2/session') asked.push(pathname)
  })
  page.on('pageerror', ({ message }) => problems.push(message))
  return { page, asked, problems }
}

/** The login page that the browser goes to, by its query. */
async function loginQuery(page: Page, act: () => Promise<unknown>): Promise<URLSearchParams> {
  const [request] = await Promise.all([page.waitForRequest(/\/oauth\/authorize\?/), act()])
  return new URL(request.url()).searchParams
}

describe(`a consent library, in ${BROWSER}`, () => {
  const MAKERS = {
    'the default import': "import { Identity } from 'portico'\nconst make = () => new Identity(options)",
    'portico/compat': "import { Identity } from 'portico/compat'\nconst make = () => new Identity(options)",
    'a composition that registers itself': `import { createIdentity } from 'portico/core'
      import { registerGlobal } from 'portico'
      import { fetchTransport, login } from 'portico/plugins'
      const make = () => {
        const identity = createIdentity(options, [fetchTransport(), login()])
        registerGlobal(window, 'Identity', identity)
        return identity
      }`,
  }

  describe.each(Object.entries(MAKERS))('beside %s', (_, maker) => {
    beforeAll(async () => {
      const script = await bundle(`
        ${maker}
        import { findIdentity, logIn } from '${NEIGHBOURS}/consent-library.js'
        const hurry = new URLSearchParams(location.search).has('identity-first')
        const made = hurry ? make() : undefined
        const found = findIdentity()
        Object.assign(window, {
          consents: { logIn },
          arrive: async () => {
            const identity = made ?? make()
            const seen = await found.catch(({ message }) => message)
            return seen === identity && seen === window.schIdentity
          },
        })`)
      world.pages.serve('/', pageWith(ownOptions(world), script))
    })

    it.each(['/', '/?identity-first'])('finds the identity, at %s, and asks nobody for it', async (path) => {
      const { page, asked, problems } = await watched()
      await page.goto(world.pages.url(path))
      const arrive = () => (window as unknown as { arrive(): Promise<boolean> }).arrive()
      expect(await page.evaluate(arrive)).toBe(true)
      expect([asked, problems]).toEqual([[], []])
    })

    it('logs readers in by a state of its own, which arrives as it was', async () => {
      const { page, problems } = await watched()
      await page.goto(world.pages.url('/?identity-first'))
      const query = await loginQuery(page, () =>
        page.evaluate(() => void (window as unknown as { consents: { logIn(): void } }).consents.logIn()),
      )
      expect(JSON.parse(atob(query.get('state') ?? ''))).toMatch(/^[a-z]{20}$/)
      expect(query.get('client_id')).toBe('harbour-post')
      expect(problems).toEqual([])
    })
  })
})

describe(`a wrapper of React, in ${BROWSER}`, () => {
  const PAGE = `
    import { Identity } from '${EXISTING}'
    import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    import { Provider, useAccount } from '${NEIGHBOURS}/react-wrapper.js'

    let told = 0
    addEventListener('identity-initialized', () => (told += 1))
    const config = { identity: window.options, varnish: { domain: 'site.localhost', expiresIn: 86400 } }
    function Greeting() {
      const { user, isLoggedIn, logIn, logOut } = useAccount()
      if (isLoggedIn === undefined) return 'Wait'
      if (!user) return createElement('button', { onClick: logIn }, 'Log in')
      return createElement('button', { onClick: logOut }, 'Log out ' + user.displayName)
    }
    createRoot(document.body.appendChild(document.createElement('main'))).render(
      createElement(Provider, { Identity, config }, createElement(Greeting)),
    )
    window.facts = () => ({ told, isInstance: typeof window.Identity.login, hasCookie: /SP_ID=/.test(document.cookie) })`

  /** All that a reader sees of the page, and what it asks. */
  async function lifeOf(alias: Record<string, string>): Promise<unknown> {
    const script = await bundle(PAGE, alias)
    const address = (path: string) => world.emulator.url(path).replace(/\/$/, '')
    const sessionDomain = address('id.site.localhost')
    const options = { ...ownOptions(world), sessionDomain, env: address('account.localhost') }
    world.pages.serve('/', pageWith(options, script))
    const facts = (page: Page) => page.evaluate(() => (window as unknown as { facts(): unknown }).facts())

    const anonymous = await watched()
    await anonymous.page.goto(world.pages.url())
    const logIn = anonymous.page.getByRole('button', { name: 'Log in' })
    await logIn.waitFor()
    const seen = { ...((await facts(anonymous.page)) as object), asked: anonymous.asked.length }
    const query = await loginQuery(anonymous.page, () => logIn.click())
    await anonymous.page.close()

    await startSession(world)
    const reader = await watched()
    await reader.page.goto(world.pages.url())
    const logOut = reader.page.getByRole('button', { name: 'Log out Ingrid S.' })
    await logOut.waitFor()
    const known = { ...((await facts(reader.page)) as object), asked: reader.asked.length }
    const [left] = await Promise.all([reader.page.waitForRequest(/\/logout\?/), logOut.click()])
    await reader.page.getByRole('button', { name: 'Log in' }).waitFor()
    const life = {
      anonymous: seen,
      reader: known,
      login: [
        query.get('redirect_uri'),
        query.get('response_type'),
        /^0\.[\da-f]+$/.test(query.get('state') ?? ''),
      ],
      logout: new URL(left.url()).searchParams.get('redirect_uri'),
      problems: [...anonymous.problems, ...reader.problems],
    }
    await reader.page.close()
    await world.browser.clearCookies()
    return life
  }

  it('lives the same life on portico/compat as on the account-sdk-browser', async () => {
    const before = await lifeOf({})
    expect(before).toEqual({
      anonymous: { told: 0, isInstance: 'function', hasCookie: false, asked: 1 },
      reader: { told: 1, isInstance: 'function', hasCookie: true, asked: 1 },
      login: [world.pages.url(), 'code', true],
      logout: world.pages.url(),
      problems: [],
    })
    expect(await lifeOf({ [EXISTING]: 'portico/compat' })).toEqual(before)
  })
})

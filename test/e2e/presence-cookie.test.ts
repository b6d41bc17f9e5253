/** Readers who are not logged in: no request of theirs, the first frame of the recipe, and two hosts of one domain. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { anonymousScript } from 'portico/server'
import { describe, expect, it } from 'vitest'
import { SAMPLES } from '../docs/pages.ts'
import { BROWSER } from './support/browser.ts'
import { by, loggedIn, visit } from './support/demo.ts'
import { ownOptions } from './support/own-page.ts'
import { ask, hears, openTab, serveTabs } from './support/tab-pages.ts'
import { useWorld, type World } from './support/world.ts'

const PRESENCE_COOKIE = { presenceCookie: 'portico-reader' }
const world = useWorld('block', BROWSER, undefined, PRESENCE_COOKIE)
const [sample = ''] = SAMPLES.filter(
  ({ page, language }) => page === 'recipes/anonymous-readers.md' && language === 'html',
).map(({ code }) => code)

/** The recipe as it stands, under a policy that allows its own scripts and styles by their hashes. */
function serveRecipe(): void {
  const html = sample
    .replace(/clientId: 'your-client-id',[\s\S]*?\n {8}},\n/, `...${JSON.stringify(ownOptions(world))},\n`)
    .replace('<head>', '<head><link rel="icon" href="data:,">')
    .replace(
      /<!-- the script that .* -->/,
      () =>
        `<script>${anonymousScript(ownOptions(world) as unknown as Parameters<typeof anonymousScript>[0])}</script>`,
    )
  const hashesOf = (element: string): string =>
    [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))]
      .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join(' ')
  world.pages.serve('/assets/portico.min.js', {
    body: readFileSync('dist/portico.min.js', 'utf8'),
    type: 'text/javascript',
  })
  world.pages.serve('/', {
    body: html,
    headers: {
      'content-security-policy': `default-src 'none'; script-src 'self' ${hashesOf('script')}; style-src ${hashesOf('style')}; connect-src http://*.localhost:*; img-src data:`,
    },
  })
}

/** Opens the recipe in a tab of its own. */
async function open() {
  const page = await world.page()
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/v2\/session\?/.test(request.url())) calls.push(request.url())
  })
  /** The class when the body began, which is before anything is painted. */
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (!document.body) return
      window.classAtFirst ??= document.documentElement.className
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  `)
  await page.goto(world.pages.url())
  await page.waitForFunction(() => document.documentElement.className !== '')
  await page.waitForLoadState('networkidle')
  const first = await page.evaluate(() => (window as unknown as { classAtFirst: string }).classAtFirst)
  return { page, calls, first, classNow: () => page.evaluate(() => document.documentElement.className) }
}

describe('an anonymous reader', () => {
  it('is asked for once, and known in the head of each new tab without a request', async () => {
    serveRecipe()
    const first = await open()
    expect([first.first, await first.classNow(), first.calls.length]).toEqual(['', 'anonymous', 1])
    const second = await open()
    expect([second.first, await second.classNow(), second.calls.length]).toEqual([
      'anonymous',
      'anonymous',
      0,
    ])
  })

  it('who logs in on another page is a reader in all tabs, and nobody again after the logout', async () => {
    serveRecipe()
    const tab = await open()
    const demo = await loggedIn(world)
    await tab.page.waitForFunction(() => document.documentElement.className === 'reader')
    const next = await open()
    expect(next.first).toBe('')
    await by(demo, 'log-out').click()
    await tab.page.waitForFunction(() => document.documentElement.className === 'anonymous')
  })
})

describe('a logout on another host', () => {
  noticesALogoutElsewhere(world)
})

// Where the run is for Firefox, it is the browser above.
if (BROWSER !== 'firefox')
  describe('in Firefox', () => {
    noticesALogoutElsewhere(useWorld('block', 'firefox', undefined, PRESENCE_COOKIE))
  })

/** A tab in the background, which still knows what another one has just said, when the reader goes from there to log out elsewhere. */
function noticesALogoutElsewhere(there: World): void {
  it('is heard by a tab to which another one has just said who reads', async () => {
    await serveTabs(there)
    await loggedIn(there)
    const first = await openTab(there, '/hidden')
    const userId = await ask(first)
    expect(userId).toEqual(expect.any(Number))
    const second = await openTab(there)
    expect(await ask(second)).toBe(userId)
    await visit(there, second, 'connected')
    await by(second, 'log-out').click()
    await hears(first, 'logout')
    expect(await ask(first)).toBe('session-missing')
  })
}

/** The custom elements, on a page whose policy lets no script and no style in but by nonce, and on one without scripts. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Identity } from '../../presets/identity.ts'
import { translate } from '../support/translator.ts'
import { check } from './support/axe.ts'
import { startSession } from './support/demo.ts'
import { bundle, ownOptions } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld('allow')

const POLICY =
  "default-src 'none'; script-src 'nonce-n0nce'; style-src 'nonce-n0nce'; connect-src http:; base-uri 'none'"

const BODY = `<main><h1>The Harbour Post</h1>
<portico-session>
  <template data-when="unknown"><p>…</p></template>
  <p data-when="connected" hidden>Hello, <b data-field="givenName" data-otherwise="reader"></b>
    <portico-logout><button>Log out</button></portico-logout></p>
  <p data-when="loggedOut">Hello, stranger <portico-login><a href="/login">Log in</a></portico-login></p>
</portico-session></main>`

let script: string
beforeAll(async () => {
  script = await bundle(`
    import { Identity } from 'portico'
    import { define } from 'portico/element'
    define()
    define()
    new Identity(options)
  `)
})

/** Opens a page with the elements; its console and its policy have to be silent. */
async function openElements(body = BODY): Promise<{ page: Page; said: string[] }> {
  world.pages.serve('/login', {
    body: '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Log in</title><h1>Log in</h1></html>',
  })
  world.pages.serve('/', {
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Elements</title>
<style nonce="n0nce">body { background: white; color: black } a { color: #003 }</style><body>${body}
<script nonce="n0nce">window.options = ${JSON.stringify(ownOptions(world))}</script>
<script nonce="n0nce">${script.replaceAll('</script', '<\\/script')}</script></body></html>`,
    headers: {
      'content-security-policy': POLICY.replace("default-src 'none'", "default-src 'none'; img-src data:"),
    },
  })
  const page = await world.page()
  const said: string[] = []
  page.on('console', (message) => {
    // A browser tells of each answer that is a failure; an anonymous reader's is one.
    if (['error', 'warning'].includes(message.type()) && !/status of 400/.test(message.text()))
      said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  await page.goto(world.pages.url())
  return { page, said }
}

const statusOf = (page: Page, status: string) => page.locator(`portico-session[status=${status}]`).waitFor()
/** What a reader sees of the page. */
const shown = async (page: Page) =>
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen
  (await page.evaluate(() => (document.querySelector('main') as HTMLElement).innerText)).replaceAll(
    /\s+/g,
    ' ',
  )

/** Has the page ask who reads. */
const askAnew = (page: Page) =>
  page.evaluate(async () => {
    const { schIdentity } = window as unknown as { schIdentity: Identity }
    schIdentity.clearCachedUserSession()
    await schIdentity.hasSession()
  })
/** The words of what has the focus. */
const focused = (page: Page) =>
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen
  page.evaluate(() => (document.activeElement as HTMLElement).innerText.replaceAll(/\s+/g, ' '))

describe('the elements', () => {
  it('greet an anonymous reader, and lead to the site’s own login', async () => {
    const { page, said } = await openElements()
    await statusOf(page, 'loggedOut')
    expect(await shown(page)).toBe('The Harbour Post Hello, stranger Log in')
    expect(await check(page)).toEqual([])
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(said).toEqual([])
  })

  it('greet a reader, whom the keyboard logs out, in another tab too', async () => {
    await startSession(world)
    const { page, said } = await openElements()
    await statusOf(page, 'connected')
    expect(await shown(page)).toBe('The Harbour Post Hello, Ingrid Log out')
    expect(await check(page)).toEqual([])
    const other = await world.page()
    await other.goto(world.pages.url())
    await statusOf(other, 'connected')
    await page.bringToFront()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await statusOf(other, 'loggedOut')
    expect(await other.locator('main').textContent()).not.toContain('Ingrid')
    expect(said).toEqual([])
  })

  it('do not take an element that has the name of the identity as its id for the identity', async () => {
    const { page, said } = await openElements(`<i id="schIdentity"></i>${BODY}`)
    await statusOf(page, 'loggedOut')
    expect(said).toEqual([])
  })

  it('leave the words of a page translator alone, and have it translate what they show next', async () => {
    await startSession(world)
    const { page, said } = await openElements(
      BODY.replace(
        '</main>',
        `<portico-session>
<template data-when="connected">Hello, <b data-field="givenName"></b></template></portico-session></main>`,
      ),
    )
    await page.locator('portico-session[status=connected]').nth(1).waitFor()
    await page.evaluate(`window.translator = (${translate})(window)`)
    const translated = 'THE HARBOUR POST HELLO, INGRID LOG OUT HELLO, INGRID'
    expect(await shown(page)).toBe(translated)
    await askAnew(page)
    expect(await shown(page)).toBe(translated)
    expect(await page.evaluate('translator.hasGivenUp')).toBe(false)
    expect(said).toEqual([])
  })

  it('let no text of a service run as a script, or apply as a style', async () => {
    const session = { result: true, userId: 1, givenName: 'globalThis.isTaken = true' }
    const { page } = await openElements(`<script nonce="n0nce">
porticoHead = ['', Date.now() + 60_000, ${JSON.stringify(session)}]</script>
<portico-session><script nonce="n0nce" data-field="givenName"></script><style nonce="n0nce" data-field="givenName"></style>
<svg><script nonce="n0nce" data-field="givenName"></script><style nonce="n0nce" data-field="givenName"></style></svg>
<b data-field="givenName"></b></portico-session>`)
    await page.locator('b', { hasText: 'isTaken' }).waitFor()
    expect(await page.locator('script[data-field], style[data-field]').allTextContents()).toEqual([
      '',
      '',
      '',
      '',
    ])
    expect(await page.evaluate('typeof isTaken')).toBe('undefined')
  })

  it('show one state, whatever the page’s rules say of display', async () => {
    const { page, said } = await openElements(`<style nonce="n0nce">
.row { display: flex } main .row[data-when] { display: grid !important }
@layer late { .row { display: inline-block !important } }</style>
<main><h1>The Harbour Post</h1><portico-session>
  <p class="row" data-when="unknown">…</p>
  <p class="row" data-when="connected">Hello, <b data-field="givenName"></b></p>
  <p class="row" data-when="loggedOut">Hello, stranger</p>
</portico-session></main>
<script nonce="n0nce">document.querySelector('[data-when=connected]').style.cssText = 'display: flex; color: red'</script>`)
    await statusOf(page, 'loggedOut')
    // Its own rules decide how a child looks that is shown, and its own style is as it was.
    expect(await shown(page)).toBe('The Harbour Post Hello, stranger')
    await startSession(world)
    await askAnew(page)
    await statusOf(page, 'connected')
    expect(await shown(page)).toBe('The Harbour Post Hello, Ingrid')
    expect(await page.locator('[data-when=connected]').getAttribute('style')).toBe(
      'display: flex; color: red;',
    )
    expect(said).toEqual([])
  })

  it('hand the focus on to what takes the place of what had it', async () => {
    const { page, said } = await openElements()
    await statusOf(page, 'loggedOut')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Log in')
    await startSession(world)
    await askAnew(page)
    await statusOf(page, 'connected')
    expect(await focused(page)).toBe('Hello, Ingrid Log out')
    expect(await check(page)).toEqual([])
    // The keyboard goes on from there, and the child takes no focus of its own any more.
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Log out')
    expect(await page.locator('[tabindex]').count()).toBe(0)
    expect(said).toEqual([])
  })

  it('tell a screen reader what has changed, in a live region of the page', async () => {
    const { page, said } =
      await openElements(`<main><h1>The Harbour Post</h1><div role="status"><portico-session>
<span data-when="unknown">…</span><span data-when="connected" hidden>Hello, <b data-field="givenName"></b></span>
<span data-when="loggedOut" hidden>Hello, stranger</span></portico-session></div></main>`)
    await statusOf(page, 'loggedOut')
    const region = page.getByRole('status')
    expect(await region.ariaSnapshot()).toBe('- status: Hello, stranger')
    await startSession(world)
    await askAnew(page)
    await statusOf(page, 'connected')
    expect(await region.ariaSnapshot()).toMatch(/^- status:\s.*Hello,.*Ingrid/s)
    expect(await check(page)).toEqual([])
    expect(said).toEqual([])
  })

  it('take the focus from nothing that stays', async () => {
    const { page } = await openElements(`<button id="menu">Menu</button>${BODY}`)
    await statusOf(page, 'loggedOut')
    await page.locator('#menu').focus()
    await startSession(world)
    await askAnew(page)
    await statusOf(page, 'connected')
    expect(await focused(page)).toBe('Menu')
  })

  it('leave a page without scripts as the server has made it', async () => {
    await openElements()
    const context = await (await world.page()).context().browser()?.newContext({ javaScriptEnabled: false })
    const page = await context?.newPage()
    if (!page) throw new Error('no page')
    await page.goto(world.pages.url())
    expect(await shown(page)).toBe('The Harbour Post Hello, stranger Log in')
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await context?.close()
  })
})

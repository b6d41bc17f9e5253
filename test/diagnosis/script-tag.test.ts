/** The panel on a page with a script tag, whose author has no bundler and composes nothing. Only the file is another one. */

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { ownOptions } from '../e2e/support/own-page.ts'
import { isOpen, SHORTCUT, tab } from '../e2e/support/panel.ts'
import { useWorld } from '../e2e/support/world.ts'

const world = useWorld()

beforeEach(() => {
  for (const file of ['portico.min.js', 'portico.development.js', 'portico.devtools.js'])
    world.pages.serve(`/${file}`, {
      body: readFileSync(new URL(`../../dist/${file}`, import.meta.url), 'utf8'),
      type: 'text/javascript',
    })
})

/** Opens a page with this file of the library, and the script of its author. */
async function openPlain(file: string, more: { query?: string; options?: object; script?: string } = {}) {
  const { query = '', options = {}, script = 'return new Portico.Identity(options)' } = more
  const nonce = 'nonce="n0nce"'
  world.pages.serve('/', {
    headers: { 'content-security-policy': "script-src 'nonce-n0nce'; connect-src http:" },
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Plain</title><body>
<script ${nonce}>const options = ${JSON.stringify({ ...ownOptions(world), ...options })}</script>
<script ${nonce} src="/${file}"></script>
<script ${nonce}>const identity = (() => { ${script} })()
identity.isLoggedIn().then(() => Object.assign(window, { isReady: true, identity }))</script></body></html>`,
  })
  const page = await world.page()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`${error}`))
  await page.goto(world.pages.url(`/${query}`))
  await page.waitForFunction(() => 'isReady' in window)
  return { page, errors }
}

const panels = (page: Page) => page.locator('portico-devtools').count()

describe('dist/portico.devtools.js in place of dist/portico.min.js', () => {
  it('the panel opens by the keyboard and by code', async () => {
    const { page, errors } = await openPlain('portico.devtools.js', {
      options: { clientId: 'harbour-pots' },
    })
    expect(await panels(page)).toBe(0)
    await page.keyboard.press(SHORTCUT)
    await isOpen(page)
    await page.locator('[data-finding=client-unknown]').getByText('Compare clientId').waitFor()
    await tab(page, 'Plugins').click()
    await page.getByText('session-backoff', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.evaluate(() =>
      (window as never as { identity: { openDevtools(): void } }).identity.openDevtools(),
    )
    await isOpen(page)
    expect(errors).toEqual([])
  })

  it('the panel opens by the address', async () => {
    const { page } = await openPlain('portico.devtools.js', { query: '?portico-devtools' })
    await isOpen(page)
    await page.locator('[data-finding=consent-platform-absent]').waitFor()
    expect(await page.locator('[data-finding]').count()).toBe(1)
  })

  it('Portico.diagnose finds what is wrong', async () => {
    const { page } = await openPlain('portico.devtools.js', { options: { clientId: 'harbour-pots' } })
    const ids = await page.evaluate(async () => {
      const { Portico, identity } = window as unknown as {
        Portico: { diagnose(identity: object): Promise<{ id: string }[]> }
        identity: object
      }
      return (await Portico.diagnose(identity)).map(({ id }) => id)
    })
    expect(ids).toContain('client-unknown')
    expect(ids).not.toContain('two-instances')
  })

  it('a page that composes devtools itself has one panel, and wrong options give the same error', async () => {
    const { page } = await openPlain('portico.devtools.js', {
      script: `
        try { new Portico.Identity() } catch (error) { window.said = error.message }
        const identity = new Portico.Identity({ ...options, plugins: [Portico.devtools()] })
        return Object.assign(identity, { isOne: identity instanceof Portico.Identity })`,
    })
    expect(await page.evaluate(() => (window as never as { said: string }).said)).toContain('option-invalid')
    expect(
      await page.evaluate(() => (window as never as { identity: { isOne: boolean } }).identity.isOne),
    ).toBe(true)
    await page.keyboard.press(SHORTCUT)
    await isOpen(page)
    expect(await panels(page)).toBe(1)
  })
})

describe.each(['portico.min.js', 'portico.development.js'])('dist/%s', (file) => {
  it(`${file} has no panel`, async () => {
    const { page } = await openPlain(file, { query: '?portico-devtools' })
    await page.keyboard.press(SHORTCUT)
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
    expect(await panels(page)).toBe(0)
    expect(readFileSync(`dist/${file}`, 'utf8')).not.toContain('tabpanel')
  })
})

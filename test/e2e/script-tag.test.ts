/** The one-file build, in a plain page by a classic script element. */

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { by, startSession } from './support/demo.ts'
import { ownOptions } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const BUILD = new URL('../../dist/portico.min.js', import.meta.url)

beforeEach(() => {
  world.pages.serve('/portico.min.js', { body: readFileSync(BUILD, 'utf8'), type: 'text/javascript' })
})

/** Opens a page with the build and this script after it, as a publisher without a bundler writes it. */
async function openPlainPage(script: string): Promise<{ page: Page; errors: string[] }> {
  world.pages.serve('/', {
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Plain</title><body><p id="out"></p>
<script>
  const options = ${JSON.stringify(ownOptions(world))}
  const show = (text) => { document.getElementById('out').textContent += text + ' ' }
  const on = (target, name) => target.addEventListener(name, ({ detail }) => show(name + ' ' + typeof detail.hasSession))
  on(document, 'schIdentity:ready')
  on(window, 'schIdentity:ready')
</script>
<script src="/portico.min.js"></script>
<script>${script}</script></body></html>`,
  })
  const page = await world.page()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(world.pages.url())
  return { page, errors }
}

describe('dist/portico.min.js as a classic script', () => {
  it('gives Portico.Identity, which tells a reader who is logged in', async () => {
    await startSession(world)
    const { page, errors } = await openPlainPage(`
      const identity = new Portico.Identity(options)
      identity.getUserId().then((id) => show('user ' + id))
    `)
    await page.getByText('user 100001').waitFor()
    expect(errors).toEqual([])
  })

  it('announces the instance on document and window, and registers it', async () => {
    const { page } = await openPlainPage(`
      const identity = new Portico.Identity(options)
      show(window.schIdentity === identity)
      new Portico.Identity(options)
      show(window.schIdentity === identity)
    `)
    expect(await page.locator('#out').textContent()).toBe(
      `${'schIdentity:ready function '.repeat(2)}true ${'schIdentity:ready function '.repeat(2)}true `,
    )
  })

  it('leaves nothing else in the page but Portico', async () => {
    const { page } = await openPlainPage(`show(Object.keys(window).includes('Portico'))`)
    const added = await page.evaluate(() => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const native = new Set(Object.getOwnPropertyNames(frame.contentWindow))
      return Object.getOwnPropertyNames(window).filter((name) => !native.has(name))
    })
    expect(added.filter((name) => !/^\d+$|^(__playwright|__pw|out$)/.test(name))).toEqual(['Portico'])
  })

  it('throws errors that a page can tell apart', async () => {
    const { page } = await openPlainPage(`
      try { new Portico.Identity({ ...options, clientId: '' }) }
      catch (error) { show([error.name, error.reason, Portico.SDKError.is(error), error.message]) }
    `)
    expect(await page.locator('#out').textContent()).toMatch(/^SDKError,option-invalid,true,.*clientId/)
  })

  it('logs in', async () => {
    const { page } = await openPlainPage(`
      const identity = new Portico.Identity(options)
      document.getElementById('out').onclick = () => identity.login({ state: 'plain' })
      show('Log in')
    `)
    await page.getByText('Log in').click()
    await by(page, 'user-ingrid').click()
    await page.waitForURL(/[?&]code=/)
    expect(new URL(page.url()).searchParams.get('state')).toBe('plain')
  })
})

/** What the panel shows and does. How it opens is tested in test/e2e/devtools.test.ts. */

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { barriers } from '../e2e/support/axe.ts'
import { loggedIn } from '../e2e/support/demo.ts'
import { openDiagnosed, productionScript } from '../e2e/support/diagnosed-page.ts'
import { ownOptions } from '../e2e/support/own-page.ts'
import { isOpen, openPanel, openTab, SHORTCUT, tab } from '../e2e/support/panel.ts'
import { useWorld } from '../e2e/support/world.ts'

const world = useWorld()

const action = (page: Page, name: string) => page.locator(`portico-devtools [data-action=${name}]`)

describe('the panel', () => {
  it('the panel is loaded when it is opened, and not before', async () => {
    const files = readdirSync('dist/development', { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => name.endsWith('.js')))
      world.pages.serve(`/portico/${file.replaceAll('\\', '/')}`, {
        body: readFileSync(`dist/development/${file}`, 'utf8'),
        type: 'text/javascript',
      })
    const hookable = createRequire(import.meta.url).resolve('hookable')
    world.pages.serve('/hookable.js', { body: readFileSync(hookable, 'utf8'), type: 'text/javascript' })
    world.pages.serve('/', {
      body: `<!doctype html><html lang="en"><title>A page without a bundler</title><link rel="icon" href="data:,"><body>
        <script type="importmap">{ "imports": { "hookable": "/hookable.js" } }</script>
        <script type="module">
          import { createIdentity } from '/portico/core/index.js'
          import { fetchTransport } from '/portico/plugins/transport/fetch-transport.js'
          import { devtools } from '/portico/devtools/index.js'
          const options = ${JSON.stringify(ownOptions(world))}
          const identity = createIdentity(options, [fetchTransport(), devtools()])
          identity.hasSession().catch(() => {}).then(() => Object.assign(window, { isReady: true }))
        </script></body></html>`,
    })
    const page = await world.page()
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.goto(world.pages.url())
    await page.waitForFunction(() => 'isReady' in window)
    const ofPanel = () => loaded.filter((path) => path.includes('/panel'))
    expect(loaded).toContain('/portico/devtools/devtools.js')
    expect(ofPanel()).toEqual([])
    await page.keyboard.press(SHORTCUT)
    await isOpen(page)
    expect(ofPanel()).toContain('/portico/devtools/panel/panel.js')
  })

  it('the timeline shows what has happened, and where each line is from', async () => {
    await loggedIn(world)
    const page = await openPanel(world)
    await tab(page, 'Timeline').click()
    await page.locator('[data-kind=event]', { hasText: 'sessionInit' }).waitFor()
    const kinds = await page
      .locator('[data-entry]')
      .evaluateAll((all) => all.map((one) => one.textContent ?? ''))
    const text = kinds.join('\n')
    expect(text).toMatch(
      /GET http:\/\/id\.site\.localhost:\d+\/v2\/session\?client_sdrn&redirect_uri&sdk_version&tabId&devtools_id #\w+-\d+ \(service\)/,
    )
    expect(text).toContain('status 200 (service)')
    expect(text).toMatch(/session kept for \d+ s/)
    await action(page, 'ask').click()
    await page.getByText('There is a session of a user.').waitFor()
    await page.locator('[data-kind=storage]', { hasText: 'session cleared' }).waitFor()
  })

  it('the buttons clear the cache, log in, and log out', async () => {
    await loggedIn(world)
    const page = await openPanel(world)
    await action(page, 'clear').click()
    await page.getByText('The cache is empty').waitFor()
    const loggedOut = world.request(({ path }) => path.startsWith('/logout'))
    await action(page, 'log-out').click()
    expect((await loggedOut).host).toMatch(/^id\.site/)
    const again = await openPanel(world)
    await Promise.all([again.waitForURL(/\/interaction\//), action(again, 'log-in').click()])
  })

  it('the copied report holds no secret and does not name the reader', async () => {
    await loggedIn(world)
    const page = await openPanel(world)
    await page.evaluate(() => {
      const copied: string[] = []
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (text: string) => copied.push(text) },
      })
      Object.assign(window, { copied })
    })
    await page.locator('[data-finding]').first().waitFor()
    await action(page, 'copy').click()
    await page.getByText('Copied.').waitFor()
    const [report = '', session] = await page.evaluate(async () => {
      const { copied, identity } = window as unknown as {
        copied: string[]
        identity: { hasSession(): Promise<Record<string, unknown>> }
      }
      return [copied[0], await identity.hasSession()] as const
    })
    expect(report).toMatch(
      /## Findings[\s\S]*## Session[\s\S]*"userId":"…"[\s\S]*- session-cache\n[\s\S]*## Timeline/,
    )
    for (const name of ['sig', 'sp_id', 'uuid', 'userId', 'pairId', 'givenName', 'familyName', 'displayName'])
      expect([name, report.includes(`${session[name]}`)]).toEqual([name, false])
  })

  it('the panel works in the production build, and the console stays silent', async () => {
    const { page, lines } = await openDiagnosed(world, {
      bundle: await productionScript(),
      options: { clientId: 'harbour-pots' },
      query: '?portico-devtools',
    })
    await page.locator('[data-finding=client-unknown]').waitFor()
    expect(lines).toEqual([])
  })

  it('the panel works under a strict policy with Trusted Types', async () => {
    const rules = ["default-src 'none'", "script-src 'nonce-n0nce'", 'connect-src http:']
    const trusted = ["require-trusted-types-for 'script'", 'trusted-types portico']
    const page = await openPanel(world, {
      headers: { 'content-security-policy': [...rules, ...trusted].join('; ') },
    })
    await page.locator('[data-finding=consent-platform-absent]').waitFor()
    expect(await page.locator('[data-finding]').count()).toBe(1)
    expect(
      await page.locator('portico-devtools section').evaluate((panel) => getComputedStyle(panel).position),
    ).toBe('fixed')
  })

  it.each([
    [320, 568],
    [844, 390],
  ])('the panel is complete on a screen of %i by %i', async (width, height) => {
    await loggedIn(world)
    const page = await openTab(world, 'Findings')
    await page.setViewportSize({ width, height })
    for (const name of ['Findings', 'Timeline', 'Session', 'Plugins']) {
      await tab(page, name).click()
      const outside = await page.locator('portico-devtools section.panel').evaluate((panel) => {
        const parts = [panel, ...panel.querySelectorAll('button, [role=tabpanel]')]
        const isOutside = (part: Element) => {
          const { left, right, top, bottom } = part.getBoundingClientRect()
          return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
        }
        const isWider = (part: Element) => part.scrollWidth > part.clientWidth
        return [
          ...parts.filter(isOutside),
          ...[panel, ...panel.querySelectorAll('[role=tabpanel]')].filter(isWider),
        ].map(({ tagName, textContent }) => `${tagName} ${textContent?.slice(0, 20)}`)
      })
      expect([name, outside]).toEqual([name, []])
      const view = await page.locator('portico-devtools [role=tabpanel]').boundingBox()
      expect(view?.height).toBeGreaterThan(100)
    }
  })

  it('the panel can be used at 400 %: a view of a small window is reached by scrolling', async () => {
    const page = await openTab(world, 'Findings')
    await page.setViewportSize({ width: 320, height: 225 })
    await page.keyboard.press('End')
    const lines = await page.locator('portico-devtools section.panel').evaluate(async (panel) => {
      panel.scrollTop = panel.scrollHeight
      const { bottom } = panel.querySelector('[role=tabpanel] > *')?.getBoundingClientRect() ?? { bottom: 0 }
      return { isSeen: bottom > 0 && bottom <= innerHeight, isWider: panel.scrollWidth > panel.clientWidth }
    })
    expect(lines).toEqual({ isSeen: true, isWider: false })
  })

  it.each(['Timeline', 'Session', 'Plugins'])('the tab %s has no barriers', async (name) => {
    await loggedIn(world)
    expect(await barriers(await openTab(world, name))).toEqual([])
  })
})

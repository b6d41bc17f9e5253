/**
 * Devtools in short, for each run of all tests: a finding of each kind, with its fault and without, and the panel.
 * `npm run verify diagnosis` tries every finding, ten wrong set-ups, and everything that the panel does.
 */

import { describe, expect, it } from 'vitest'
import { barriers } from './support/axe.ts'
import { by, startSession } from './support/demo.ts'
import { idsOf, openDiagnosed, plainScript } from './support/diagnosed-page.ts'
import { isOpen, openPanel, openTab, SHORTCUT, tab } from './support/panel.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

describe('a page on which everything is right', () => {
  it('a right page lacks nothing but a consent platform, and the console is silent', async () => {
    const { diagnosis, lines } = await openDiagnosed(world)
    expect(idsOf(await diagnosis())).toEqual(['consent-platform-absent'])
    expect(lines).toEqual([])
  })
})

describe('a client that the service does not know', () => {
  const fault = { options: { clientId: 'harbour-pots' } }

  it('an unknown client is client-unknown, once in the console of a page, and by diagnose', async () => {
    const { page, lines, line, diagnosis } = await openDiagnosed(world, fault)
    expect(await line('client-unknown')).toMatch(
      /clientId harbour-pots; status 404, ClientException, “No such client at this session service”.* Fix: Compare clientId/,
    )
    await page.evaluate(async () => {
      const { identity } = window as unknown as { identity: { hasSession(): Promise<unknown> } }
      await identity.hasSession().catch(() => undefined)
    })
    expect(idsOf(await diagnosis())).toContain('client-unknown')
    expect(lines.filter((text) => text.startsWith('portico: client-unknown.'))).toHaveLength(1)
  })

  it('an unknown client is shown by the panel, with the fix', async () => {
    const page = await openPanel(world, fault)
    const finding = page.locator('[data-finding=client-unknown]')
    await finding.getByText('Compare clientId with the one that you were given').waitFor()
    expect(await finding.textContent()).toContain('clientId harbour-pots')
  })
})

describe('a page that asks isLoggedIn() alone, wrong in four ways', () => {
  /** What the scripts have written to the console, and what isLoggedIn() said. */
  async function said(isDevelopment: boolean) {
    const { page } = await openDiagnosed(world, {
      bundle: await plainScript(isDevelopment),
      options: { clientId: 'harbour-pots', refreshLoginLink: false },
      before: `window.said = []
        for (const name of ['debug', 'log', 'info', 'warn', 'error'])
          console[name] = (...words) => said.push(name + ' ' + words.join(' '))`,
      script: `identity.on('notLoggedIn', () => {})
        identity.enableCacheCookie({ domain: 'other.com' })
        identity.isLoggedIn().then(() => Object.assign(window, { isDone: true }))`,
    })
    await page.waitForFunction(() => 'isDone' in window)
    return page.evaluate(() => {
      const { said: lines, answer } = window as unknown as { said: string[]; answer: unknown }
      return { lines, answer }
    })
  }

  it('each fault is one line in the console, once, with what to do', async () => {
    const { lines, answer } = await said(true)
    expect(answer).toBe(false)
    expect(lines.map((line) => /^(\w+ portico: [\w-]+)\. /.exec(line)?.[1])).toEqual([
      'warn portico: option-unknown',
      'error portico: client-unknown',
      'warn portico: event-unknown',
      'error portico: cache-cookie-domain',
      'warn portico: service-backoff',
    ])
    for (const line of lines) expect(line).toMatch(/^[^\n]+ Fix: [^\n]{20,}$/)
  })

  it('the production build writes nothing to the console', async () => {
    expect(await said(false)).toEqual({ lines: [], answer: false })
  })
})

describe('an origin that is not registered', () => {
  it('an origin that is not registered is no-response in the console, and origin-refused by diagnose, which asks', async () => {
    const { diagnosis, line } = await openDiagnosed(world, { host: 'new.site.localhost' })
    expect(await line('no-response')).toMatch(/new\.site\.localhost:\d+ asked .* call diagnose\(\)/)
    const findings = await diagnosis()
    expect(findings).toContainEqual(
      expect.objectContaining({
        id: 'origin-refused',
        seen: expect.stringMatching(/new\.site\.localhost:\d+ may not read http:\/\/id\.site\.localhost/),
        fix: expect.stringContaining('Register a redirect URI'),
      }),
    )
    expect(idsOf(findings)).not.toContain('service-down')
  })
})

describe('a page that a test drives', () => {
  it('is told nothing about its address, unless it switches findings on', async () => {
    const elsewhere = { redirectUri: 'http://elsewhere.localhost/callback' }
    const fault = { options: elsewhere, before: "window.porticoFindings = 'automatic'" }
    const { diagnosis, lines } = await openDiagnosed(world, fault)
    expect(idsOf(await diagnosis())).toContain('redirect-uri-elsewhere')
    expect(lines).toEqual([])
    const { line } = await openDiagnosed(world, { options: elsewhere })
    expect(await line('redirect-uri-elsewhere')).toContain('http://elsewhere.localhost/…')
  })
})

describe('a page with devtools', () => {
  it('sends no consent to the login page where it has no consent platform', async () => {
    const { page } = await openDiagnosed(world)
    await page.evaluate(() => {
      const { identity } = window as unknown as { identity: { login(options: object): void } }
      identity.login({ state: 'nobody-checks' })
    })
    await by(page, 'user-ingrid').waitFor()
    expect(await by(page, 'consents').count()).toBe(0)
  })
})

describe('a script that replaces fetch', () => {
  it('a script that replaces fetch is fetch-wrapped', async () => {
    const before = 'const own = window.fetch; window.fetch = (...args) => own(...args)'
    const { diagnosis } = await openDiagnosed(world, { before })
    expect(idsOf(await diagnosis())).toContain('fetch-wrapped')
  })
})

describe('the panel', () => {
  it('the panel opens by the address, by the keyboard and by the method, and closes by Escape', async () => {
    const { page } = await openDiagnosed(world)
    expect(await page.locator('portico-devtools').count()).toBe(0)
    await page.keyboard.press(SHORTCUT)
    await isOpen(page)
    await page.keyboard.press('Escape')
    expect(await page.locator('portico-devtools').count()).toBe(0)
    await page.evaluate(() => {
      const { identity } = window as unknown as { identity: { openDevtools(): Promise<void> } }
      return identity.openDevtools().then(() => identity.openDevtools())
    })
    expect(await page.locator('portico-devtools').count()).toBe(1)
    expect(await openPanel(world).then((opened) => opened.locator('portico-devtools').count())).toBe(1)
  })

  it('the panel can be used by the keyboard alone, and says what it has found', async () => {
    const { page } = await openDiagnosed(world, {
      script: "document.body.append(Object.assign(document.createElement('button'), { textContent: 'Own' }))",
    })
    const focused = (path: string) => page.locator(`${path}:focus`).count()
    await page.getByRole('button', { name: 'Own' }).focus()
    await page.keyboard.press(SHORTCUT)
    await isOpen(page)
    expect(await focused('portico-devtools h2')).toBe(1)
    await page.getByRole('status').getByText('Found: 1 info.').waitFor()
    await tab(page, 'Findings').focus()
    await page.keyboard.press('ArrowRight')
    expect(await tab(page, 'Timeline').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    expect(await tab(page, 'Plugins').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Escape')
    expect(await focused('body > button')).toBe(1)
  })

  it('the panel has no barriers', async () => {
    await startSession(world)
    expect(await barriers(await openTab(world, 'Findings'))).toEqual([])
  })
})

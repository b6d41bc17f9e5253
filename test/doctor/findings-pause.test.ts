/** A pause in force: named with its end, its cause and what ends it, and never taken for another fault. */

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type DiagnosedPage, idsOf, openDiagnosed } from '../e2e/support/diagnosed-page.ts'
import { SHORTCUT } from '../e2e/support/panel.ts'
import { useWorld } from '../e2e/support/world.ts'

const world = useWorld()

const RETRY_AFTER = { retryAfter: '600', retryAfterExposed: true }

/** Opens a page, and the next one of the tab, which meets the pause; its console alone is heard. */
async function nextPage(): Promise<DiagnosedPage> {
  const first = await openDiagnosed(world)
  first.lines.length = 0
  world.sessionCalls()
  await first.page.reload()
  await first.page.waitForFunction(() => 'isReady' in window)
  return first
}

const pausedIn = async ({ diagnosis }: DiagnosedPage) =>
  (await diagnosis()).find(({ id }) => id === 'session-paused')

const clearCache = (page: Page) =>
  page.evaluate(() => {
    const { identity } = window as unknown as { identity: { clearCachedUserSession(): void } }
    identity.clearCachedUserSession()
  })

describe('a pause after a failure', () => {
  it.each([
    ['503', RETRY_AFTER, 'service-failing', /in (6\d\d|[78]\d\d|900) s; after session-unreachable 503/],
    ['429', RETRY_AFTER, 'service-busy', /in (6\d\d|[78]\d\d|900) s; after session-refused 429/],
    ['503', {}, 'service-failing', /in ([12]?\d|3[0-5]) s; after session-unreachable 503/],
    ['html', {}, 'answer-malformed', /in ([12]?\d|3[0-5]) s; after session-malformed/],
  ] as const)(
    'by %s, %o, is session-paused in the console: until when, and after what',
    async (session, more, cause, seen) => {
      world.emulator.setFaults({ session, ...more })
      const next = await nextPage()
      const line = await next.line('session-paused')
      expect(line).toMatch(/until \d\d:\d\d:\d\d GMT[+-]\d{4}, /)
      expect(line).toMatch(seen)
      expect(line).toContain(`: ${cause})`)
      expect(line).toContain('clearCachedUserSession()')
      expect(next.lines).toEqual([line])
      expect(world.sessionCalls()).toEqual([])
    },
  )

  it('is found by diagnose on the page that failed and on the next, beside what is wrong now', async () => {
    world.emulator.setFaults({ session: '503', ...RETRY_AFTER })
    const first = await openDiagnosed(world)
    expect(idsOf(await first.diagnosis())).toEqual(
      expect.arrayContaining(['service-failing', 'session-paused']),
    )
    const next = await nextPage()
    expect(idsOf(await next.diagnosis())).toEqual(
      expect.arrayContaining(['service-failing', 'session-paused']),
    )
    world.emulator.resetFaults()
    expect(idsOf(await next.diagnosis())).toEqual(['session-paused', 'consent-platform-absent'])
    expect((await pausedIn(next))?.seen).toMatch(/^until .*after session-unreachable 503/)
  })

  it('is over when it is ended, and not found then; nor is it without a failure', async () => {
    const right = await openDiagnosed(world)
    expect(await pausedIn(right)).toBeUndefined()
    // A tab that knows would answer in place of the service.
    await right.page.close()
    world.emulator.setFaults({ session: '503', ...RETRY_AFTER })
    const next = await nextPage()
    expect(await pausedIn(next)).toBeDefined()
    await clearCache(next.page)
    expect(await pausedIn(next)).toBeUndefined()
  })

  it('is what the panel shows, and ends with its button', async () => {
    world.emulator.setFaults({ session: '503', ...RETRY_AFTER })
    const { page } = await nextPage()
    world.emulator.resetFaults()
    await page.keyboard.press(SHORTCUT)
    const finding = page.locator('portico-devtools [data-finding=session-paused]')
    await finding.getByText(/until \d\d:\d\d:\d\d GMT/).waitFor()
    await page.locator('portico-devtools [data-action=clear]').click()
    // While it looks again, nothing is shown.
    await finding.waitFor({ state: 'detached' })
    await page.locator('portico-devtools [data-finding=consent-platform-absent]').waitFor()
    expect(await finding.count()).toBe(0)
  })
})

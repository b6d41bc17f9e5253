/** A pause in force: the finding has its end, its cause and what ends it, and no other fault is reported for it. */

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type DiagnosedPage, idsOf, openDiagnosed } from '../e2e/support/diagnosed-page.ts'
import { SHORTCUT } from '../e2e/support/panel.ts'
import { useWorld } from '../e2e/support/world.ts'

const world = useWorld()

const RETRY_AFTER = { retryAfter: '600', retryAfterExposed: true }

/** Opens a page, and then the next page of the tab, which the pause refuses. Only the console of the second is recorded. */
async function nextPage(): Promise<DiagnosedPage> {
  const first = await openDiagnosed(world)
  first.lines.length = 0
  world.sessionCalls()
  await first.page.reload()
  await first.page.waitForFunction(() => 'isReady' in window)
  return first
}

const pausedIn = async ({ diagnosis }: DiagnosedPage) =>
  (await diagnosis()).find(({ id }) => id === 'service-backoff')

const clearCache = (page: Page) =>
  page.evaluate(() => {
    const { identity } = window as unknown as { identity: { clearCachedUserSession(): void } }
    identity.clearCachedUserSession()
  })

describe('a pause after a failure', () => {
  it('a pause is found by diagnose on the page that failed and on the next one, besides what is wrong now', async () => {
    world.emulator.setFaults({ session: '503', ...RETRY_AFTER })
    const first = await openDiagnosed(world)
    expect(idsOf(await first.diagnosis())).toEqual(
      expect.arrayContaining(['service-failing', 'service-backoff']),
    )
    const next = await nextPage()
    expect(idsOf(await next.diagnosis())).toEqual(
      expect.arrayContaining(['service-failing', 'service-backoff']),
    )
    world.emulator.resetFaults()
    expect(idsOf(await next.diagnosis())).toEqual(['service-backoff', 'consent-platform-absent'])
    expect((await pausedIn(next))?.seen).toMatch(/^until .*after session-unreachable 503/)
  })

  it('a pause that was ended is no finding, and neither is a service without a failure', async () => {
    const right = await openDiagnosed(world)
    expect(await pausedIn(right)).toBeUndefined()
    // Another tab that knows the session would answer instead of the service.
    await right.page.close()
    world.emulator.setFaults({ session: '503', ...RETRY_AFTER })
    const next = await nextPage()
    expect(await pausedIn(next)).toBeDefined()
    await clearCache(next.page)
    expect(await pausedIn(next)).toBeUndefined()
  })

  it('a pause is shown by the panel, and its button ends it', async () => {
    world.emulator.setFaults({ session: '503', ...RETRY_AFTER })
    const { page } = await nextPage()
    world.emulator.resetFaults()
    await page.keyboard.press(SHORTCUT)
    const finding = page.locator('portico-devtools [data-finding=service-backoff]')
    await finding.getByText(/until \d\d:\d\d:\d\d GMT/).waitFor()
    await page.locator('portico-devtools [data-action=clear]').click()
    // The panel shows nothing while the diagnosis runs.
    await finding.waitFor({ state: 'detached' })
    await page.locator('portico-devtools [data-finding=consent-platform-absent]').waitFor()
    expect(await finding.count()).toBe(0)
  })
})

/** Automated accessibility checks of a page, in each look that readers may have. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const SIZES = { phone: { width: 390, height: 740 }, desktop: { width: 1280, height: 900 } }

// What is dark differs in its colours alone.
const SCHEMES = [
  ['light', {}],
  ['dark', { runOnly: ['color-contrast'] }],
] as const

interface AxeResults {
  violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[]
}

type AxeWindow = { axe: { run(options: object): Promise<AxeResults> } }

/** What axe has against a page as it is shown now; empty when it is content. */
export async function check(page: Page, options: object = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    (given) =>
      (window as unknown as AxeWindow).axe.run({ ...given, preload: false, resultTypes: ['violations'] }),
    options,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

/** Settles when no colour changes any more. A button may have begun to change under the pointer, before motion was reduced. */
async function whenStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
  )
}

/** What axe has against a page, light and dark, on a phone and on a desktop; empty when it is content. */
export async function barriers(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [device, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size)
    for (const [colorScheme, options] of SCHEMES) {
      // Without motion: what is still fading in has no contrast yet.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.waitForFunction(
        (scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches,
        colorScheme,
      )
      await whenStill(page)
      for (const problem of await check(page, options)) found.push(`${device}, ${colorScheme}: ${problem}`)
    }
  }
  return found
}

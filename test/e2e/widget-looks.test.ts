/** The "continue as" prompt as readers have set up their systems, and on sites that are unlike it. `SHOTS=<folder>` takes a picture of each. */

import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { runsIn } from './support/browser.ts'
import { by, startSession, visit } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld('allow')

type Media = Parameters<Page['emulateMedia']>[0]

interface Look {
  readonly media?: Media
  /** Runs in the page before the prompt is opened. */
  readonly prepare?: () => void
  /** Runs in the page to open the prompt anew, for another name. */
  readonly displayText?: string
  /** What is true of the prompt in this look alone. */
  readonly shows: (prompt: Locator) => Promise<void>
}

const style = (element: Locator, name: string) =>
  element.evaluate((given, property) => getComputedStyle(given).getPropertyValue(property), name)

/** Where an element begins, seen from the left edge of the window. */
const leftOf = async (element: Locator) => (await element.boundingBox())?.x ?? Number.NaN

const LOOKS: Record<string, Look> = {
  'in light': {
    shows: async (prompt) =>
      expect(await style(prompt.getByTestId('widget-continue'), 'border-top-width')).toBe('0px'),
  },
  'with motion for whoever has not said otherwise': {
    media: { reducedMotion: 'no-preference' },
    shows: async (prompt) => expect(await style(prompt, 'animation-name')).toBe('arrive'),
  },
  'without motion for whoever wants less of it': {
    media: { reducedMotion: 'reduce' },
    shows: async (prompt) => expect(await style(prompt, 'animation-name')).toBe('none'),
  },
  'with edges, in forced colours': {
    media: { forcedColors: 'active' },
    async shows(prompt) {
      for (const part of [prompt, prompt.getByTestId('widget-continue')])
        expect(await style(part, 'border-top')).toMatch(/^1px solid/)
    },
  },
  'with edges, in forced colours, in the dark': {
    media: { forcedColors: 'active', colorScheme: 'dark' },
    shows: async (prompt) =>
      expect(await style(prompt.getByTestId('widget-continue'), 'border-top')).toMatch(/^1px solid/),
  },
  'on the other side of a page that is written from right to left, where its own words stay as they are': {
    prepare: () => void Object.assign(document.documentElement, { dir: 'rtl', lang: 'ar' }),
    async shows(prompt) {
      expect(await leftOf(prompt)).toBe(16)
      expect(await leftOf(prompt.getByTestId('widget-close'))).toBeLessThan(
        await leftOf(prompt.locator('.title')),
      )
      // The question mark of "Not you?" stands after it.
      const ends = await prompt.getByTestId('widget-not-you').evaluate((button) => {
        const text = button.firstChild as Text
        const range = document.createRange()
        const edge = (at: number) => {
          range.setStart(text, at)
          range.setEnd(text, at + 1)
          return range.getBoundingClientRect().left
        }
        return [edge(0), edge(text.length - 1)]
      })
      expect(ends[1]).toBeGreaterThan(ends[0] ?? Number.NaN)
    },
  },
  'as a light card with an edge on a dark site': {
    prepare: () => {
      for (const part of document.querySelectorAll('body, .panel'))
        part.setAttribute('style', 'background: #101010; color: #eee')
    },
    async shows(prompt) {
      expect(await style(prompt, 'background-color')).toBe('rgb(255, 255, 255)')
      expect(await style(prompt, 'border-top')).toMatch(/^1px solid/)
    },
  },
  'as a dark card on a dark system': {
    media: { colorScheme: 'dark' },
    shows: async (prompt) => expect(await style(prompt, 'background-color')).toBe('rgb(29, 37, 46)'),
  },
  'with all of a long name': {
    displayText: 'W'.repeat(40),
    async shows(prompt) {
      expect(await prompt.evaluate((card) => card.scrollWidth - card.clientWidth)).toBe(0)
      await prompt.getByText(`Continue as ${'W'.repeat(40)}`, { exact: true }).waitFor()
    },
  },
}

const setsMedia = runsIn(
  'chromium',
  'motion and forced colours, as a system has them',
  'No driver sets them in Firefox.',
)
const looks = Object.entries(LOOKS).filter(
  ([, { media = {} }]) => setsMedia || !('reducedMotion' in media || 'forcedColors' in media),
)

it.each(looks)('the prompt stands %s', async (name, { media, prepare, displayText, shows }) => {
  await startSession(world)
  const page = await world.page()
  await page.setViewportSize({ width: 900, height: 420 })
  if (media) await page.emulateMedia(media)
  await visit(world, page, 'anonymous', 'www.other.localhost')
  if (prepare) await page.evaluate(prepare)
  await by(page, 'show-widget').click()
  const prompt = by(page, 'simplified-login')
  await prompt.waitFor()
  if (displayText)
    await page.evaluate((text) => {
      const { openSimplifiedLoginWidget } = window as unknown as {
        openSimplifiedLoginWidget(facts: object): void
      }
      openSimplifiedLoginWidget({ displayText: text, clientName: 'Fell & Fjord' })
    }, displayText)
  await shows(prompt)
  await prompt.evaluate((card) => Promise.all(card.getAnimations().map(({ finished }) => finished)))
  if (process.env.SHOTS)
    await page.screenshot({ path: join(process.env.SHOTS, `${name.replace(/\W+/g, '-')}.png`) })
})

/** The "continue as" prompt in a WebKit whose tracking prevention is off, as its readers may have it. */

import { expect, it } from 'vitest'
import { probeThirdPartyCookies } from '../e2e/support/third-party-cookies.ts'
import { loggedIn, visit } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld({ trackingPrevention: false })
const OTHER = 'www.other.localhost'

/** The prompt, on the second publisher's page, for a reader who logged in at the first. */
async function openWidget(): Promise<void> {
  const { tab } = world
  await loggedIn(world, tab)
  await visit(world, tab, 'anonymous', OTHER)
  await tab.click('show-widget')
  await tab.element('simplified-login')
}

it('stands on a browser that allows third-party cookies', async () => {
  const { tab } = world
  const probed = { goto: (url: string) => tab.goto(url), evaluate: tab.run.bind(tab) }
  expect(await probeThirdPartyCookies(probed as never, world.pages)).toBe('allow')
})

it('continues as the user that it named', async () => {
  const { tab } = world
  await openWidget()
  expect(await tab.text('widget-continue')).toBe('Continue as Ingrid S.')
  await tab.click('widget-continue')
  await tab.click('continue')
  await tab.sees('user-name', 'Ingrid S.')
})

it('goes away by Escape, and says so', async () => {
  const { tab } = world
  await openWidget()
  await tab.press('ESCAPE')
  await tab.until('no widget', () =>
    [...document.querySelectorAll('*')].every(
      ({ shadowRoot }) => !shadowRoot?.querySelector('[data-testid="simplified-login"]'),
    ),
  )
  expect((await tab.events()).slice(2)).toEqual(['simplifiedLoginOpened', 'simplifiedLoginCancelled'])
})

it('is shown under a strict policy of trusted scripts', async () => {
  const { tab } = world
  await loggedIn(world, tab)
  await tab.goto(world.emulator.url(OTHER, '/?csp=strict'))
  await tab.sees('status', 'anonymous')
  await tab.click('show-widget')
  await tab.element('simplified-login')
  expect(await tab.events()).toContain('simplifiedLoginOpened')
})

/** The "continue as" prompt, for a reader who has logged in at another publisher. */
import { expect, it } from 'vitest'
import { by, eventsAt, sees, startSession, visit } from '../support/demo.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld('allow')
const OTHER = 'www.other.localhost'

it('a reader continues at the second publisher by the widget without a password', async () => {
  await startSession(world)
  const page = await world.page()
  await visit(world, page, 'anonymous', OTHER)
  await by(page, 'show-widget').click()
  await sees(page, 'widget-continue', 'Continue as Ingrid S.')
  await by(page, 'widget-continue').click()
  await by(page, 'continue').click()
  await page.waitForURL(world.emulator.url(OTHER))
  expect(await eventsAt(page, 'connected')).toContain('login')
  await sees(page, 'user-name', 'Ingrid S.')
})

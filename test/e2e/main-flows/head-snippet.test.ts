/** The script for the page's head, which asks for the session while the library is still on its way. */
import { expect, it } from 'vitest'
import { loggedIn } from '../support/demo.ts'
import { isSessionCall, serveHeadPage, start } from '../support/head-page.ts'
import { ownOptions } from '../support/own-page.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()

it('a preload asks before the library does, and the library asks no second time', async () => {
  await serveHeadPage(world, ownOptions(world))
  const page = await loggedIn(world)
  world.sessionCalls()
  const asked = world.request(isSessionCall)
  await page.goto(world.pages.url())
  expect((await asked).status).toBe(200)
  await start(page)
  await page.getByText('user 100001').waitFor()
  expect(world.sessionCalls()).toHaveLength(1)
})

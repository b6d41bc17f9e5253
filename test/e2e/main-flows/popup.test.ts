/** A login in a popup. */
import { expect, it } from 'vitest'
import { by, events, sees } from '../support/demo.ts'
import { openPopup, readyPage } from '../support/popup-ways.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()

it('a login in a popup can be done again for another user, with a state of its own', async () => {
  const page = await readyPage(world)
  const first = await openPopup(page)
  const refilled = page.waitForResponse(/login-state\?popup/)
  await Promise.all([first.waitForEvent('close'), by(first, 'user-matti').click()])
  await sees(page, 'user-name', 'Matti V.')
  await refilled

  const second = await openPopup(page, 'continue')
  await Promise.all([second.waitForEvent('close'), by(second, 'user-alex').click()])
  await sees(page, 'user-name', 'Alex L.')
  expect(await events(page)).toContain('userChange')
})

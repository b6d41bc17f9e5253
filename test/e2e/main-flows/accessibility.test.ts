/** One page by axe: light and dark, on a phone and on a desktop. */
import { expect, it } from 'vitest'
import { barriers } from '../support/axe.ts'
import { loggedIn } from '../support/demo.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()

it('axe has nothing against a site on which a reader is logged in', async () => {
  expect(await barriers(await loggedIn(world))).toEqual([])
})

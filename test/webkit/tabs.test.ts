/** Two tabs of one reader in WebKit. */

import { expect, it } from 'vitest'
import { loggedIn, visit } from './support/demo.ts'
import { SESSION_CALL } from './support/services.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

it('two tabs ask once, together', async () => {
  const { tab } = world
  await visit(world, tab, 'anonymous')
  const two = await world.newTab()
  await visit(world, two, 'anonymous')
  expect(world.requests(SESSION_CALL)).toHaveLength(1)
  await tab.reload()
  await tab.sees('status', 'anonymous')
  expect(world.requests(SESSION_CALL)).toHaveLength(0)
})

it('a tab hears who logged in in the other one', async () => {
  const { tab } = world
  await visit(world, tab, 'anonymous')
  const two = await world.newTab()
  await loggedIn(world, two)
  await tab.sees('user-name', 'Ingrid S.')
  expect(await tab.events()).toEqual([
    ...['notLoggedin', 'error'],
    ...['login', 'sessionChange', 'sessionInit', 'statusChange'],
  ])
})

it('a tab hears of a logout in the other one', async () => {
  const { tab } = world
  await loggedIn(world, tab)
  const two = await world.newTab()
  await visit(world, two, 'connected')
  await tab.click('log-out')
  await two.sees('status', 'anonymous')
  await tab.sees('status', 'anonymous')
  expect((await two.events()).slice(4)).toEqual(
    expect.arrayContaining(['logout', 'sessionChange', 'statusChange', 'error']),
  )
})

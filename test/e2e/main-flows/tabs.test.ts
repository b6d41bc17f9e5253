/** Two tabs of one reader: what happens in one is known in the other. */
import { describe, expect, it } from 'vitest'
import { by, events, loggedIn, logIn, sees, visit } from '../support/demo.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()

describe('two tabs', () => {
  it('agree on who is logged in, though the second one asks nobody', async () => {
    const two = await world.page()
    await visit(world, two, 'anonymous')
    const one = await world.page()
    await visit(world, one, 'anonymous')
    world.sessionCalls()
    await logIn(one)
    await sees(two, 'user-name', 'Ingrid S.')
    expect(await events(two)).toEqual([
      ...['notLoggedin', 'error'],
      ...['login', 'sessionChange', 'sessionInit', 'statusChange'],
    ])
    expect(world.sessionCalls()).toHaveLength(1)
  })

  it('hear of a logout in the other one', async () => {
    const one = await loggedIn(world)
    const two = await world.page()
    await visit(world, two, 'connected')
    await by(one, 'log-out').click()
    await sees(two, 'status', 'anonymous')
    expect((await events(two)).slice(4)).toEqual(['logout', 'sessionChange', 'statusChange', 'error'])
    expect(await by(two, 'log-out').isVisible()).toBe(false)
    await sees(one, 'status', 'anonymous')
  })
})

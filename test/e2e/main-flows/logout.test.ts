/** A logout, at this site and at the other publisher. */
import { describe, expect, it } from 'vitest'
import { by, eventsAt, loggedIn, sees, visit } from '../support/demo.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()

describe('logging out', () => {
  it('ends the session at the account service too: the next login begins anew', async () => {
    const page = await loggedIn(world)
    await by(page, 'log-out').click()
    expect(await eventsAt(page, 'anonymous')).toEqual(['notLoggedin', 'error'])

    await by(page, 'log-in').click()
    await by(page, 'user-ingrid').waitFor()
    expect(await by(page, 'continue').count()).toBe(0)
  })

  it('ends the session at the other publisher as well', async () => {
    const first = await loggedIn(world)
    const second = await world.page()
    await visit(world, second, 'anonymous', 'www.other.localhost')
    await by(second, 'log-in').click()
    await by(second, 'continue').click()
    await sees(second, 'status', 'connected')

    await by(first, 'log-out').click()
    await sees(first, 'status', 'anonymous')
    await by(second, 'check-again').click()
    await sees(second, 'status', 'anonymous')
  })
})

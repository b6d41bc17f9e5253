/** The ordinary visit on windows that lack something, or have it from a polyfill. */
import { setMaxListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LEAVES_NOTHING, ORDINARY, visit } from './visit.ts'
import { WINDOWS } from './windows.ts'

// As Node has it by itself: a warning of a leak is one that a publisher's tests would print.
beforeEach(() => setMaxListeners(10))
afterEach(() => setMaxListeners(0))

describe.each(WINDOWS)('on $name', ({ open }) => {
  it('a visit is an ordinary one', async () => {
    expect(await visit(open())).toMatchObject(ORDINARY)
  })

  it('no listeners are added by calls, or left behind', async () => {
    expect(await visit(open())).toMatchObject(LEAVES_NOTHING)
  })
})

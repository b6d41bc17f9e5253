/** The ordinary visit on pages where other scripts stand between the library and the browser. */
import { describe, expect, it } from 'vitest'
import { LEAVES_NOTHING, ORDINARY, visit } from './visit.ts'
import { WRAPPERS } from './wrappers.ts'

describe.each(WRAPPERS)('with $name', ({ open }) => {
  it('a visit is an ordinary one', async () => {
    expect(await visit(open())).toMatchObject(ORDINARY)
  })

  it('no listeners are added by calls, or left behind', async () => {
    expect(await visit(open())).toMatchObject(LEAVES_NOTHING)
  })
})

// What the command keeps with a directory for it, and forgets without one. A crash loses nothing.

import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { newDirectory, started } from './command.ts'
import { Visitor } from './helpers.ts'
import { askSession, logIn } from './log-in.ts'

describe('what is kept', () => {
  it('is everything acknowledged, even when the process is killed', async () => {
    const directory = newDirectory()
    const first = await started('--data', directory)
    const visitor = new Visitor()
    await logIn(first.emulator, visitor, 'ingrid')
    const before = (await askSession(first.emulator, visitor)).body
    const gone = once(first.child, 'exit')
    first.child.kill('SIGKILL')
    await gone

    const second = await started('--data', directory)
    const after = (await askSession(second.emulator, visitor)).body
    expect(after).toMatchObject({ userId: 100001, pairId: before.pairId, sp_id: before.sp_id })
    // the single sign-on session as well: nothing is asked
    await visitor.open(second.emulator.url('account.localhost', '/profile-pages'))
    expect(visitor.visited.at(-1)).toBe(second.emulator.url('account.localhost', '/profile-pages'))
  })

  it('is nothing without a directory', async () => {
    const first = await started()
    const visitor = new Visitor()
    await logIn(first.emulator, visitor, 'ingrid')
    const gone = once(first.child, 'exit')
    first.child.kill('SIGTERM')
    await gone
    const second = await started()
    expect(await askSession(second.emulator, visitor)).toMatchObject({
      status: 400,
      body: { error: { description: 'The session has ended' } },
    })
  })
})

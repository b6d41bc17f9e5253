import { describe, expect, it, vi } from 'vitest'
import { createDisposal } from '../../core/disposal.ts'
import { thrown } from '../support/fixtures.ts'

function open() {
  const caught: unknown[] = []
  const disposal = createDisposal((run) => {
    try {
      run()
    } catch (error) {
      caught.push(error)
    }
  })
  return { ...disposal, caught }
}

describe('the end of an instance', () => {
  it('is asked for, or thrown, once it has come', () => {
    const { isDisposed, throwIfDisposed, dispose } = open()
    expect(isDisposed()).toBe(false)
    expect(throwIfDisposed).not.toThrow()
    dispose()
    expect(isDisposed()).toBe(true)
    expect(thrown(throwIfDisposed)).toMatchObject({ name: 'SDKError', reason: 'disposed' })
  })

  it('is known to what it undoes', () => {
    const { onDispose, isDisposed, dispose } = open()
    const known: boolean[] = []
    onDispose(() => known.push(isDisposed()))
    dispose()
    expect(known).toEqual([true])
  })

  it('undoes last first, once each, and goes on after an undo that throws', () => {
    const { onDispose, dispose, caught } = open()
    const boom = new Error('boom')
    const undone: string[] = []
    onDispose(() => undone.push('first'))
    onDispose(() => {
      throw boom
    })
    onDispose(() => undone.push('last'))
    dispose()
    dispose()
    expect(undone).toEqual(['last', 'first'])
    expect(caught).toEqual([boom])
  })

  it('leaves out what was taken off the list', () => {
    const { onDispose, dispose } = open()
    const [kept, forgotten] = [vi.fn(), vi.fn()]
    onDispose(kept)
    const forget = onDispose(forgotten)
    forget()
    forget()
    dispose()
    expect(kept).toHaveBeenCalledOnce()
    expect(forgotten).not.toHaveBeenCalled()
  })

  it('may be brought about once more while it undoes', () => {
    const { onDispose, dispose } = open()
    const undone: string[] = []
    onDispose(() => undone.push('first'))
    onDispose(() => {
      dispose()
      undone.push('last')
    })
    dispose()
    expect(undone).toEqual(['last', 'first'])
  })

  it('undoes at once what comes after it, and keeps what that throws from whoever added it', () => {
    const { onDispose, dispose, caught } = open()
    const late = vi.fn()
    const boom = new Error('boom')
    dispose()
    const forget = onDispose(late)
    onDispose(() => {
      throw boom
    })
    forget()
    expect(late).toHaveBeenCalledOnce()
    expect(caught).toEqual([boom])
  })
})

import { describe, expect, it, vi } from 'vitest'
import type { Kernel } from '../../core/kernel/plugin.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, openKernel, optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'

const DISPOSED = { name: 'SDKError', reason: 'disposed' }

describe('dispose', () => {
  it('undoes last first, goes on after an undo that throws, and twice is harmless', () => {
    const undone: string[] = []
    const page = openPage()
    const boom = new Error('boom')
    const { kernel, identity } = openKernel(optionsFor(page))
    kernel.onDispose(() => undone.push('a'))
    kernel.onDispose(() => {
      throw boom
    })
    kernel.onDispose(() => undone.push('c'))
    identity.dispose()
    identity.dispose()
    expect(undone).toEqual(['c', 'a'])
    expect(page.reported).toEqual([boom])
  })

  it('runs an undo that comes late at once, also while it is undoing', () => {
    const undone: string[] = []
    const { kernel, identity } = openKernel(optionsFor(openPage()))
    kernel.onDispose(() => undone.push('first'))
    kernel.onDispose(() => {
      identity.dispose()
      kernel.onDispose(() => undone.push('meanwhile'))
      undone.push('last')
    })
    identity.dispose()
    kernel.onDispose(() => undone.push('late'))
    expect(undone).toEqual(['meanwhile', 'last', 'first', 'late'])
  })

  it('is known to plugins that go on after it, and stops them by its reason', () => {
    const { kernel, identity } = openKernel(optionsFor(openPage()))
    expect(kernel.isDisposed()).toBe(false)
    expect(kernel.throwIfDisposed).not.toThrow()
    identity.dispose()
    expect(kernel.isDisposed()).toBe(true)
    expect(thrown(kernel.throwIfDisposed)).toMatchObject(DISPOSED)
  })

  it('takes hooks and listeners off', () => {
    const heard = vi.fn()
    const { kernel, identity } = openKernel(optionsFor(openPage()))
    kernel.hook('url:build', () => void heard())
    kernel.hook('session:cleared', () => void heard())
    identity.on('error', heard)
    identity.dispose()
    identity.emit('error', undefined as never)
    expect(thrown(() => kernel.buildUrl('login', 'https://a.example', '?', {}))).toMatchObject(DISPOSED)
    expect(thrown(() => kernel.clearSession())).toMatchObject(DISPOSED)
    expect(thrown(() => kernel.endSession())).toMatchObject(DISPOSED)
    expect(heard).not.toHaveBeenCalled()
  })

  it.each<[string, (kernel: Kernel, wait: () => Promise<never>) => void]>([
    ['in session:fetched', (kernel, wait) => void kernel.hook('session:fetched', wait)],
    ['in a step of its own', (kernel, wait) => kernel.use('tabs', wait)],
  ])('rejects a session call at once that waits for a plugin %s', async (where, set) => {
    const page = openPage()
    if (where === 'in session:fetched') page.answer(json(200, ADA))
    const waiting = vi.fn(() => new Promise<never>(() => {}))
    const { kernel, identity } = openKernel(optionsFor(page), [fetchTransport()])
    set(kernel, waiting)
    const error = rejection(identity.hasSession())
    await vi.waitFor(() => expect(waiting).toHaveBeenCalledOnce())
    identity.dispose()
    expect(await error).toMatchObject(DISPOSED)
  })

  it('lets nothing be asked by a session call that has not begun yet', async () => {
    const { kernel, identity } = openKernel(optionsFor(openPage()))
    const asked = vi.fn(() => new Promise<never>(() => {}))
    kernel.use('tabs', asked)
    const error = rejection(identity.hasSession())
    identity.dispose()
    expect(await error).toMatchObject(DISPOSED)
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(asked).not.toHaveBeenCalled()
  })

  it('rejects a session call from before a clearing as well', async () => {
    const { kernel, identity } = openKernel(optionsFor(openPage()))
    const waiting = vi.fn(() => new Promise<never>(() => {}))
    kernel.use('tabs', waiting)
    const before = rejection(identity.hasSession())
    await vi.waitFor(() => expect(waiting).toHaveBeenCalledOnce())
    kernel.clearSession()
    const now = rejection(identity.hasSession())
    await vi.waitFor(() => expect(waiting).toHaveBeenCalledTimes(2))
    identity.dispose()
    expect(await now).toMatchObject(DISPOSED)
    const pending = new Promise((resolve) => setTimeout(resolve, 0, 'still pending'))
    expect(await Promise.race([before, pending])).toMatchObject(DISPOSED)
  })
})

import { describe, expect, it, vi } from 'vitest'
import { createSessionListStore } from '../../bindings/session-list.ts'
import { SDKError } from '../../core/errors.ts'
import type { ListedSession, SessionListApi } from '../../plugins/user/session-list.ts'
import { account } from './account.ts'

const idsOf = (sessions: readonly ListedSession[] | undefined) => sessions?.map(({ id }) => id)

/** As of Node 22. */
function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => {}
  let reject: (cause: unknown) => void = () => {}
  const promise = new Promise<Value>((one, other) => {
    resolve = one
    reject = other
  })
  return { promise, resolve, reject }
}

/** A store that somebody follows, once the service has answered. */
async function followed(identity: SessionListApi) {
  const store = createSessionListStore(() => identity)
  const heard = vi.fn()
  const stop = store.subscribe(heard)
  await vi.waitFor(() => expect(store.getSnapshot().isLoading).toBe(false))
  return { store, heard, stop }
}

describe('the store of a list of sessions', () => {
  it('asks when it is first followed, once for all who follow', async () => {
    const identity = account(['a', 'b'])
    const store = createSessionListStore(identity)
    expect(identity.listSessions).not.toHaveBeenCalled()
    const first = store.getSnapshot()
    expect(first).toMatchObject({ sessions: undefined, error: undefined, isLoading: false })
    expect(store.getSnapshot()).toBe(first)
    store.subscribe(() => {})
    store.subscribe(() => {})
    expect(store.getSnapshot().isLoading).toBe(true)
    await vi.waitFor(() => expect(idsOf(store.getSnapshot().sessions)).toEqual(['a', 'b']))
    expect(identity.listSessions).toHaveBeenCalledOnce()
  })

  it('ends a session, or all others, and shows what is left', async () => {
    const { store } = await followed(account(['a', 'b', 'c']))
    await store.getSnapshot().end('b')
    expect(idsOf(store.getSnapshot().sessions)).toEqual(['a', 'c'])
    await store.getSnapshot().endOthers()
    expect(idsOf(store.getSnapshot().sessions)).toEqual(['a'])
  })

  it('keeps what was listed through an outage, and asks anew when it is told to', async () => {
    const identity = account(['a', 'b'])
    const { store } = await followed(identity)
    identity.endSession.mockRejectedValueOnce(new SDKError('session-unreachable'))
    await store.getSnapshot().end('b')
    expect(store.getSnapshot()).toMatchObject({ error: { reason: 'session-unreachable' }, isLoading: false })
    expect(idsOf(store.getSnapshot().sessions)).toEqual(['a', 'b'])
    await store.getSnapshot().refresh()
    expect(store.getSnapshot().error).toBeUndefined()
  })

  it('lists nothing once nobody is logged in', async () => {
    const identity = account(['a'])
    const { store } = await followed(identity)
    identity.listSessions.mockRejectedValueOnce(new SDKError('session-missing'))
    await store.getSnapshot().refresh()
    expect(store.getSnapshot()).toMatchObject({ sessions: undefined, error: { reason: 'session-missing' } })
  })

  it('shows the answer to the newest question, in whichever order answers come', async () => {
    const identity = account(['a', 'b'])
    const { store } = await followed(identity)
    const late = withResolvers<ListedSession[]>()
    const failing = withResolvers<ListedSession[]>()
    identity.listSessions.mockReturnValueOnce(late.promise).mockReturnValueOnce(failing.promise)
    const both = [store.getSnapshot().refresh(), store.getSnapshot().refresh()]
    await store.getSnapshot().end('b')
    late.resolve([])
    failing.reject(new Error('gone'))
    await Promise.all(both)
    expect(idsOf(store.getSnapshot().sessions)).toEqual(['a'])
    expect(store.getSnapshot().error).toBeUndefined()
  })

  it('tells nobody who has stopped following, and does nothing without an identity', async () => {
    const { store, heard, stop } = await followed(account(['a']))
    stop()
    const before = heard.mock.calls.length
    await store.getSnapshot().refresh()
    expect(heard).toHaveBeenCalledTimes(before)
    const empty = createSessionListStore(undefined)
    empty.subscribe(() => {})
    expect(empty.getSnapshot()).toMatchObject({ sessions: undefined, isLoading: false })
  })
})

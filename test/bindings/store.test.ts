import { describe, expect, it, vi } from 'vitest'
import { currentSnapshot, follow, preferLive, provided, type Store } from '../../bindings/store.ts'
import { type FakeIdentity, fakeIdentity, reset } from '../../presets/testing/index.ts'
import { ADA, NO_SESSION } from '../support/fixtures.ts'
import { watchListeners } from '../support/listener-watch.ts'
import { onItsWay } from '../support/on-its-way.ts'
import { json, text } from '../support/page.ts'
import { openReader, type Reader } from './reader.ts'

const { sig: _, sp_id: __, ...FACTS } = ADA

const ask = ({ identity }: { identity: Store }) => identity.hasSession().catch(() => {})

describe('what a component shows', () => {
  const shown = ({ identity }: { identity: Store }) => {
    const { status, session } = currentSnapshot(identity, provided(identity, FACTS))
    return `${status} ${session?.givenName ?? '-'}`
  }

  it('is no more what the server has rendered after a logout that no component has seen', async () => {
    const reader = openReader([json(400, NO_SESSION), text(503, '')])
    await ask(reader)
    reader.identity.clearCachedUserSession()
    await ask(reader)
    expect(shown(reader)).toBe('unavailable -')
  })

  it('is no more what the server has rendered after a logout on the page, whatever comes', async () => {
    const reader = openReader([text(503, '')])
    reader.identity.logout()
    expect(shown(reader)).toBe('loggedOut -')
    await ask(reader)
    expect(shown(reader)).toBe('unavailable -')
  })

  it.each([true, false, undefined])(
    'is what the page shows, of a session of the server whose result is %s',
    async (result) => {
      const { result: _, ...session } = ADA
      const body = result === undefined ? session : { ...session, result }
      const reader = openReader([json(200, body)])
      const rendered = currentSnapshot(reader.identity, provided(reader.identity, body)).status
      await ask(reader)
      expect(rendered).toBe(result ? 'connected' : 'notConnected')
      expect(reader.identity.getSnapshot().status).toBe(rendered)
    },
  )

  it.each<[string, (identity: FakeIdentity) => unknown]>([
    ['has known the reader', (identity) => identity.set({ status: 'connected' })],
    ['has seen a logout', (identity) => identity.set({ status: 'loggedOut' })],
    ['has logged the reader out', (identity) => identity.logout()],
  ])('is what the server has rendered when a test has reset an identity that %s', async (_, happens) => {
    const identity = fakeIdentity({ status: 'unavailable' })
    await happens(identity)
    expect(preferLive(identity)).toBe(true)
    reset(identity)
    expect(shown({ identity })).toBe('connected Ada')
    await ask({ identity })
    expect(identity.getSnapshot().status).toBe('unavailable')
    expect(shown({ identity })).toBe('connected Ada')
  })
})

it('what the server has rendered is shown while an identity that a test has reset asks anew', async () => {
  const identity = fakeIdentity({ status: 'loading' })
  const shown = () => currentSnapshot(identity, provided(identity, FACTS)).status
  await identity.set({ status: 'loggedOut' })
  expect(shown()).toBe('loggedOut')
  reset(identity)
  const asked = ask({ identity })
  await vi.waitFor(() => expect(identity.getSnapshot().status).toBe('loading'))
  expect(shown()).toBe('connected')
  identity.dispose()
  await asked
})

describe('whoever follows', () => {
  const see = ({ page: { window } }: Reader, visibilityState = 'visible') => {
    Object.defineProperty(window.document, 'visibilityState', { value: visibilityState, configurable: true })
    window.document.dispatchEvent(new window.Event('visibilitychange'))
  }
  /** A reader whose first call was overtaken by a login that they have cancelled, so that nothing is known. */
  const cancelLogin = async (answers: Parameters<typeof openReader>[0]) => {
    const { answer, wasAsked, come } = onItsWay(json(400, NO_SESSION))
    const reader = openReader([answer, ...answers])
    const watched = watchListeners(reader.page.window)
    const stop = follow(reader.identity, () => {}, reader.page.window)
    await wasAsked
    reader.identity.login({ state: 's' })
    come()
    expect(reader.identity.getSnapshot().status).toBe('unknown')
    return { reader, stop, watched }
  }

  it('has a session asked for that a cancelled login has left unknown, once the page is seen', async () => {
    const { reader } = await cancelLogin([json(200, ADA)])
    see(reader, 'hidden')
    // A call would be on its way by then.
    await new Promise(setImmediate)
    expect(reader.page.requests).toHaveLength(1)
    see(reader)
    await vi.waitFor(() => expect(reader.identity.getSnapshot().status).toBe('connected'))
    see(reader)
    await ask(reader)
    expect(reader.page.requests).toHaveLength(2)
  })

  it('leaves no listener behind, and asks nobody then', async () => {
    const { reader, stop, watched } = await cancelLogin([])
    stop()
    see(reader)
    // That of the login: the page may be left after all.
    expect(watched.left()).toEqual(['window pagehide'])
    expect(reader.listeners()).toBe(0)
    expect(reader.identity.getSnapshot().status).toBe('unknown')
  })

  it.each([
    ['window', undefined],
    ['document', {}],
  ])('may have no %s', async (_, window) => {
    const reader = openReader([json(200, ADA)])
    const stop = follow(reader.identity, () => {}, window as never)
    await ask(reader)
    stop()
    expect(reader.listeners()).toBe(0)
  })
})

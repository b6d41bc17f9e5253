/** What a call leaves behind that was overtaken, and what an outage does to what is known of nobody. */
import { afterEach, expect, it, vi } from 'vitest'
import { createIdentity, type Kernel, type Plugin } from '../../../core/index.ts'
import { status } from '../../../plugins/reporting/status.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { paced } from '../../../plugins/shared/waiting.ts'
import { createTabLock } from '../../../plugins/tabs/tab-lock.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ADA, NO_SESSION, openKernel, optionsFor, rejection } from '../../support/fixtures.ts'
import { onItsWay } from '../../support/on-its-way.ts'
import { json, openPage, text } from '../../support/page.ts'

afterEach(() => void vi.useRealTimers())

/** An identity, and the kernel of its plugins. */
function open() {
  const page = openPage()
  let kernel: Kernel | undefined
  const look: Plugin = {
    name: 'look',
    setup(own) {
      kernel = own
    },
  }
  const identity = createIdentity(optionsFor(page), [fetchTransport(), sessionCache(), status(), look])
  return { page, identity, kernel: kernel as Kernel }
}

it('a refusal of a call that a login has overtaken is not kept: the next call asks', async () => {
  const { page, identity } = open()
  const refused = onItsWay(json(200, { error: { code: 423, type: 'Locked' }, expiresIn: 600_000 }))
  page.answer(refused.answer)
  const overtaken = rejection(identity.hasSession())
  await refused.wasAsked
  identity.clearCachedUserSession()
  refused.come()
  expect(await overtaken).toMatchObject({ code: 423 })
  page.answer(json(200, ADA))
  expect(await identity.hasSession()).toMatchObject({ userId: ADA.userId })
})

it('a kept “nobody” does not stand in where a newer answer is wanted and the service is in trouble', async () => {
  const { page, identity, kernel } = open()
  page.answer(json(400, { ...NO_SESSION, expiresIn: 600_000 }))
  await rejection(identity.hasSession())
  expect(identity.getSnapshot().status).toBe('loggedOut')
  await new Promise((resolve) => setTimeout(resolve, 2))
  page.answer(text(503, ''))
  expect(await rejection(kernel.hasSession(Date.now()))).toMatchObject({ reason: 'session-unreachable' })
  expect(identity.getSnapshot()).toMatchObject({ status: 'unavailable', reason: 'session-unreachable' })
})

it('the snapshot of an outage holds no session that is nobody’s', async () => {
  const { page, identity } = open()
  page.answer(json(200, { result: false, baseDomain: 'site.example' }))
  await identity.hasSession()
  identity.clearCachedUserSession()
  page.answer(text(503, ''))
  await rejection(identity.hasSession())
  expect(identity.getSnapshot()).toMatchObject({ status: 'unavailable', session: null })
})

it('what was slowed down runs at once after the clock was set back', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  const run = vi.fn()
  const soon = paced(openKernel(optionsFor(openPage())).kernel, 1000, run)
  soon()
  vi.setSystemTime(1_700_000_000_000)
  soon()
  expect(run).toHaveBeenCalledTimes(2)
})

it('a page that ends its turn leaves the queue for the lock', async () => {
  const page = openPage()
  let queued: AbortSignal | undefined
  const locks = {
    request: (_: string, { signal }: { signal: AbortSignal }) => new Promise(() => (queued = signal)),
  }
  Object.defineProperty(page.window.navigator, 'locks', { value: locks, configurable: true })
  const turn = createTabLock(page.window, 'turn')
  const taken = turn.acquire()
  expect(queued?.aborted).toBe(false)
  turn.release()
  expect(queued?.aborted).toBe(true)
  await taken
})

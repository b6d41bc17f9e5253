/** Faults of the cache of the client that sites use today, one test each, that this library must not have. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../core/kernel/create-identity.ts'
import { sessionCache } from '../plugins/session/session-cache.ts'
import { fetchTransport } from '../plugins/transport/fetch-transport.ts'
import { ADA, GRACE, NO_SESSION, optionsFor, rejection } from './support/fixtures.ts'
import { json, openPage, type Page } from './support/page.ts'

const compose = (page: Page) => createIdentity(optionsFor(page), [fetchTransport(), sessionCache()])

describe('the library does not', () => {
  afterEach(() => void vi.useRealTimers())

  it('drop a newer cache entry when the time of an older one is over', async () => {
    vi.useFakeTimers({ now: 0 })
    const page = openPage()
    page.answer(json(200, ADA), json(200, GRACE))
    const identity = compose(page)
    await identity.hasSession()
    await vi.advanceTimersByTimeAsync(50_000)
    identity.clearCachedUserSession()
    await identity.hasSession()
    await vi.advanceTimersByTimeAsync(50_000)
    expect(await identity.hasSession()).toEqual(GRACE)
    expect(page.requests).toHaveLength(2)
  })

  it('hand out a cached failure without message or stack', async () => {
    const page = openPage()
    page.answer(json(400, NO_SESSION))
    await rejection(compose(page).hasSession())
    const error = (await rejection(compose(page).hasSession())) as Error
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ reason: 'session-missing', code: 400 })
    expect(error.message).toContain('session-missing')
    expect(error.stack).toContain('session-missing')
    expect(page.requests).toHaveLength(1)
  })

  it('parse the stored JSON at each cached call', async () => {
    const page = openPage()
    page.answer(json(200, ADA))
    const identity = compose(page)
    await identity.hasSession()
    const parse = vi.spyOn(JSON, 'parse')
    await identity.hasSession()
    await identity.hasSession()
    expect(parse).not.toHaveBeenCalled()
    parse.mockRestore()
  })
})

/** What each framework owes the components of a page: its test says how things are done with it, and calls `testFramework`. */
import { expect, it, vi } from 'vitest'
import type { IdentitySource } from '../../bindings/store.ts'
import { ADA, GRACE, NO_SESSION, NOT_CONNECTED } from '../support/fixtures.ts'
import { onItsWay } from '../support/on-its-way.ts'
import { json, text } from '../support/page.ts'
import { openReader, type Reader } from './reader.ts'

const { sig: _, sp_id: __, ...FACTS } = ADA

/** What components are given. Those of a test greet the reader by `status givenName`, or `status -`. */
export interface Given {
  identity?: IdentitySource
  /** What a component above hands down as the session that the server has rendered for. */
  session?: typeof ADA
  /** How many of them there are. @default 1 */
  count?: number
}

/** Components on a page. */
export interface Shown {
  text(): string | null | undefined
  /** The statuses that they have rendered, in order. */
  readonly seen: readonly string[]
  /** Lets an answer that is on its way arrive, and be shown. */
  settle(reader: Reader): Promise<void>
  /** Does something, and lets it be shown. */
  act(run: () => void): Promise<void>
  unmount(): Promise<void>
}

export interface Framework {
  mount(given: Given): Promise<Shown>
  renderOnServer(given: Given): Promise<string>
  /** Takes over on the page what the server has rendered from the same, but for the identity. */
  hydrate(given: Given): Promise<Shown>
}

/** Adds the tests. */
export function testFramework({ mount, renderOnServer, hydrate }: Framework): void {
  it.each([
    ['connected Ada', json(200, ADA)],
    ['notConnected -', json(200, NOT_CONNECTED)],
    ['loggedOut -', json(400, NO_SESSION)],
    ['unavailable -', text(503, '')],
  ])('a component asks who reads, and shows %s', async (wanted, answer) => {
    const reader = openReader([answer])
    const page = await mount({ identity: reader.identity })
    await page.settle(reader)
    expect(page.text()).toBe(wanted)
  })

  it('two components make one call, and leave no listener when they are unmounted', async () => {
    const reader = openReader([json(200, ADA)])
    const page = await mount({ identity: () => reader.identity, count: 2 })
    await page.settle(reader)
    expect(page.text()).toBe('connected Adaconnected Ada')
    expect(reader.page.requests).toHaveLength(1)
    expect(reader.listeners()).toBe(2)
    await page.unmount()
    await vi.waitFor(() => expect(reader.listeners()).toBe(0))
  })

  it('a component shows another reader, and a logout', async () => {
    const reader = openReader([json(200, ADA), json(200, GRACE)])
    const page = await mount({ identity: reader.identity })
    await page.settle(reader)
    await page.act(() => reader.identity.clearCachedUserSession())
    await page.settle(reader)
    expect(page.text()).toBe('connected Grace')
    await page.act(() => reader.identity.logout())
    expect(page.text()).toBe('loggedOut -')
  })

  it('a component knows nobody where there is no identity', async () => {
    expect((await mount({})).text()).toBe('unknown -')
  })

  it('a server renders that nobody is known, and calls no function for the identity', async () => {
    const identity = vi.fn()
    expect(await renderOnServer({ identity })).toContain('unknown -')
    expect(identity).not.toHaveBeenCalled()
  })

  it('a server renders nobody, and the page takes it over although it knows the reader by then', async () => {
    const reader = openReader([json(200, ADA)])
    await reader.identity.hasSession()
    const page = await hydrate({ identity: reader.identity })
    await page.settle(reader)
    expect([...new Set(page.seen)]).toEqual(['unknown', 'connected'])
    expect(page.text()).toBe('connected Ada')
    expect(reader.page.requests).toHaveLength(1)
  })

  it('a server renders nobody, and what it has handed over in the head follows at once', async () => {
    const reader = openReader([], FACTS)
    const page = await hydrate({ identity: reader.identity })
    await page.settle(reader)
    expect([...new Set(page.seen)]).toEqual(['unknown', 'connected'])
  })

  it('a server renders the reader it knows, and nothing else is shown until the service has answered', async () => {
    const { answer, come } = onItsWay(json(200, ADA))
    const reader = openReader([answer])
    const page = await hydrate({ identity: reader.identity, session: FACTS })
    expect(page.text()).toBe('connected Ada')
    come()
    await page.settle(reader)
    expect([...new Set(page.seen)]).toEqual(['connected'])
  })

  it('a server renders the reader it knows, and the page hears that they have gone since', async () => {
    const reader = openReader([json(400, NO_SESSION)])
    const page = await hydrate({ identity: reader.identity, session: FACTS })
    await page.settle(reader)
    expect(page.text()).toBe('loggedOut -')
  })
}

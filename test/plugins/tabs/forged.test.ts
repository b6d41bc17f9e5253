/** What another script of the origin writes into the local storage or the channel, and what is to be read there about a reader. */
import { beforeEach, describe, expect, it } from 'vitest'
import { ADA, GRACE } from '../../support/fixtures.ts'
import { json } from '../../support/page.ts'
import { fire, later, NAME, NOBODY, outcome, pass, settle, useTabs } from './tab-page.ts'

const { browser, tab, knowing } = useTabs()
const HIDDEN = { isHidden: true }

/** What stands in the local storage under a name of the tabs; undefined when there is nothing. */
const kept = (name: 'mark' | 'leaving'): unknown => {
  const text = browser().storage[`${NAME}.${name}`]
  return text && JSON.parse(text).value
}

/** Writes a mark, as another script of the origin does, which the page hears of. */
function forgeMark(value: unknown, expiresAt = Date.now() + 60_000): void {
  const { localStorage } = browser().tab().window
  localStorage.setItem(`${NAME}.mark`, JSON.stringify({ value, expiresAt }))
}

describe('what tabs agree on', () => {
  it('names nobody: a small number is all that is left of a user', async () => {
    await knowing(json(200, { ...ADA, userId: 123_456_789 }))
    expect(kept('mark')).toMatchObject({ user: expect.stringMatching(/^\d{1,5} connected$/) })
    expect(Object.values(browser().storage).join()).not.toMatch(/123456789|uuid-ada|sp-ada/)
  })

  it('says when the user changed, and not when the same one was asked for again', async () => {
    const { identity, page } = await knowing()
    const before = kept('mark')
    page.answer(json(200, { ...ADA, sp_id: 'another' }))
    identity.clearCachedUserSession()
    await identity.hasSession()
    expect(kept('mark')).toEqual(before)
  })

  it.each([
    [12, 21],
    [100_001, 100_011],
    [1_234_567, 7_654_321],
    [4_352_167, 2_435_167],
    ['ada', 'grace'],
  ])('tells the users %j and %j apart', async (one, other) => {
    const { identity, page } = await knowing(json(200, { ...ADA, userId: one }))
    const before = kept('mark')
    page.answer(json(200, { ...ADA, userId: other }))
    identity.clearCachedUserSession()
    await identity.hasSession()
    expect(kept('mark')).not.toEqual(before)
  })

  it('says nothing of nobody, who was not there before either', async () => {
    await knowing(NOBODY)
    expect(Object.keys(browser().storage)).toEqual([])
  })

  it('says of a logout that there is nobody, and once', async () => {
    const { identity, page } = await knowing()
    identity.logout()
    expect(kept('mark')).toMatchObject({ user: '' })
    expect(kept('leaving')).toBeDefined()
    fire(page, 'pagehide')
    const left = kept('mark')
    expect(kept('leaving')).toBeUndefined()
    page.answer(NOBODY)
    fire(page, 'pageshow')
    await pass(1)
    fire(page, 'pagehide')
    expect(kept('mark')).toEqual(left)
  })

  it('is not written anew, once it was taken away, for an answer that a tab has kept or heard', async () => {
    const { identity, page } = await knowing()
    browser().clear()
    identity.dispose()
    expect(await tab([], { page }).identity.hasSession()).toEqual(ADA)
    await knowing()
    browser().clear()
    expect(await tab([], HIDDEN).identity.hasSession()).toEqual(ADA)
    expect(Object.keys(browser().storage)).toEqual([])
  })

  it('is no reason to ask anew when it was taken away', async () => {
    const { page } = await knowing()
    browser().clear()
    fire(page, 'storage')
    await later()
    expect(page.requests).toHaveLength(1)
  })
})

describe('a forged mark', () => {
  it.each<[string, () => unknown]>([
    ['from the future', () => ({ changedAt: Date.now() + 1e9, user: '7 connected' })],
    ['of no time', () => ({ changedAt: Number.NaN, user: '7 connected' })],
    ['whose time is text', () => ({ changedAt: `${Date.now()}`, user: '7 connected' })],
    ['that holds no text', () => ({ changedAt: Date.now(), user: [7] })],
    ['that is none', () => ({ ['__proto__']: 1 })],
    ['that is text', () => 'Mallory'],
    ['that is nothing', () => null],
  ])('%s, is not believed', async (_, forged) => {
    const { identity, calls, heard } = await knowing()
    forgeMark(forged())
    await later()
    expect(await identity.hasSession()).toEqual(ADA)
    expect(calls()).toBe(1)
    expect(heard).toEqual(['login'])
  })

  it('of a logout without an end holds for ten seconds', async () => {
    const { localStorage } = browser().tab().window
    const entry = { value: 1, expiresAt: Date.now() + 9_000_000 }
    localStorage.setItem(`${NAME}.leaving`, JSON.stringify(entry))
    expect(await tab([json(200, ADA)]).identity.hasSession()).toEqual(ADA)
  })
})

describe('a forged message', () => {
  let send: (message: unknown) => Promise<void>
  beforeEach(() => {
    const { BroadcastChannel } = browser().tab().window as typeof globalThis.window & typeof globalThis
    const channel = new BroadcastChannel(NAME)
    send = async (message) => {
      channel.postMessage(message)
      await settle()
    }
  })

  const reading = (more: object = {}) => {
    const now = Date.now()
    return { reading: { source: 'network', askedAt: now, expiresAt: now + 60_000, session: ADA, ...more } }
  }

  it.each<[string, () => unknown]>([
    ['that is nothing', () => null],
    ['that is text', () => 'reading'],
    ['without a reading', () => ({})],
    ['with a reading of text', () => ({ reading: 'Ada' })],
    ['that was asked for in the future', () => reading({ askedAt: 9e15, expiresAt: 9e15 + 1 })],
    ['that lasts for ever', () => reading({ expiresAt: 9e15 })],
    ['that is over', () => reading({ expiresAt: 1 })],
    ['that does not say when it was asked for', () => reading({ askedAt: undefined })],
    ['that does not say until when it holds', () => reading({ expiresAt: undefined })],
    ['whose session is text', () => reading({ session: '<script>' })],
    ['without a session', () => reading({ session: undefined })],
    ['that was asked for long ago', () => reading({ askedAt: Date.now() - 10_000 })],
  ])('%s, is not believed', async (_, message) => {
    await knowing(NOBODY)
    await later()
    const { identity } = tab([json(200, GRACE)], HIDDEN)
    const pending = identity.hasSession()
    await settle()
    await send(message())
    expect(await outcome(pending)).toEqual(GRACE)
  })

  it('is taken for one of another tab where it looks like one', async () => {
    const { identity } = tab([], HIDDEN)
    const pending = identity.hasSession()
    await settle()
    await send(reading())
    expect(await pending).toEqual(ADA)
  })

  it('takes the place of no newer answer', async () => {
    const { identity, page, calls } = await knowing()
    await send(reading({ askedAt: Date.now() - 5000, session: GRACE }))
    page.window.sessionStorage.clear()
    page.answer(json(200, ADA))
    expect(await outcome(identity.hasSession())).toEqual(ADA)
    expect(calls()).toBe(2)
  })
})

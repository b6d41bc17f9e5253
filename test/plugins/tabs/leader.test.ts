import { describe, expect, it, vi } from 'vitest'
import { createLeadership } from '../../../plugins/tabs/leader.ts'
import { NAME, pass, settle, useTabs } from './tab-page.ts'

const { browser } = useTabs()

const open = () => createLeadership(browser().tab().window, NAME)

/** A tab whose browser answers a request for a lock so. */
function openWith(request: unknown) {
  const { window } = browser().tab()
  Object.defineProperty(window.navigator, 'locks', { value: request && { request } })
  return createLeadership(window, NAME)
}

type Take = (lock: object | null) => unknown

describe('the lead', () => {
  it('the lead is taken by the first tab that claims it, and kept until it resigns', async () => {
    const [one, two] = [open(), open()]
    expect(await one.claim()).toBe('leader')
    expect(await two.claim()).toBe('follower')
    expect([one.isLeader(), two.isLeader()]).toEqual([true, false])
    expect([...browser().locks]).toEqual([NAME])
    one.resign()
    await settle()
    expect([one.isLeader(), browser().locks.size]).toEqual([false, 0])
    expect(await two.claim()).toBe('leader')
  })

  it('the lead stays with the leader that claims it once more, by the lock that it has', async () => {
    const one = open()
    await one.claim()
    const { window } = browser().tab()
    const asked = vi.spyOn(window.navigator.locks, 'request')
    expect(await one.claim()).toBe('leader')
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })

  it('the lead is no longer than the claim that was given up on its way', async () => {
    const one = open()
    const claimed = one.claim()
    one.resign()
    expect(await claimed).toBe('follower')
    expect(one.isLeader()).toBe(false)
    await settle()
    expect(browser().locks.size).toBe(0)
  })

  it('the lead is nobody’s where two claims of one tab are on their way, and no lock stays behind', async () => {
    const one = open()
    expect(await Promise.all([one.claim(), one.claim()])).toEqual(['follower', 'follower'])
    expect(one.isLeader()).toBe(false)
    await settle()
    expect(browser().locks.size).toBe(0)
  })

  it('the lead of a tab that resigns twice, or was no leader, changes nothing for others', async () => {
    const [one, two] = [open(), open()]
    await one.claim()
    two.resign()
    two.resign()
    await settle()
    expect(one.isLeader()).toBe(true)
    expect(browser().locks.size).toBe(1)
  })
})

describe('a tab is alone', () => {
  it('a tab is alone where the browser has no locks', async () => {
    expect(await openWith(undefined).claim()).toBe('alone')
  })

  it('a tab is alone where the browser denies locks, and no timer is left', async () => {
    const denied = openWith(() => Promise.reject(new DOMException('denied', 'SecurityError')))
    expect(await denied.claim()).toBe('alone')
    expect(denied.isLeader()).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['its locks are no such thing', { value: {} }],
    ['asking for a lock answers nothing', { value: { request: () => undefined } }],
    [
      'asking for a lock throws',
      {
        value: {
          request: () => {
            throw new Error('stub')
          },
        },
      },
    ],
  ])('a tab is alone where %s, and nobody hears of an error', async (_, locks) => {
    const { window } = browser().tab()
    Object.defineProperty(window.navigator, 'locks', locks)
    const claimed = createLeadership(window, NAME).claim()
    await pass(1000)
    expect(await claimed).toBe('alone')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a tab is alone where its window has no navigator', async () => {
    const { window } = browser().tab()
    Object.defineProperty(window, 'navigator', { value: undefined })
    expect(await createLeadership(window, NAME).claim()).toBe('alone')
  })

  it('a tab is alone a second after it has asked for a lock, where nobody answers', async () => {
    const one = openWith(() => new Promise(() => {}))
    const role = vi.fn()
    one.claim().then(role)
    await pass(999)
    expect(role).not.toHaveBeenCalled()
    await pass(1)
    expect(role).toHaveBeenCalledExactlyOnceWith('alone')
  })

  it('a tab that has given up holds no lock that comes then, and is alone', async () => {
    let take: Take = () => {}
    const one = openWith((_name: string, _options: object, callback: Take) => {
      take = callback
      return new Promise(() => {})
    })
    const claimed = one.claim()
    await pass(1000)
    expect(await claimed).toBe('alone')
    // A lock is held for as long as the promise that its callback returns.
    expect(take({ name: NAME })).toBeUndefined()
    expect(one.isLeader()).toBe(false)
  })

  it('a lock that comes too late leaves the lead of a later claim as it is', async () => {
    const takes: Take[] = []
    const one = openWith((_name: string, _options: object, callback: Take) => {
      takes.push(callback)
      return new Promise(() => {})
    })
    one.claim()
    await pass(1000)
    const again = one.claim()
    await pass(0)
    takes[1]?.({ name: NAME })
    expect(await again).toBe('leader')
    takes[0]?.({ name: NAME })
    expect(one.isLeader()).toBe(true)
  })

  it('a tab is alone no more, once a lock was granted: its timer has gone', async () => {
    const one = open()
    expect(await one.claim()).toBe('leader')
    expect(vi.getTimerCount()).toBe(0)
    await pass(1000)
    expect(one.isLeader()).toBe(true)
  })
})

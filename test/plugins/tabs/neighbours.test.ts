import { describe, expect, it, vi } from 'vitest'
import type { DatedAnswer } from '../../../core/answer.ts'
import { SDKError } from '../../../core/errors.ts'
import { createAgreement } from '../../../plugins/tabs/agreement.ts'
import { createNeighbours } from '../../../plugins/tabs/neighbours.ts'
import { ADA, GRACE, openKernel, optionsFor, rejection } from '../../support/fixtures.ts'
import type { Page } from '../../support/page.ts'
import { hide, NAME, pass, settle, show, useTabs } from './tab-page.ts'

const { browser } = useTabs()

/** What one tab sees of the others. */
function open(page: Page = browser().tab()) {
  const agreement = createAgreement(openKernel(optionsFor(page)).kernel.sharedStorage)
  const neighbours = createNeighbours(page.window, NAME, agreement, () => {})
  neighbours.open()
  return { page, agreement, neighbours }
}

/** What the service has answered this tab just now. */
const answer = (more: object = {}): DatedAnswer => ({
  origin: 'network',
  status: 200,
  body: ADA,
  askedAt: Date.now(),
  expiresAt: Date.now() + 60_000,
  ...more,
})

/** Another tab asks the service, and holds the lock until it is told to let it go. */
async function asking() {
  const other = open()
  other.neighbours.offerComing()
  await settle()
  return other
}

describe('the latest answer', () => {
  it('the latest answer is that of this tab, or of another one, as from a tab', async () => {
    const [one, two] = [open(), open()]
    one.neighbours.tell(answer())
    await settle()
    expect(one.neighbours.latest()).toEqual(answer({ origin: 'tab' }))
    expect(two.neighbours.latest()).toEqual(answer({ origin: 'tab' }))
  })

  it('the latest answer is none ten seconds after the service was asked', async () => {
    const { neighbours } = open()
    neighbours.tell(answer())
    await pass(9999)
    expect(neighbours.latest()).toBeDefined()
    await pass(1)
    expect(neighbours.latest()).toBeUndefined()
  })

  it('the latest answer is none when it does not hold any more', async () => {
    const { neighbours } = open()
    neighbours.tell(answer({ expiresAt: Date.now() + 5000 }))
    await pass(5000)
    expect(neighbours.latest()).toBeUndefined()
  })

  it('the latest answer is none where the user has changed since it was asked for, and stays where they changed with it', async () => {
    const { agreement, neighbours } = open()
    neighbours.tell(answer())
    agreement.writeMark({ changedAt: Date.now(), user: '' })
    expect(neighbours.latest()).toBeDefined()
    agreement.writeMark({ changedAt: Date.now() + 1, user: '' })
    expect(neighbours.latest()).toBeUndefined()
  })

  it('the latest answer is not replaced by one that another tab tells too late', async () => {
    const [one, two] = [open(), open()]
    one.neighbours.tell(answer({ body: GRACE }))
    two.neighbours.tell(answer({ askedAt: Date.now() - 10_000 }))
    await settle()
    expect(one.neighbours.latest()?.body).toEqual(GRACE)
  })

  it('the latest answer is forgotten when the page is left, and nobody is offered it any more', async () => {
    const { agreement, neighbours } = open()
    await neighbours.ask()
    neighbours.tell(answer())
    expect(agreement.isOffered()).toBe(true)
    neighbours.close()
    expect(agreement.isOffered()).toBe(false)
    neighbours.open()
    expect(neighbours.latest()).toBeUndefined()
  })
})

describe('a tab that asks the others', () => {
  it('a tab that asks the others is to ask the service at once, where nobody has an answer and nobody asks', async () => {
    const { neighbours } = open()
    expect(await neighbours.ask()).toBeUndefined()
    expect(browser().messages).toEqual([])
    expect([...browser().locks]).toEqual([NAME])
  })

  it('a tab that asks the others gets the answer for which another one asks the service', async () => {
    const other = await asking()
    const asked = open().neighbours.ask()
    await pass(1000)
    other.neighbours.tell(answer())
    expect(await asked).toEqual(answer({ origin: 'tab' }))
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a tab that asks the others gets the answer that another one has, at once', async () => {
    open().neighbours.tell(answer())
    expect(await open().neighbours.ask()).toEqual(answer({ origin: 'tab' }))
  })

  it('a tab that asks the others waits a quarter of a second for an answer that was offered, where nobody asks: the tab was closed', async () => {
    const closed = open()
    closed.agreement.offer(Date.now() + 5000)
    const replied = vi.fn()
    open().neighbours.ask().then(replied)
    await pass(249)
    expect(replied).not.toHaveBeenCalled()
    await pass(1)
    expect(replied).toHaveBeenCalledExactlyOnceWith(undefined)
  })

  it.each([
    [0, 1900],
    [0.5, 2850],
    [0.999, 3798],
  ])(
    'a tab that asks the others waits for one that asks for up to four seconds, each by chance: %d',
    async (chance, ms) => {
      vi.spyOn(Math, 'random').mockReturnValue(chance)
      await asking()
      const replied = vi.fn()
      open().neighbours.ask().then(replied)
      await pass(ms - 1)
      expect(replied).not.toHaveBeenCalled()
      await pass(2)
      expect(replied).toHaveBeenCalledExactlyOnceWith(undefined)
      vi.restoreAllMocks()
    },
  )

  describe('while its page is hidden', () => {
    /** It waits for another one, which asks. @returns the other one, and what the waiting ends with */
    async function waiting() {
      const other = await asking()
      const page = browser().tab()
      hide(page)
      const one = open(page)
      const replied = vi.fn()
      one.neighbours.ask().then(replied, replied)
      await settle()
      return { other, page, one, replied }
    }

    it('a tab that asks the others while its page is hidden waits for one that asks for as long as that takes', async () => {
      const { other, replied } = await waiting()
      await pass(9900)
      expect(replied).not.toHaveBeenCalled()
      other.neighbours.tell(answer())
      await settle()
      expect(replied).toHaveBeenCalledExactlyOnceWith(answer({ origin: 'tab' }))
      expect(vi.getTimerCount()).toBe(0)
    })

    it.each([
      [0, 11_400],
      [0.999, 11_394],
    ])(
      'a tab that asks the others while its page is hidden waits no longer than its promise holds: the other one is frozen (%d)',
      async (chance, ms) => {
        vi.spyOn(Math, 'random').mockReturnValue(chance)
        const { replied } = await waiting()
        await pass(ms - 1)
        expect(replied).not.toHaveBeenCalled()
        await pass(2)
        expect(replied).toHaveBeenCalledExactlyOnceWith(undefined)
        vi.restoreAllMocks()
      },
    )

    it('a tab that asks the others while its page is hidden waits for four seconds more where the other one is closed: it asks then', async () => {
      const { other, replied } = await waiting()
      await pass(5000)
      other.neighbours.close()
      await pass(3800)
      expect(replied).toHaveBeenCalledExactlyOnceWith(undefined)
    })

    it('a tab that asks the others while its page is hidden takes the lead of one that has crashed', async () => {
      const { other, replied } = await waiting()
      other.neighbours.resign()
      await pass(3800 + 250)
      expect(replied).toHaveBeenCalledExactlyOnceWith(undefined)
      expect([...browser().locks]).toEqual([NAME])
    })

    it('a tab that asks the others while its page is hidden waits as one that is seen does, once it is', async () => {
      const { page, replied } = await waiting()
      show(page)
      await pass(3800)
      expect(replied).toHaveBeenCalledExactlyOnceWith(undefined)
    })

    it.each(['close', 'giveUp', 'stopWaiting'] as const)(
      'a tab that asks the others while its page is hidden does not wait on after %s, and takes no lead',
      async (end) => {
        const { other, one, replied } = await waiting()
        one.neighbours[end]()
        other.neighbours.resign()
        await pass(3800)
        expect(replied).toHaveBeenCalledExactlyOnceWith(undefined)
        expect(browser().locks.size).toBe(0)
      },
    )

    it('a tab that asks the others while its page is hidden waits once where it asks once more', async () => {
      const { other, one, replied } = await waiting()
      const again = vi.fn()
      one.neighbours.ask().then(again)
      await pass(3800)
      expect(replied).toHaveBeenCalledExactlyOnceWith(undefined)
      other.neighbours.tell(answer())
      await settle()
      expect(again).toHaveBeenCalledExactlyOnceWith(answer({ origin: 'tab' }))
    })
  })

  it('a tab that asks the others gets nothing where the answer is too old when it comes, and waits on for another one', async () => {
    const other = await asking()
    const asked = open().neighbours.ask()
    await settle()
    other.neighbours.tell(answer({ askedAt: Date.now() - 10_000 }))
    await settle()
    other.neighbours.tell(answer())
    expect(await asked).toEqual(answer({ origin: 'tab' }))
  })

  it('a tab that asks the others waits on where a third one asks', async () => {
    const other = await asking()
    const asked = open().neighbours.ask()
    await settle()
    const third = open().neighbours.ask()
    await settle()
    other.neighbours.tell(answer())
    expect([await asked, await third]).toEqual([answer({ origin: 'tab' }), answer({ origin: 'tab' })])
  })

  it('a tab that asks the others fails as the other one did, where that is trouble with the service', async () => {
    const other = await asking()
    const asked = rejection(open().neighbours.ask())
    await settle()
    other.neighbours.tellTrouble(new SDKError('session-refused', 429, { code: 429 }))
    expect(await asked).toMatchObject({ reason: 'session-refused', code: 429 })
    expect(other.agreement.isOffered()).toBe(false)
  })

  it.each([undefined, new SDKError('session-missing'), new SDKError('refresh-failed')])(
    'a tab that asks the others is told nothing of what is no trouble with the service: %s',
    async (error) => {
      const other = await asking()
      other.neighbours.tellTrouble(error)
      expect(browser().messages).toEqual([])
      expect(other.agreement.isOffered()).toBe(false)
    },
  )

  it('a tab that asks the others does not wait when it is shown, or left, while the browser says who has the lock', async () => {
    const other = await asking()
    other.agreement.offer(Date.now() + 10_000)
    const { page, neighbours } = open()
    const { locks } = page.window.navigator
    const request = locks.request.bind(locks) as (...args: unknown[]) => Promise<unknown>
    const slow = async (...args: unknown[]) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return request(...args)
    }
    Object.defineProperty(page.window.navigator, 'locks', { value: { request: slow } })
    const asked = vi.fn()
    neighbours.ask().then(asked)
    await pass(10)
    neighbours.stopWaiting()
    await pass(50)
    expect(asked).toHaveBeenCalledExactlyOnceWith(undefined)
  })

  it('a tab that asks the others waits no longer when it is shown, or left', async () => {
    await asking()
    for (const end of ['stopWaiting', 'close'] as const) {
      const { neighbours } = open()
      const asked = neighbours.ask()
      await settle()
      neighbours[end]()
      expect(await asked).toBeUndefined()
    }
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a tab that asks the others is to ask the service where there is no lock, or no channel', async () => {
    await asking()
    const [unlocked, silent] = [browser().tab(), browser().tab()]
    Object.defineProperty(unlocked.window.navigator, 'locks', { value: undefined })
    Object.defineProperty(silent.window, 'BroadcastChannel', { value: undefined })
    expect(await open(unlocked).neighbours.ask()).toBeUndefined()
    expect(await open(silent).neighbours.ask()).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a tab that asks the others gets no reply of one that knows nothing', async () => {
    open()
    const two = open()
    two.agreement.offer(Date.now() + 5000)
    const asked = two.neighbours.ask()
    await pass(250)
    expect(await asked).toBeUndefined()
    expect(browser().messages).toEqual([{ type: 'question' }])
  })
})

describe('a tab that asks the service', () => {
  it('a tab that asks the service says so, and takes the lead', async () => {
    const { agreement } = await asking()
    expect(agreement.isOffered()).toBe(true)
    expect([...browser().locks]).toEqual([NAME])
  })

  it('a tab that asks the service promises its answer for ten seconds, and no longer', async () => {
    const { agreement } = await asking()
    await pass(9999)
    expect(agreement.isOffered()).toBe(true)
    await pass(1)
    expect(agreement.isOffered()).toBe(false)
  })

  it('a tab that asks the service leaves the lead to others when the request has ended, and its promise stands', async () => {
    const { agreement, neighbours } = await asking()
    neighbours.resign()
    await settle()
    expect(browser().locks.size).toBe(0)
    expect(agreement.isOffered()).toBe(true)
  })

  it('a tab that asks the service takes its promise back where nobody waits for it any more, if it leads', async () => {
    const leader = await asking()
    const other = open()
    other.neighbours.offerComing()
    await settle()
    other.neighbours.giveUp()
    expect(leader.agreement.isOffered()).toBe(true)
    leader.neighbours.giveUp()
    await settle()
    expect(leader.agreement.isOffered()).toBe(false)
    expect(browser().locks.size).toBe(0)
  })

  it('a tab that asks the service offers its answer for as long as it is fresh', async () => {
    const { agreement, neighbours } = open()
    neighbours.tell(answer({ expiresAt: Date.now() + 3000 }))
    await pass(2999)
    expect(agreement.isOffered()).toBe(true)
    await pass(1)
    expect(agreement.isOffered()).toBe(false)
    neighbours.tell(answer({ askedAt: Date.now() - 4000 }))
    await pass(5999)
    expect(agreement.isOffered()).toBe(true)
    await pass(1)
    expect(agreement.isOffered()).toBe(false)
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { KernelOptions } from '../../../core/options.ts'
import { type Agreement, createAgreement, FRESH_MS } from '../../../plugins/tabs/agreement.ts'
import { NO_MARK, tagOf } from '../../../plugins/tabs/mark.ts'
import { ADA, openKernel, optionsFor } from '../../support/fixtures.ts'
import type { Page } from '../../support/page.ts'
import { NAME, pass, useTabs } from './tab-page.ts'

const { browser } = useTabs()

/** The agreement as one tab sees it. */
const agreementOf = (page: Page, more?: Partial<KernelOptions>): Agreement =>
  createAgreement(openKernel(optionsFor(page, more)).kernel.sharedStorage)

let one: Agreement
let other: Agreement
beforeEach(() => {
  one = agreementOf(browser().tab())
  other = agreementOf(browser().tab())
})

describe('the mark of all tabs', () => {
  it('before any tab has learned of a user, there is no mark', () => {
    expect(one.readMark()).toBe(NO_MARK)
  })

  it('the mark of all tabs is what another tab has written last', () => {
    const mark = { changedAt: Date.now(), user: tagOf(ADA) }
    one.writeMark({ changedAt: 1, user: '' })
    one.writeMark(mark)
    expect(other.readMark()).toEqual(mark)
  })

  it('the mark of all tabs stays for as long as a session may last', async () => {
    const mark = { changedAt: Date.now(), user: tagOf(ADA) }
    one.writeMark(mark)
    vi.setSystemTime(Date.now() + 2 ** 31 - 2)
    expect(other.readMark()).toEqual(mark)
    vi.setSystemTime(Date.now() + 1)
    expect(other.readMark()).toBe(NO_MARK)
  })

  it.each([
    ['text', 'Mallory'],
    [
      'a mark of the future',
      JSON.stringify({ value: { changedAt: 9e15, user: '' }, expiresAt: Date.now() + 60_000 }),
    ],
    ['nothing', '{}'],
  ])('a mark is not believed where somebody has written %s', (_, text) => {
    browser().storage.set(`${NAME}.mark`, text)
    expect(one.readMark()).toBe(NO_MARK)
  })

  it('the mark of all tabs of another client is another one', () => {
    agreementOf(browser().tab(), { clientId: 'client-2' }).writeMark({ changedAt: 1, user: '7 connected' })
    expect(one.readMark()).toBe(NO_MARK)
  })
})

describe('an offer', () => {
  it('an offer is seen by other tabs until its time is over', async () => {
    expect(other.isOffered()).toBe(false)
    one.offer(Date.now() + 5000)
    await pass(4999)
    expect(other.isOffered()).toBe(true)
    await pass(1)
    expect(other.isOffered()).toBe(false)
  })

  it('an offer does not count if it would last longer than a tab believes another one', () => {
    one.offer(Date.now() + FRESH_MS)
    expect(other.isOffered()).toBe(true)
    one.offer(Date.now() + FRESH_MS + 1)
    expect(other.isOffered()).toBe(false)
  })

  it('an offer is taken back by whichever tab', () => {
    one.offer(Date.now() + 5000)
    other.withdraw()
    expect(one.isOffered()).toBe(false)
  })
})

describe('a tab on its way to the logout page', () => {
  it('a tab on its way to the logout page says so for ten seconds', async () => {
    one.beginLogout()
    await pass(9999)
    expect(other.isLogoutUnderWay()).toBe(true)
    await pass(1)
    expect(other.isLogoutUnderWay()).toBe(false)
  })

  it('a tab on its way to the logout page says so until the browser is there', () => {
    one.beginLogout()
    one.endLogout()
    expect(other.isLogoutUnderWay()).toBe(false)
  })
})

describe('news of the storage', () => {
  it('news of the storage are about the user where the mark or a logout has changed, or all was cleared', () => {
    expect(one.isAboutUser(`${NAME}.mark`)).toBe(true)
    expect(one.isAboutUser(`${NAME}.leaving`)).toBe(true)
    expect(one.isAboutUser(null)).toBe(true)
  })

  it('news of the storage are nothing to the tabs where an offer has changed, or what belongs to others', () => {
    expect(one.isAboutUser(`${NAME}.offer`)).toBe(false)
    expect(one.isAboutUser(`${NAME.replace('client-1', 'client-2')}.mark`)).toBe(false)
    expect(one.isAboutUser('theme')).toBe(false)
  })
})

describe('where local storage is', () => {
  it('where local storage is there, it is not touched before it is used', () => {
    const page = browser().tab()
    const { localStorage } = page.window
    const looked = vi.fn(() => localStorage)
    Object.defineProperty(page.window, 'localStorage', { get: looked })
    const agreement = agreementOf(page)
    expect(looked).not.toHaveBeenCalled()
    agreement.readMark()
    expect(looked).toHaveBeenCalled()
  })

  it('where local storage is denied, a tab agrees with itself', () => {
    const page = browser().tab()
    Object.defineProperty(page.window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    const alone = agreementOf(page)
    const mark = { changedAt: Date.now(), user: tagOf(ADA) }
    alone.writeMark(mark)
    alone.offer(Date.now() + 5000)
    alone.beginLogout()
    expect([alone.readMark(), alone.isOffered(), alone.isLogoutUnderWay()]).toEqual([mark, true, true])
    expect([other.readMark(), other.isOffered(), other.isLogoutUnderWay()]).toEqual([NO_MARK, false, false])
  })
})

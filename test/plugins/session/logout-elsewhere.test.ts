/** Tabs of one host, whose reader logs in and out on another host of the domain. Only the presence cookie tells these tabs. */
import { describe, expect, it } from 'vitest'
import { presenceCookie } from '../../../plugins/session/presence-cookie.ts'
import { ADA, ENV, GRACE } from '../../support/fixtures.ts'
import { type Answer, json, leave, type Page } from '../../support/page.ts'
import { hide, later, NOBODY, outcome, pass, type Tab, useTabs } from '../tabs/tab-page.ts'

const READER = 'reader'
const env = { ...ENV, presenceCookie: READER }
const { browser, tab } = useTabs()

/** The presence cookie of all tabs is this from now on. Each browser tells it to its pages, but for older ones. */
function change(value: string, tabs: readonly Tab[]): void {
  for (const { page } of tabs) page.window.document.cookie = `${READER}=${value}; path=/; Secure`
  for (const { page } of tabs) storeOf(page).dispatchEvent(new page.window.Event('change'))
}

const storeOf = ({ window }: Page): EventTarget =>
  (window as unknown as { cookieStore: EventTarget }).cookieStore

/** Opens a tab with this presence cookie. */
function open(answers: Answer[], value: string, isHidden = false): Tab {
  const page = browser().tab()
  Object.defineProperty(page.window, 'cookieStore', { value: new page.window.EventTarget() })
  if (value) page.window.document.cookie = `${READER}=${value}; path=/; Secure`
  return tab(answers, { env, plugins: [presenceCookie()], page, isHidden })
}

/** A tab that shows Ada, and is in the background by now. */
async function showingAda(...later: Answer[]): Promise<Tab> {
  await pass(100)
  const one = open([json(200, ADA), ...later], '1700000000')
  await outcome(one.identity.hasSession())
  hide(one.page)
  return one
}

describe('a tab in the background', () => {
  it('hears of a logout elsewhere, which the reader goes to from a tab that has just said who reads', async () => {
    const one = await showingAda(NOBODY)
    const two = await showingAda()
    leave(two.page)
    two.identity.dispose()
    await pass(2000)
    change('', [one])
    await pass(6000)
    expect(one.heard).toContain('logout')
    expect(one.calls()).toBe(2)
  })
})

describe('two tabs in the background', () => {
  it('hear of a logout elsewhere, two seconds after one of them has told the other who reads', async () => {
    const one = await showingAda(NOBODY)
    const two = await showingAda()
    await pass(2000)
    change('', [one, two])
    await pass(6000)
    expect([one.heard, two.heard].map((names) => names.includes('logout'))).toEqual([true, true])
    expect(one.calls() + two.calls()).toBe(3)
  })

  it('hear of another reader', async () => {
    const one = await showingAda(json(200, GRACE))
    const two = await showingAda()
    await pass(2000)
    change('1700000002', [one, two])
    await pass(6000)
    expect([one.heard, two.heard].map((names) => names.includes('userChange'))).toEqual([true, true])
    expect(one.calls() + two.calls()).toBe(3)
  })
})

describe('a tab that is opened in the background', () => {
  it('does not believe a tab that has not heard of the login yet', async () => {
    const one = open([NOBODY], '')
    await outcome(one.identity.hasSession())
    await pass(2000)
    const two = open([json(200, ADA)], '1700000000', true)
    expect(await outcome(two.identity.hasSession())).toEqual(ADA)
  })

  it('asks nobody where another tab knows who reads', async () => {
    await showingAda()
    await pass(2000)
    const two = open([], '1700000000', true)
    expect(await outcome(two.identity.hasSession())).toEqual(ADA)
    expect(two.calls()).toBe(0)
  })
})

describe('a tab that is seen', () => {
  it('asks twelve times a minute at most, however often a host of the domain changes the cookie', async () => {
    const one = open(Array(1 + 12 + 1).fill(json(200, ADA)), '1700000000')
    await outcome(one.identity.hasSession())
    for (let second = 1; second < 60; second++) {
      change(`${1_700_000_000 + second}`, [one])
      await pass(1000)
    }
    expect(one.calls()).toBe(1 + 12)
    await later()
    expect(one.calls()).toBe(1 + 12 + 1)
  })
})

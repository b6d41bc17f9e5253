/** A page that logs in by popup hears of the login, by the page on which the popup ends, also where it has never asked for a session. */
import { describe, expect, it } from 'vitest'
import { preferPopup } from '../../../plugins/index.ts'
import { ADA, GRACE } from '../../support/fixtures.ts'
import { broken, json, type Page } from '../../support/page.ts'
import { later, NOBODY, settle, type TabOptions, useTabs } from './tab-page.ts'

const { browser, tab, knowing } = useTabs()

const [ada, grace] = [json(200, ADA), json(200, GRACE)]

/** A page that can open popups. */
function pageWithPopups(opens = true): Page {
  const page = browser().tab()
  const open = () => (opens ? { close() {} } : null)
  Object.defineProperty(page.window, 'open', { value: open })
  return page
}

/** Opens a tab that logs in by popup. */
function loggingIn(options: TabOptions = {}) {
  const opened = tab([], { page: pageWithPopups(), plugins: [preferPopup()], ...options })
  opened.identity.login({ state: 's', preferPopup: true })
  return opened
}

describe('a page that has never asked', () => {
  it('hears of a login in its popup, without a request of its own', async () => {
    const opener = loggingIn()
    await settle()
    await knowing(ada)
    await later()
    expect(opener.heard).toEqual(['login'])
    expect(opener.calls()).toBe(0)
  })

  it('hears of it where the reader was the last one whom the tabs have known', async () => {
    const before = await knowing(ada)
    before.identity.dispose()
    await later()
    const opener = loggingIn()
    await later()
    expect(opener.heard).toEqual([])
    await knowing(ada)
    await later()
    expect(opener.heard).toEqual(['login'])
    expect(opener.calls()).toBe(0)
  })

  it('hears of it where another one was', async () => {
    const before = await knowing(grace)
    before.identity.dispose()
    await later()
    const opener = loggingIn()
    await knowing(ada)
    await later()
    expect(opener.heard).toEqual(['login'])
  })

  it('hears of a login that comes after a try that failed', async () => {
    const opener = loggingIn()
    await knowing(NOBODY)
    await later()
    await knowing(ada)
    await later()
    expect(opener.heard.at(-1)).toBe('login')
    expect(opener.calls()).toBe(0)
  })

  it('hears of it where the browser has no channel, by a request of its own', async () => {
    const page = pageWithPopups()
    Object.defineProperty(page.window, 'BroadcastChannel', { value: undefined })
    const opener = loggingIn({ page })
    await settle()
    page.answer(ada)
    await knowing(ada)
    await later()
    expect(opener.heard).toEqual(['login'])
  })

  it('hears nothing before it logs in, nor when its popup was blocked', async () => {
    const silent = tab([], { page: pageWithPopups() })
    const blocked = loggingIn({ page: pageWithPopups(false) })
    expect(blocked.page.navigations).toHaveLength(1)
    await knowing(ada)
    await later()
    expect([...silent.heard, ...blocked.heard]).toEqual([])
  })
})

describe('a page that shows a reader', () => {
  it('hears of another one who logs in in its popup', async () => {
    const opener = await knowing(ada, { page: pageWithPopups(), plugins: [preferPopup()] })
    opener.identity.login({ state: 's', preferPopup: true })
    await knowing(grace)
    await later()
    expect(opener.heard).toEqual(['login', 'userChange'])
  })
})

describe('a page whose calls have failed so far', () => {
  it('hears of it, whomever the tabs have known last', async () => {
    const before = await knowing(ada)
    before.identity.dispose()
    await later()
    const opener = tab([broken, broken], { page: pageWithPopups(), plugins: [preferPopup()] })
    const failed = opener.identity.hasSession().catch(() => {})
    await later()
    await failed
    opener.identity.login({ state: 's', preferPopup: true })
    opener.heard.length = 0
    await knowing(ada)
    await later()
    expect(opener.heard).toEqual(['login'])
    expect(opener.calls()).toBe(2)
  })
})

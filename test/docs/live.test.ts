/** The live page's stand-in, with the library that the site's build bundles: two tabs, a login, a logout, faults. */
import { Identity } from 'portico'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Line, StandIn } from '../../docs/.vitepress/theme/live/stand-in.ts'
import { Tab } from '../../docs/.vitepress/theme/live/tab.ts'
import { openPage } from '../support/page.ts'

const lines: Line[] = []
let standIn: StandIn
let tabs: [left: Tab, right: Tab]

const texts = (name: string) => lines.filter(({ tab }) => tab === name).map(({ text }) => text)

beforeEach(() => {
  lines.length = 0
  const { window } = openPage('https://docs.example/guide/live')
  const tell = (line: Line) => void lines.push(line)
  standIn = new StandIn(tell)
  const open = (name: string) => new Tab(Identity, name, window, standIn, tell, () => {})
  tabs = [open('left'), open('right')]
})

afterEach(() => {
  for (const tab of tabs) tab.close()
})

it('shows a stranger at first, by one request', async () => {
  const [left] = tabs
  await left.ask()
  expect(texts('left')).toEqual([
    expect.stringMatching(/^GET id\.site\.example\/.*: 400$/),
    'event notLoggedin',
    'event error: session-missing',
    'isLoggedIn(): false',
  ])
  expect(left.status).toBe('loggedOut')
})

it('logs in by leaving the page, which comes back with a reader', async () => {
  const [left] = tabs
  await left.ask()
  left.logIn()
  await vi.waitFor(() => expect(left.user).toBe('Ingrid'))
  expect(texts('left')).toEqual(
    expect.arrayContaining(['The page is loaded', 'event login', 'isLoggedIn(): true']),
  )
  left.logOut()
  await vi.waitFor(() => expect(left.status).toBe('loggedOut'))
  expect(left.user).toBeUndefined()
})

it('tells the other tab, which has not asked', async () => {
  const [left, right] = tabs
  await left.ask()
  await right.ask()
  left.logIn()
  await vi.waitFor(() => expect(right.user).toBe('Ingrid'))
  expect(texts('right')).toContain('event login')
  left.logOut()
  // What another tab does makes a tab ask at most once in two seconds.
  await vi.waitFor(() => expect(right.status).toBe('loggedOut'), 5000)
  expect(texts('right')).toContain('event logout')
})

it.each([
  ['down', 'session-unreachable'],
  ['busy', 'session-unreachable'],
  ['broken', 'session-malformed'],
] as const)('shows what comes of a service that is %s', async (fault, reason) => {
  const [left] = tabs
  standIn.fault = fault
  await left.ask()
  expect(texts('left')).toEqual(expect.arrayContaining([`event error: ${reason}`, 'isLoggedIn(): false']))
  expect(left.status).toBe('unavailable')
})

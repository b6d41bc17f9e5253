/** A login that comes back without a session. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createIdentity } from '../../core/index.ts'
import { consoleFindings } from '../../devtools/console-findings.ts'
import { login } from '../../plugins/login/login.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, NO_SESSION, optionsFor } from '../support/fixtures.ts'
import { type Answer, json, openPage, type Page } from '../support/page.ts'
import { idsIn, listen } from './support/console.ts'

const inTime = () => ({ serverTime: Date.now() / 1000 })
const nobody: Answer = (...request) => json(400, { ...NO_SESSION, response: inTime() })(...request)
const reader: Answer = (...request) => json(200, { ...ADA, ...inTime() })(...request)

const unnamed: Answer = (...request) => json(200, { result: false, ...inTime() })(...request)

const compose = (page: Page) =>
  createIdentity(optionsFor(page), [fetchTransport(), login(), consoleFindings()])

interface Return {
  query?: string
  referrer?: string
  minutes?: number
  answers?: Answer[]
  byLink?: boolean
}

/** Clicks a link of the page, and waits until its click is over. */
async function followLink({ window }: Page, href: string): Promise<void> {
  const link = Object.assign(window.document.createElement('a'), { href })
  window.document.body.append(link)
  link.click()
  await vi.waitFor(() => expect(window.sessionStorage.getItem('portico.devtools.login')).not.toBeNull())
}

/** Logs in on one page; gives what the console says on the page that the login returns to, call by call. */
async function told({ query = '', referrer = '', minutes = 1, answers = [nobody], byLink = false }: Return) {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const before = openPage()
  const first = compose(before)
  if (byLink) await followLink(before, first.loginUrl({ state: 's' }))
  else first.login({ state: 's' })
  vi.setSystemTime(Date.now() + minutes * 60_000)
  const page = openPage(`https://www.site.example/callback${query}`)
  Object.defineProperty(page.window.document, 'referrer', { value: referrer })
  // The tab takes its storage along.
  const { sessionStorage: storage } = before.window
  for (const key of Object.keys(storage)) page.window.sessionStorage.setItem(key, `${storage.getItem(key)}`)
  const lines = listen(page.window)
  const identity = compose(page)
  page.answer(...answers)
  for (const _ of answers) await identity.hasSession().catch(() => undefined)
  return idsIn(lines)
}

describe('a login that returns without a session', () => {
  it.each<[string, Return]>([
    ['a code', { query: '?code=c&state=s' }],
    ['the account service as its referrer', { referrer: 'https://account.example/' }],
    ['the session service as its referrer', { referrer: 'https://id.site.example/' }],
    ['a code, after a click on a login link', { query: '?code=c&state=s', byLink: true }],
    ['a code, where the service answers with a session of nobody', { query: '?code=c', answers: [unnamed] }],
  ])('is session-lost-after-login on a page with %s', async (_, back) => {
    expect(await told(back)).toEqual(['session-lost-after-login'])
  })

  it.each<[string, Return]>([
    ['neither code nor referrer', {}],
    [
      'the error of a login that was cancelled',
      { query: '?error=access_denied', referrer: 'https://account.example/' },
    ],
    ['a login of long ago', { query: '?code=c', minutes: 11 }],
    ['a session, before there is none', { query: '?code=c', answers: [reader, nobody] }],
  ])('is no finding on a page with %s', async (_, back) => {
    expect(await told(back)).toEqual([])
  })
})

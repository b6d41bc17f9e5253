import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/index.ts'
import { devtools } from '../../devtools/devtools.ts'
import type { Entry } from '../../devtools/recording/recorder.ts'
import { login } from '../../plugins/login/login.ts'
import { sessionBackoff } from '../../plugins/session/session-backoff.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { accountPages } from '../../plugins/user/account-pages.ts'
import { ADA, NO_SESSION, optionsFor, rejection } from '../support/fixtures.ts'
import { broken, json, leave, openPage, openPageWith, type Page, text } from '../support/page.ts'

const KEY = 'portico.devtools.log'

const compose = (page: Page) =>
  createIdentity(optionsFor(page), [
    fetchTransport({ retries: 0 }),
    sessionCache(),
    sessionBackoff(),
    login(),
    accountPages(),
    devtools(),
  ])

/** Lines of the timeline in a report. */
const timelineOf = (report: string) =>
  (report.split('## Timeline\n\n')[1] ?? '')
    .trim()
    .split('\n')
    .map((line) => line.replace(/^- \S+ /, ''))

describe('the recording of an earlier page', () => {
  it('is restored as it was, whatever has happened there', async () => {
    const page = openPageWith(json(200, ADA))
    const identity = compose(page)
    await identity.hasSession()
    for (const answer of [
      json(400, NO_SESSION),
      json(404, { error: { code: 404, type: 'ClientException' } }),
      broken,
    ]) {
      identity.clearCachedUserSession()
      page.answer(answer)
      await rejection(identity.hasSession())
    }
    // The pause refuses this one.
    await rejection(identity.hasSession())
    identity.accountUrl()
    identity.login({ state: 's' })
    identity.logout()
    await new Promise((resolve) => setImmediate(resolve))
    page.answer(text(503, ''))
    const before = timelineOf(await identity.devtoolsReport())
    leave(page)
    identity.dispose()
    const next = compose(page)
    page.answer(text(503, ''))
    const after = timelineOf(await next.devtoolsReport())
    expect(before.length).toBeGreaterThan(20)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(before.filter((line) => line.includes('…'))).toEqual([])
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a number', 7],
    ['a time that is text', { at: 'x' }],
    ['a time that is no time', { at: 1e300 }],
    ['a time of long ago', { at: Date.now() - 2 * 86_400_000 }],
    ['a text that is none', { text: {} }],
    ['words that are not the recorder’s', { text: 'login ada@example.com' }],
    ['an address of another site', { kind: 'call', text: 'GET https://evil.example/' }],
    ['an address with a value', { kind: 'call', text: 'GET https://id.site.example/v2/session?tabId=7' }],
    ['another kind', { kind: 'secret' }],
    ['another source', { source: 'secret' }],
  ])('is taken without an entry that the recorder has not written: %s', async (_, wrong) => {
    const page = openPageWith(json(200, ADA))
    const entry = { at: Date.now(), kind: 'event', text: 'login', source: 'library' }
    const kept = [entry, wrong instanceof Object ? { ...entry, ...wrong } : wrong]
    page.window.sessionStorage.setItem(KEY, JSON.stringify(kept))
    const lines = timelineOf(await compose(page).devtoolsReport())
    expect(lines[0]).toBe('event login (library)')
    expect(lines[1]).toMatch(/^url session: /)
  })

  it('is none where the entry holds anything else', async () => {
    for (const stored of ['', '{', '{}', '7']) {
      const page = openPageWith(json(200, ADA))
      page.window.sessionStorage.setItem(KEY, stored)
      expect(timelineOf(await compose(page).devtoolsReport())[0]).toMatch(/^url session: /)
    }
  })

  it('gives its entries numbers of their own', () => {
    const page = openPage()
    const entry: Entry = { id: 1, at: Date.now(), kind: 'event', text: 'login', source: 'library' }
    page.window.sessionStorage.setItem(KEY, JSON.stringify([entry, entry]))
    compose(page)
    leave(page)
    const kept: Entry[] = JSON.parse(page.window.sessionStorage.getItem(KEY) ?? '[]')
    expect(kept.map(({ id }) => id)).toEqual([1, 2])
  })
})

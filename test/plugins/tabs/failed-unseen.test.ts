/** A page that has failed to learn who its reader is, while nobody saw it. */
import { expect, it, vi } from 'vitest'
import { sessionBackoff } from '../../../plugins/session/session-backoff.ts'
import { ADA, GRACE, rejection } from '../../support/fixtures.ts'
import { type Answer, json } from '../../support/page.ts'
import { hide, NOBODY, outcome, pass, settle, show, type Tab, useTabs } from './tab-page.ts'

const { tab, knowing } = useTabs()
const BUSY: Answer = json(503, {})
/** A first pause is no longer where the service states none. */
const FIRST_PAUSE_MS = 5000

/** A tab in the background whose call has failed. */
async function failed(answers: Answer[], plugins = [sessionBackoff()]): Promise<Tab> {
  const opened = tab(answers, { isHidden: true, plugins })
  await outcome(opened.identity.hasSession())
  expect(opened.heard).toEqual(['error'])
  opened.heard.length = 0
  return opened
}

/** The reader turns to a tab, and what that causes happens. */
async function turnTo({ page }: Tab): Promise<void> {
  show(page)
  await settle()
}

it('a page that failed unseen asks once when it is seen', async () => {
  const opened = await failed([BUSY, json(200, ADA)], [])
  await turnTo(opened)
  expect(opened.heard).toEqual(['login'])
  hide(opened.page)
  await turnTo(opened)
  expect(opened.calls()).toBe(2)
})

it('a page that failed unseen asks nobody when it is seen, where another tab has an answer of a moment ago', async () => {
  const opened = await failed([BUSY])
  // The answer ends the pause.
  await knowing()
  await turnTo(opened)
  expect(opened.heard).toEqual(['login'])
  expect(opened.calls()).toBe(1)
})

it('a page that failed unseen tells of the user once when it is seen, where they have changed without its notice, too', async () => {
  const opened = await failed([BUSY], [])
  const asleep = vi.spyOn(opened.page.window, 'dispatchEvent').mockReturnValue(true)
  await knowing(json(200, GRACE))
  asleep.mockRestore()
  await turnTo(opened)
  expect(opened.heard).toEqual(['login'])
})

it('a page that failed unseen asks nobody when it is seen in a pause, and asks when it is seen after it', async () => {
  const opened = await failed([BUSY, json(200, ADA)])
  await turnTo(opened)
  expect(opened.heard).toEqual([])
  hide(opened.page)
  await pass(FIRST_PAUSE_MS)
  expect(opened.calls()).toBe(1)
  await turnTo(opened)
  expect(opened.heard).toEqual(['login'])
})

it('a page that failed unseen asks nobody when it is seen in a pause that another tab has begun', async () => {
  await rejection(tab([BUSY], { plugins: [sessionBackoff()] }).identity.hasSession())
  await settle()
  const opened = await failed([])
  await turnTo(opened)
  expect(opened.heard).toEqual([])
  expect(opened.calls()).toBe(0)
})

it('a page that failed unseen stays as it is when the reader turns away, and after dispose', async () => {
  const opened = await failed([BUSY], [])
  hide(opened.page)
  await settle()
  opened.identity.dispose()
  await turnTo(opened)
  expect(opened.calls()).toBe(1)
})

it('a page that failed unseen asks nobody where it was seen when it failed', async () => {
  const opened = tab([BUSY])
  await rejection(opened.identity.hasSession())
  hide(opened.page)
  await turnTo(opened)
  expect(opened.calls()).toBe(1)
})

it('a page that failed unseen asks nobody where it has learned that nobody is logged in', async () => {
  const opened = tab([NOBODY], { isHidden: true })
  opened.identity.on('notLoggedin', () => opened.identity.clearCachedUserSession())
  await outcome(opened.identity.hasSession())
  await turnTo(opened)
  expect(opened.calls()).toBe(1)
})

// A page that has failed to learn who its reader is, while nobody saw it.

import { expect, it, vi } from 'vitest'
import { definePlugin } from '../../../core/kernel/plugin.ts'
import { sessionPause } from '../../../plugins/session/session-pause.ts'
import { ADA, GRACE, rejection } from '../../support/fixtures.ts'
import { type Answer, json } from '../../support/page.ts'
import { hide, NOBODY, pass, settle, show, type Tab, useTabs } from './tab-page.ts'

const { tab, knowing } = useTabs()
const BUSY: Answer = json(503, {})
/** No pause is longer where the service states none. */
const LONGEST_PAUSE_MS = 145_000

/** A tab in the background whose call has failed. */
async function failed(answers: Answer[], plugins = [sessionPause()]): Promise<Tab> {
  const opened = tab(answers, { isHidden: true, plugins })
  await rejection(opened.identity.hasSession())
  await settle()
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

it('a page that failed unseen asks when it is seen, where another tab has told it of the failure', async () => {
  const one = tab([BUSY], { isHidden: true })
  const other = tab([NOBODY], { isHidden: true })
  await Promise.all([one, other].map(({ identity }) => rejection(identity.hasSession())))
  await settle()
  expect(other.calls()).toBe(0)
  await turnTo(other)
  expect(other.heard).toEqual(['error', 'notLoggedin', 'error'])
  expect(other.calls()).toBe(1)
})

it('a page that failed unseen asks nobody when it is seen, where another tab has an answer of a moment ago', async () => {
  const opened = await failed([BUSY])
  // The answer ends the pause.
  await knowing()
  await turnTo(opened)
  expect(opened.heard).toEqual(['login'])
  expect(opened.calls()).toBe(1)
})

it('a page that failed unseen asks once when it is seen, where the user has changed without its notice, too', async () => {
  const hasSession = vi.fn()
  const counting = definePlugin({
    name: 'counting',
    setup(kernel) {
      hasSession.mockImplementation(kernel.hasSession)
      kernel.hasSession = hasSession
    },
  })
  const opened = await failed([BUSY], [counting])
  const asleep = vi.spyOn(opened.page.window, 'dispatchEvent').mockReturnValue(true)
  await knowing(json(200, GRACE))
  asleep.mockRestore()
  await turnTo(opened)
  expect(opened.heard).toEqual(['login'])
  expect(hasSession).toHaveBeenCalledOnce()
})

it('a page that failed unseen asks nobody when it is seen in a pause, and asks when it is seen after it', async () => {
  const opened = await failed([BUSY, json(200, ADA)])
  await turnTo(opened)
  expect(opened.heard).toEqual([])
  hide(opened.page)
  await pass(LONGEST_PAUSE_MS)
  expect(opened.calls()).toBe(1)
  await turnTo(opened)
  expect(opened.heard).toEqual(['login'])
})

it('a page that failed unseen asks nobody when it is seen in a pause that another tab has begun', async () => {
  await rejection(tab([BUSY], { plugins: [sessionPause()] }).identity.hasSession())
  await settle()
  const opened = await failed([])
  await turnTo(opened)
  expect(opened.heard).toEqual([])
  expect(opened.calls()).toBe(0)
})

it('a page that failed unseen stays as it is when the reader turns away', async () => {
  const opened = await failed([BUSY], [])
  hide(opened.page)
  await settle()
  expect(opened.calls()).toBe(1)
})

it('a page that failed unseen stays as it is after dispose', async () => {
  const opened = await failed([BUSY], [])
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
  const opened = tab([NOBODY], { isHidden: true, plugins: [] })
  opened.identity.on('notLoggedin', () => opened.identity.clearCachedUserSession())
  await rejection(opened.identity.hasSession())
  await turnTo(opened)
  expect(opened.calls()).toBe(1)
})

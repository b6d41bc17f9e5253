/** A window of few members in Node, where there is no other. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Identity } from '../../../presets/compat/index.ts'
import { ADA, rejection, thrown } from '../../support/fixtures.ts'
import { OPTIONS } from './both.ts'
import { testsOfFewMembers } from './few-members.ts'

describe('in Node', testsOfFewMembers)

it('without any window constructing fails, whatever else the global has', () => {
  expect(thrown(() => new Identity(OPTIONS))).toMatchObject({
    name: 'SDKError',
    message: 'The reference to window is missing',
  })
})

it('a window that a test has put into the global is completed as well', async () => {
  const assign = vi.fn()
  vi.stubGlobal('window', { location: { assign } })
  vi.stubGlobal('fetch', async () => ({
    ok: true,
    status: 200,
    json: async () => ({ ...ADA, expiresIn: 300 }),
  }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const identity = new Identity(OPTIONS)
  expect(await identity.isLoggedIn()).toBe(true)
  identity.login({ state: 's' })
  expect(assign).toHaveBeenCalledOnce()
})

it('without a document the widget is not shown, and a reason says so', async () => {
  const known = { identifier: 'uuid-ada', display_text: 'Ada' }
  const fetch = async () => ({ ok: true, status: 200, json: async () => known })
  const identity = new Identity({ ...OPTIONS, window: { location: { assign() {} }, fetch } })
  expect(await rejection(identity.showSimplifiedLoginWidget({ state: 's' }))).toMatchObject({
    reason: 'widget-unavailable',
    message: 'Error when loading simplified login widget content',
  })
})

/** After dispose nothing more happens: of the widget, and of what a digest is made for. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SDKError } from '../../../core/index.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { createFullIdentity } from '../../../presets/full.ts'
import { ADA, optionsFor, rejection } from '../../support/fixtures.ts'
import { json } from '../../support/page.ts'
import { watch } from '../../support/watch.ts'
import { openFullPage, settle, until } from '../full-page.ts'

const DISPOSED = { name: 'SDKError', reason: 'disposed' }
const USER = json(200, { identifier: 'uuid-ada', display_text: 'Ada' })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('dispose while the widget’s script is on its way', () => {
  async function start() {
    const run = openFullPage()
    run.page.answer(USER)
    const widget = vi.fn()
    const pending = rejection(run.identity.showSimplifiedLoginWidget({ state: 's' }))
    await until(() => run.scripts.length === 1)
    return { ...run, pending, widget }
  }

  it('rejects the call at once', async () => {
    const { identity, pending } = await start()
    identity.dispose()
    const none = Symbol('none yet')
    expect(await Promise.race([pending, until(() => false).catch(() => none)])).toMatchObject(DISPOSED)
  })

  it.each([
    ['arrives', (script: HTMLScriptElement) => script.onload?.(undefined as never)],
    ['fails', (script: HTMLScriptElement) => script.onerror?.('')],
    ['never comes', () => {}],
  ])('rejects the call, and opens nothing, when it then %s', async (_, come) => {
    const { page, identity, scripts, pending, widget, done } = await start()
    const before = done()
    identity.dispose()
    Object.assign(page.window, { openSimplifiedLoginWidget: widget })
    come(scripts[0] as HTMLScriptElement)
    await settle()
    expect(await pending).toMatchObject(DISPOSED)
    expect(widget).not.toHaveBeenCalled()
    expect(done()).toEqual(before)
  })

  it('leaves no timer of it behind', async () => {
    const { page, identity, done } = openFullPage()
    const watched = watch(page.window)
    page.answer(USER)
    const pending = rejection(identity.showSimplifiedLoginWidget({ state: 's' }))
    await until(() => done().scripts === 1)
    identity.dispose()
    expect(watched.leftovers()).toEqual([])
    await settle()
    await pending
  })
})

describe('dispose while the widget is shown', () => {
  type Callback = () => Promise<void>

  async function start(state: string | (() => Promise<string>)) {
    const run = openFullPage()
    run.page.answer(USER)
    const widget = vi.fn()
    Object.assign(run.page.window, { openSimplifiedLoginWidget: widget })
    await run.identity.showSimplifiedLoginWidget({ state, preferPopup: true })
    const [params, ...callbacks] = widget.mock.calls[0] as [
      { windowOnResize(listener: () => void): void },
      ...Callback[],
    ]
    return { ...run, params, callbacks }
  }

  it('makes its callbacks, and its listening to the window, do nothing', async () => {
    const { page, identity, params, callbacks, done } = await start('s')
    const target = new EventTarget()
    page.window.addEventListener = target.addEventListener.bind(target) as typeof window.addEventListener
    page.window.removeEventListener = target.removeEventListener.bind(
      target,
    ) as typeof window.removeEventListener
    const [before, after] = [vi.fn(), vi.fn()]
    params.windowOnResize(before)
    target.dispatchEvent(new Event('resize'))
    expect(before).toHaveBeenCalledOnce()
    identity.dispose()
    params.windowOnResize(after)
    const doneBefore = done()
    target.dispatchEvent(new Event('resize'))
    for (const callback of callbacks) expect(await callback()).toBeUndefined()
    expect(before).toHaveBeenCalledOnce()
    expect(after).not.toHaveBeenCalled()
    expect(done()).toEqual(doneBefore)
  })

  it('sends nobody to the login when the state that was awaited comes', async () => {
    let come = (_: string) => {}
    const { identity, callbacks, done } = await start(
      () => new Promise<string>((resolve) => void (come = resolve)),
    )
    const continued = callbacks[0]?.()
    identity.dispose()
    const before = done()
    come('s')
    expect(await continued).toBeUndefined()
    expect(done()).toEqual(before)
  })
})

it('dispose while a digest is made rejects the id that waits for it', async () => {
  const { page, identity } = openFullPage()
  let come = (_: ArrayBuffer) => {}
  const digest = vi.fn(() => new Promise<ArrayBuffer>((resolve) => void (come = resolve)))
  Object.defineProperty(page.window, 'crypto', { value: { subtle: { digest } } })
  page.answer(json(200, ADA))
  const pending = rejection(identity.getExternalId('party'))
  await until(() => digest.mock.calls.length === 1)
  identity.dispose()
  come(new ArrayBuffer(32))
  const error = await pending
  expect(error).toBeInstanceOf(SDKError)
  expect(error).toMatchObject(DISPOSED)
})

it('dispose leaves another instance on the page the script that it waits for', async () => {
  const { page, identity, scripts } = openFullPage()
  const other = createFullIdentity(optionsFor(page), fetchTransport())
  page.answer(USER, USER)
  const widget = vi.fn()
  const [left, shown] = [
    rejection(identity.showSimplifiedLoginWidget({ state: 's' })),
    other.showSimplifiedLoginWidget({ state: 's' }),
  ]
  await until(() => scripts.length === 2)
  identity.dispose()
  Object.assign(page.window, { openSimplifiedLoginWidget: widget })
  for (const script of scripts) script.onload?.(undefined as never)
  expect(await shown).toBe(true)
  expect(await left).toMatchObject(DISPOSED)
  expect(widget).toHaveBeenCalledOnce()
})

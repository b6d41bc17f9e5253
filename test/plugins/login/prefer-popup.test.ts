import { describe, expect, it, vi } from 'vitest'
import { createIdentity, type Plugin } from '../../../core/index.ts'
import { login } from '../../../plugins/login/login.ts'
import { preferPopup } from '../../../plugins/login/prefer-popup.ts'
import { optionsFor, thrown } from '../../support/fixtures.ts'
import { openPage } from '../../support/page.ts'
import { sdkError } from '../../support/sdk-error.ts'

function start(open: Window['open'], screen = { width: 1000, height: 800 }) {
  const page = openPage()
  const spy = vi.fn(open)
  Object.defineProperty(page.window, 'open', { value: spy })
  Object.defineProperty(page.window, 'screen', { value: screen })
  const cleared = vi.fn()
  const started = vi.fn()
  const watcher: Plugin = {
    name: 'watcher',
    setup(kernel) {
      kernel.hook('session:cleared', () => void cleared())
      kernel.hook('login:started', (context) => void started(context))
    },
  }
  const identity = createIdentity(optionsFor(page), [login(), preferPopup(), watcher])
  return { page, open: spy, cleared, started, identity }
}

const popup = () => ({ close: vi.fn() }) as unknown as Window

describe('login by popup', () => {
  it('opens the login page in the middle of the screen, and leaves the page where it is', () => {
    const opened = popup()
    const { page, open, started, identity } = start(() => opened)
    expect(identity.login({ state: 's', preferPopup: true })).toBe(opened)
    expect(started).toHaveBeenCalledExactlyOnceWith({ how: 'popup', wasBlocked: false })
    expect(open).toHaveBeenCalledExactlyOnceWith(
      identity.loginUrl({ state: 's' }),
      '',
      'width=360,height=570,left=320,top=115',
    )
    expect(page.navigations).toEqual([])
  })

  it('asks for the middle of a screen smaller than itself, and the browser moves it onto it', () => {
    const { open, identity } = start(popup, { width: 320, height: 480 })
    identity.login({ state: 's', preferPopup: true })
    expect(open.mock.calls[0]?.[2]).toBe('width=360,height=570,left=-20,top=-45')
  })

  it('opens once the session is dropped: the popup gets a copy of what the storage holds', () => {
    const clearedBefore: number[] = []
    const { cleared, identity } = start(() => {
      clearedBefore.push(cleared.mock.calls.length)
      return popup()
    })
    identity.login({ state: 's', preferPopup: true })
    expect(clearedBefore).toEqual([1])
  })

  it('closes the popup of an earlier call', () => {
    const [first, second] = [popup(), popup()]
    const windows = [first, second]
    const { identity } = start(() => windows.shift() ?? null)
    identity.login({ state: 's', preferPopup: true })
    expect(first.close).not.toHaveBeenCalled()
    expect(identity.login({ state: 's', preferPopup: true })).toBe(second)
    expect(first.close).toHaveBeenCalledOnce()
  })

  it.each([
    ['gives no window', () => null],
    ['gives a window that a blocker has closed', () => ({ ...popup(), closed: true })],
  ])('goes by redirect when opening %s', (_, open) => {
    const { page, identity, started } = start(open)
    expect(identity.login({ state: 's', preferPopup: true })).toBeNull()
    expect(started).toHaveBeenCalledExactlyOnceWith({ how: 'redirect', wasBlocked: true })
    expect(page.navigations).toEqual([identity.loginUrl({ state: 's' })])
  })

  it.each([undefined, false])('goes by redirect when preferPopup is %s', (preferPopup) => {
    const { page, open, identity } = start(popup)
    expect(identity.login({ state: 's', preferPopup })).toBeNull()
    expect(open).not.toHaveBeenCalled()
    expect(page.navigations).toHaveLength(1)
  })

  it('closes a popup that is still open when the login goes by redirect', () => {
    const opened = popup()
    const { page, identity } = start(() => opened)
    identity.login({ state: 's', preferPopup: true })
    expect(identity.login({ state: 's' })).toBeNull()
    expect(opened.close).toHaveBeenCalledOnce()
    expect(page.navigations).toHaveLength(1)
  })

  it('refuses a wrong login before it opens anything, and clears no session for it', () => {
    const { page, identity, open, cleared } = start(popup)
    const wrong = { state: 's', preferPopup: true, prompt: 'ask' as never }
    expect(thrown(() => identity.login(wrong))).toMatchObject(sdkError('argument-invalid', 'prompt is "ask"'))
    expect(open).not.toHaveBeenCalled()
    expect(page.navigations).toEqual([])
    expect(cleared).not.toHaveBeenCalled()
    identity.login({ state: 's', preferPopup: true })
    expect(cleared).toHaveBeenCalled()
  })
})

/** A page that opens popups, and what a reader and a browser do to the two. */
import { onTestFinished, vi } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import type { AnyPlugin } from '../../core/plugin.ts'
import { fetchTransport } from '../../plugins/fetch-transport.ts'
import { login } from '../../plugins/login.ts'
import { loginPopup } from '../../plugins/login-popup.ts'
import { sessionCache } from '../../plugins/session-cache.ts'
import { sessionEvents } from '../../plugins/session-events.ts'
import { optionsFor } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

export const CHANNEL = 'portico.login client-1'

/** A popup as the page that opened it sees it. */
export function fakePopup() {
  let href: string | undefined = 'about:blank'
  const popup = {
    closed: false,
    close: vi.fn(() => {
      popup.closed = true
    }),
    location: {
      get href() {
        if (href === undefined) throw new DOMException('Blocked a frame', 'SecurityError')
        return href
      },
    },
    /** It shows a page of another origin. */
    leaves() {
      href = undefined
    },
  }
  return popup
}

export type FakePopup = ReturnType<typeof fakePopup>

/** A page with an identity on it that can log in by popup. */
export function openOpener(plugins: readonly AnyPlugin[] = []) {
  const page = openPage()
  const { window } = page
  const popups: (FakePopup | null)[] = []
  const open = vi.fn((_url: string, _name: string, _features: string): unknown => popups.shift())
  let isFocused = true
  let isHidden = false
  let polls: (() => void)[] = []
  const define = (target: object, members: object) => {
    for (const [name, value] of Object.entries(members))
      Object.defineProperty(target, name, { value, configurable: true })
  }
  define(window, {
    open,
    screen: { width: 1000, height: 800 },
    BroadcastChannel,
    setInterval: (poll: () => void) => {
      polls.push(poll)
      return poll
    },
    clearInterval: (poll: () => void) => {
      polls = polls.filter((other) => other !== poll)
    },
  })
  define(window.document, { hasFocus: () => isFocused })
  Object.defineProperty(window.document, 'hidden', { get: () => isHidden })

  const identity = createIdentity(optionsFor(page), [
    fetchTransport(),
    login(),
    sessionCache(),
    sessionEvents(),
    loginPopup(),
    ...plugins,
  ])
  const others = new BroadcastChannel(CHANNEL)
  onTestFinished(() => {
    identity.dispose()
    others.close()
  })

  return {
    page,
    identity,
    open,
    /** The popups that the browser opens next. */
    give: (...next: (FakePopup | null)[]) => void popups.push(...next),
    /** As many looks at the popup. */
    look(times = 1) {
      for (let left = times; left > 0; left--) for (const poll of [...polls]) poll()
    },
    /** Whether anything still looks. */
    isLooking: () => polls.length > 0,
    leave() {
      isFocused = false
    },
    comeBack() {
      isFocused = true
    },
    hide(hidden = true) {
      isHidden = hidden
    },
    /** A call over the channel, as from the page on which the popup ends. */
    call: (data: unknown = `${CHANNEL} 0.1`) => others.postMessage(data),
    /** A message by the other way. */
    post(members: { source: unknown; origin?: string; data?: unknown }) {
      const event = new window.Event('message')
      window.dispatchEvent(
        Object.assign(event, { origin: 'https://www.site.example', data: `${CHANNEL} 0.2`, ...members }),
      )
    },
  }
}

/** A page that opens popups, and what a reader and a browser do to the two. */
import { type Mock, onTestFinished, vi } from 'vitest'
import { type AnyPlugin, createIdentity, type IdentityCore, type KernelOptions } from '../../../core/index.ts'
import { type LoginApi, login } from '../../../plugins/login/login.ts'
import { type LoginPopupApi, loginPopup } from '../../../plugins/login/login-popup.ts'
import { sessionEvents } from '../../../plugins/reporting/session-events.ts'
import { type SessionCacheApi, sessionCache } from '../../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { optionsFor } from '../../support/fixtures.ts'
import { openPage, type Page } from '../../support/page.ts'

export const CHANNEL = 'portico.login client-1'

/** A popup as the page that opened it sees it. */
export interface FakePopup {
  closed: boolean
  close: Mock<() => void>
  readonly location: { readonly href: string }
  /** It shows a page of another origin. */
  leaves(): void
}

/** A popup that shows an empty page. */
export function fakePopup(): FakePopup {
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
    leaves() {
      href = undefined
    },
  }
  return popup
}

/** What {@link openOpener} gives. */
export interface Opener {
  page: Page
  identity: IdentityCore & LoginApi & SessionCacheApi & LoginPopupApi
  open: Mock<(url: string, name: string, features: string) => unknown>
  /** The popups that the browser opens next. */
  give(...next: (FakePopup | null)[]): void
  /** As many looks at the popup. */
  look(times?: number): void
  /** Whether anything still looks. */
  isLooking(): boolean
  leave(): void
  comeBack(): void
  hide(hidden?: boolean): void
  /** A call over the channel, as from the page on which the popup ends. */
  call(data?: unknown): void
  /** A message by the other way. */
  post(members: { source: unknown; origin?: string; data?: unknown }): void
}

/** A page with an identity on it that can log in by popup. */
export function openOpener(plugins: readonly AnyPlugin[] = [], more: Partial<KernelOptions> = {}): Opener {
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

  const identity = createIdentity(optionsFor(page, more), [
    ...plugins,
    fetchTransport(),
    login(),
    sessionCache(),
    sessionEvents(),
    loginPopup(),
    // Plugins of any type may come first.
  ]) as Opener['identity']
  const others = new BroadcastChannel(CHANNEL)
  onTestFinished(() => {
    identity.dispose()
    others.close()
  })

  return {
    page,
    identity,
    open,
    give: (...next: (FakePopup | null)[]) => void popups.push(...next),
    look(times = 1) {
      for (let left = times; left > 0; left--) for (const poll of [...polls]) poll()
    },
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
    call: (data: unknown = `${CHANNEL} 0.1`) => others.postMessage(data),
    post(members: { source: unknown; origin?: string; data?: unknown }) {
      const event = new window.Event('message')
      window.dispatchEvent(
        Object.assign(event, { origin: 'https://www.site.example', data: `${CHANNEL} 0.2`, ...members }),
      )
    },
  }
}

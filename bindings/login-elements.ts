/**
 * `<portico-login>` and `<portico-logout>` stand around a link or a button of the site, which works before the script and
 * without it. They look for the identity when it is used.
 */
import type { BrowserWindow } from '../core/options.ts'
import type { LoginOptions } from '../plugins/login/login.ts'
import { type ElementIdentity, findIdentity, type WithIdentity } from './find-identity.ts'

/** `<portico-login>`. Its attributes `state` and `prefer-popup` are options of `login` as well. */
export interface LoginElement extends WithIdentity {
  /** What `login` takes, or the function that says so at the click. Without it and without `state` the link goes its own way. */
  options: LoginOptions | (() => LoginOptions) | undefined
}

/** `<portico-logout>`. Its attribute `redirect-uri` is where the browser goes after the logout. */
export interface LogoutElement extends WithIdentity {}

// It opens a menu.
const RIGHT_BUTTON = 2

/** Whether the event follows the link in this very tab: by the first button, or by the keyboard. */
const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  !button && !ctrlKey && !metaKey && !shiftKey && !altKey

/** A class whose elements hear of clicks on the link or the button within. */
function createElement(
  window: BrowserWindow,
  used: (element: HTMLElement, identity: ElementIdentity, event: MouseEvent) => void,
): new () => WithIdentity {
  return class extends window.HTMLElement implements WithIdentity {
    declare identity: ElementIdentity | undefined

    constructor() {
      super()
      // The keyboard clicks, too. Another button of the mouse opens the link elsewhere.
      for (const type of ['click', 'auxclick'] as const) this.addEventListener(type, this.#hear)
    }

    #hear(event: MouseEvent): void {
      const identity = findIdentity(window, this)
      const path = event.composedPath()
      const within = path.slice(0, path.indexOf(this)) as Element[]
      const isControl = within.some(({ localName }) => localName === 'a' || localName === 'button')
      if (identity && isControl && event.button !== RIGHT_BUTTON && !event.defaultPrevented) used(this, identity, event)
    }
  }
}

/** What `login` is to be given; undefined where the link goes its own way. */
function optionsOf(element: HTMLElement): LoginOptions | undefined {
  const { options } = element as LoginElement
  const given = typeof options === 'function' ? options() : options
  const state = element.getAttribute('state')
  if (!given && !state) return
  return { state: `${state}`, preferPopup: element.hasAttribute('prefer-popup'), ...given }
}

/** Makes the class of `<portico-login>`. */
export function createLoginElement(window: BrowserWindow): new () => LoginElement {
  return createElement(window, (element, identity, event) => {
    const options = isPlain(event) && optionsOf(element)
    if (options) {
      event.preventDefault()
      identity.login(options)
      return
    }
    // By an address of the site's own. What is kept is about the reader before the login.
    identity.clearCachedUserSession()
  }) as new () => LoginElement
}

/** Makes the class of `<portico-logout>`. */
export function createLogoutElement(window: BrowserWindow): new () => LogoutElement {
  return createElement(window, (element, identity, event) => {
    if (!isPlain(event)) return
    event.preventDefault()
    identity.logout(element.getAttribute('redirect-uri') ?? undefined)
  })
}

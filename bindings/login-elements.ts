/**
 * `<portico-login>` and `<portico-logout>` stand around a link or a button of the site, which works before the script and
 * without it. They look for the identity when it is used.
 */
import { checkArgument } from '../core/errors.ts'
import type { BrowserWindow } from '../core/options.ts'
import type { LoginOptions } from '../plugins/login/login.ts'
import { type ElementIdentity, findIdentity, type WithIdentity } from './find-identity.ts'

/** `<portico-login>`. Its attributes `state` and `prefer-popup` are options of `login` as well. */
export interface LoginElement extends WithIdentity {
  /**
   * What `login` takes, or the function that says so at the click, and not later. Without it and without `state` the link goes its
   * own way.
   */
  options: LoginOptions | (() => LoginOptions) | undefined
}

/** `<portico-logout>`. Its attribute `redirect-uri` is where the browser goes after the logout. */
export interface LogoutElement extends WithIdentity {}

// It opens a menu.
const RIGHT_BUTTON = 2

const CONTROLS = 'a, button, input[type=submit], input[type=button], input[type=image]'

/** Whether the event follows the link in this very tab: by the first button, or by the keyboard. */
const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  !button && !ctrlKey && !metaKey && !shiftKey && !altKey

/** A class whose elements hear of clicks on the link or the button within. */
function createElement(
  window: BrowserWindow,
  used: (element: HTMLElement, identity: ElementIdentity, event: MouseEvent) => void,
): new () => WithIdentity {
  return class extends window.HTMLElement implements WithIdentity {
    #identity: WithIdentity['identity']
    #options: LoginElement['options']

    constructor() {
      super()
      // The keyboard clicks, too. Another button of the mouse opens the link elsewhere.
      for (const type of ['click', 'auxclick'] as const) this.addEventListener(type, this.#hear)
    }

    // Frameworks set a property where the class has an accessor, and an attribute elsewhere.
    get identity(): WithIdentity['identity'] {
      return this.#identity
    }

    set identity(identity) {
      this.#identity = identity
    }

    get options(): LoginElement['options'] {
      return this.#options
    }

    set options(options) {
      this.#options = options
    }

    #hear(event: MouseEvent): void {
      const identity = findIdentity(window, this)
      const path = event.composedPath()
      const within = path.slice(0, path.indexOf(this)) as Element[]
      // A shadow root on the way matches nothing.
      const isControl = within.some((node) => node.matches?.(CONTROLS))
      if (identity && isControl && event.button !== RIGHT_BUTTON && !event.defaultPrevented) used(this, identity, event)
    }
  }
}

/** What `login` is to be given; undefined where the link goes its own way. */
function optionsOf(element: HTMLElement): LoginOptions | undefined {
  const { options } = element as LoginElement
  const said = typeof options === 'function' ? options() : options
  // A popup opens only within the click.
  checkArgument(typeof Object(said).then !== 'function', 'options is a promise')
  const state = element.getAttribute('state')
  if (!said && !state) return
  // What Vue and Svelte make of the value false.
  const preferPopup = (element.getAttribute('prefer-popup') ?? 'false') !== 'false'
  // Whether there is a state at all, `login` checks.
  return { state, preferPopup, ...said } as LoginOptions
}

/** Makes the class of `<portico-login>`. */
export function createLoginElement(window: BrowserWindow): new () => LoginElement {
  return createElement(window, (element, identity, event) => {
    const options = isPlain(event) && optionsOf(element)
    if (options) {
      identity.login(options)
      // What it refuses goes the site's own way.
      event.preventDefault()
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
    identity.logout(element.getAttribute('redirect-uri') ?? undefined)
    // Of an identity that is over, it goes the site's own way.
    event.preventDefault()
  })
}

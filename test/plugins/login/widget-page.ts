/** A page for the widget: it takes the script and does not load it, the test says what becomes of it. */
import { expect } from 'vitest'
import { type ApisOf, createIdentity, type IdentityCore, type Plugin } from '../../../core/index.ts'
import { type LoginApi, login } from '../../../plugins/login/login.ts'
import { preferPopup } from '../../../plugins/login/prefer-popup.ts'
import { type SimplifiedLoginApi, simplifiedLogin } from '../../../plugins/login/simplified-login.ts'
import { type UserContextApi, userContext } from '../../../plugins/login/user-context.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { optionsFor } from '../../support/fixtures.ts'
import { type Answer, json, openPage, type Page } from '../../support/page.ts'

export const USER: Answer = json(200, {
  identifier: 'uuid-ada',
  display_text: 'ada@example.com',
  client_name: 'Site',
  provider_id: 'p',
})

export type Callback = () => unknown
/** What the widget was opened with. */
export interface Opened {
  params: Record<string, unknown>
  callbacks: Callback[]
}

const plugins = (): readonly [
  Plugin,
  Plugin<UserContextApi>,
  Plugin<LoginApi>,
  Plugin<SimplifiedLoginApi>,
  Plugin,
] => [fetchTransport(), userContext(), login(), simplifiedLogin(), preferPopup()]
export type WidgetIdentity = IdentityCore & ApisOf<ReturnType<typeof plugins>>

export interface WidgetPage {
  page: Page
  /** One more identity on the page. */
  compose(own?: object): WidgetIdentity
  identity: WidgetIdentity
  opened: Opened[]
  scripts: HTMLScriptElement[]
  /** Events of the widget, and errors. */
  heard: unknown[][]
  /** The script has loaded, and defined the widget. */
  arrive(widget?: unknown): void
  scriptsAre(count: number): Promise<void>
  /** Shows the widget; gives what it was opened with. */
  show(login: object, options?: object): Promise<Opened>
}

export function openWidgetPage(more: object = {}): WidgetPage {
  const page = openPage()
  // Functions of the test are functions of the page.
  Object.defineProperty(page.window, 'Function', { value: Function })
  const opened: Opened[] = []
  const scripts: HTMLScriptElement[] = []
  const heard: unknown[][] = []
  const open = (params: Record<string, unknown>, ...callbacks: Callback[]) =>
    opened.push({ params, callbacks })
  page.window.document.head.append = (script) => void scripts.push(script as HTMLScriptElement)
  const compose = (own: object = {}) => {
    const identity = createIdentity(optionsFor(page, { ...more, ...own }), plugins())
    identity.on('simplifiedLoginOpened', (payload) => heard.push(['opened', payload]))
    identity.on('simplifiedLoginCancelled', (payload) => heard.push(['cancelled', payload]))
    identity.on('error', (error) => heard.push(['error', error]))
    return identity
  }
  return {
    page,
    compose,
    identity: compose(),
    opened,
    scripts,
    heard,
    arrive(widget: unknown = open) {
      Object.assign(page.window, { openSimplifiedLoginWidget: widget })
      scripts.at(-1)?.onload?.(undefined as never)
    },
    async scriptsAre(count) {
      // No waitFor: it moves the clock of a test that has stopped it.
      for (let turn = 0; scripts.length < count && turn < 1000; turn++) await new Promise(setImmediate)
      expect(scripts).toHaveLength(count)
    },
    async show(params, options) {
      page.answer(USER)
      Object.assign(page.window, { openSimplifiedLoginWidget: open })
      expect(await this.identity.showSimplifiedLoginWidget(params as never, options as never)).toBe(true)
      return opened.at(-1) as Opened
    },
  }
}

/**
 * An identity for tests of pages: the real one, on a page that is nowhere, whose services say at once what a test has told
 * them to.
 */
import { SDKError } from '../../core/errors.ts'
import type { AnyPlugin } from '../../core/kernel/plugin.ts'
import type { Environment } from '../../core/options.ts'
import type { Snapshot } from '../../plugins/reporting/status.ts'
import { type EnvironmentName, environmentOf } from '../environments.ts'
import type { FullIdentity, FullIdentityWith, FullOptions } from '../full.ts'
import type { FakeWidget } from './fake-browser.ts'
import { type FakePage, openFakePage } from './fake-page.ts'
import { keptEvents } from './kept-events.ts'
import {
  checkAddress,
  checkChange,
  checkOptionNames,
  checkState,
  type ReaderFacts,
  type ReaderState,
} from './reader-state.ts'
import { responses, type ServiceResponse } from './responses.ts'

/** Options of `fakeIdentity`: the reader's state, and whatever the identity itself takes. */
export type FakeIdentityOptions<Plugins extends readonly AnyPlugin[] = readonly AnyPlugin[]> = ReaderState &
  Partial<Omit<FullOptions<Plugins>, 'window' | 'env'>> & {
    /** As of the class: a name, or an environment of your own. @default one of hosts that do not exist */
    env?: EnvironmentName | Environment | undefined
    /** The address of the page. @default the `redirectUri` */
    url?: string
    /** Answers what else is asked, such as by plugins of your own. */
    other?: (url: URL) => ServiceResponse | undefined
  }

/** One call of a method by the page. */
export interface RecordedCall {
  readonly method: string
  readonly args: readonly unknown[]
}

type Method<Name extends keyof FullIdentity> = Extract<FullIdentity[Name], (...args: never[]) => unknown>

/** What tests hold besides the identity. */
export interface FakeControls {
  /**
   * Changes what is true of the reader, and asks: when it resolves, the events and the snapshot are there. What is left out is as
   * if it had never been given, but for `userContext` and `access`.
   *
   * @throws {SDKError} (rejects) `option-invalid`, naming what is wrong with the state
   */
  set(state: ReaderState): Promise<Snapshot>
  /** Every call of a method, in order. */
  readonly calls: readonly RecordedCall[]
  /** The arguments of each call of one method. */
  callsOf<Name extends keyof FullIdentity>(method: Name): Parameters<Method<Name>>[]
  /** The addresses that the page would have been left for, in order: login, logout, a refresh of the cookie. */
  readonly left: readonly string[]
  /** The addresses of the popups that would have been opened, in order. */
  readonly popups: readonly string[]
  /** The continue-as widget, when it was shown. */
  readonly widget: FakeWidget | undefined
  /** Everything as it was at first. Listeners stay: those of a page's modules are added once for all tests. */
  reset(): void
}

/** An identity for tests. */
export type FakeIdentity<Plugins extends readonly AnyPlugin[] = readonly []> = FullIdentityWith<Plugins> & FakeControls

const TEST: Environment = {
  name: 'TEST',
  accountUrl: 'https://account.example',
  widgetUrl: 'https://account.example/authn/',
  globalSessionUrl: 'https://global.example',
  sdrnNamespace: 'example',
}

const DEFAULTS = {
  clientId: 'client-1',
  sessionDomain: 'https://id.site.example',
  redirectUri: 'https://www.site.example/callback',
  env: TEST,
}

/** What the session service says of a reader. */
function answerOf({ status, session, reason, response }: ReaderFacts): ServiceResponse | SDKError {
  if (response) return response
  if (status === 'loading') return responses.slow()
  if (reason === 'session-missing') return responses.nobody()
  if (reason || status === 'unavailable') return new SDKError(reason ?? 'session-unreachable')
  if (status === 'notConnected') return responses.notConnected(session ?? {})
  const isConnected = status ? status === 'connected' : session
  return isConnected ? responses.connected(session ?? {}) : responses.nobody()
}

/** What the account service says of the browser. */
const browserAnswerOf = ({ userContext }: ReaderState): ServiceResponse =>
  userContext ? responses.known(userContext) : responses.unknown()

/**
 * Makes an identity of the full type for tests. It asks nobody: there is no network in it. Its time is the test's clock, and its chance
 * `Math.random`. Its snapshot is `unknown` until the page asks, as a real one's.
 *
 * @throws {SDKError} `option-invalid`, naming the option, also one that is misspelt or does not go with another
 * @example
 * const identity = fakeIdentity({ session: { givenName: 'Ada' } })
 * render(<Greeting identity={identity} />)
 * await identity.set({ status: 'loggedOut' })
 * identity.login({ state: 'abc' })
 * expect(identity.left[0]).toContain('state=abc')
 */
export function fakeIdentity<const Plugins extends readonly AnyPlugin[] = readonly []>(
  given: FakeIdentityOptions<Plugins> = {},
): FakeIdentity<Plugins> {
  checkOptionNames(given)
  checkState(given)
  const { status, session, reason, response, userContext: _, access, url, other, ...more } = given
  const all = { ...DEFAULTS, ...more }
  const options = { ...all, env: environmentOf(all.env ?? TEST) }
  checkAddress('redirectUri', options.redirectUri)
  const pageUrl = url ?? options.redirectUri
  checkAddress('url', pageUrl)
  const calls: RecordedCall[] = []

  const open = (): FakePage =>
    openFakePage({
      options,
      url: pageUrl,
      other,
      said: answerOf({ status, session, reason, response }),
      userContext: browserAnswerOf(given),
      access,
    })
  let page = open()
  const events = keptEvents((error) => page.browser.window.reportError(error))
  events.follow(page.identity)

  const own: Pick<FullIdentity, 'on' | 'once' | 'off' | 'subscribe'> = {
    on: events.on,
    once: events.once,
    off: events.off,
    subscribe: (listener) => events.on('snapshot', listener),
  }
  const controls: FakeControls = {
    async set(state) {
      checkChange(state)
      if (state.userContext !== undefined) page.service.userContext = browserAnswerOf(state)
      if (state.access) page.service.access = state.access
      await page.say(answerOf(state))
      return page.identity.getSnapshot()
    },
    calls,
    callsOf: (method) =>
      // What was recorded came by the method of this name.
      calls.filter((call) => call.method === method).map(({ args }) => args) as never[],
    get left() {
      return page.browser.left
    },
    get popups() {
      return page.browser.popups
    },
    get widget() {
      return page.browser.widget
    },
    reset() {
      page.identity.dispose()
      calls.length = 0
      page = open()
      events.follow(page.identity)
    },
  }

  const fake: object = Object.defineProperties({}, Object.getOwnPropertyDescriptors(controls))
  for (const name of Object.keys(page.identity)) {
    const method = (...args: unknown[]): unknown => {
      calls.push({ method: name, args })
      return Reflect.apply(Reflect.get({ ...page.identity, ...own }, name), undefined, args)
    }
    Object.defineProperty(fake, name, { value: method, writable: true, enumerable: true, configurable: true })
  }
  // The compiler does not see what was defined by name.
  return fake as FakeIdentity<Plugins>
}

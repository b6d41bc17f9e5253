/** A page whose browser has a dialog of its own for logins (FedCM); the test says what the browser answers. */
import {
  type ApisOf,
  createIdentity,
  type IdentityCore,
  type Kernel,
  type Plugin,
} from '../../../core/index.ts'
import { type FedcmApi, type FedcmOptions, fedcm } from '../../../plugins/login/fedcm.ts'
import { type LoginApi, login } from '../../../plugins/login/login.ts'
import { type SimplifiedLoginApi, simplifiedLogin } from '../../../plugins/login/simplified-login.ts'
import { type UserContextApi, userContext } from '../../../plugins/login/user-context.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ENV, optionsFor } from '../../support/fixtures.ts'
import { type Answer, openPageWith, type Page } from '../../support/page.ts'

export const CONFIG_URL = 'https://account.example/fedcm/config.json'

/** One question to the browser. */
export interface Asked {
  readonly request: {
    readonly mediation: string
    /** None where it would be of no use to the browser. */
    readonly signal?: AbortSignal
    readonly identity: {
      readonly context: string
      readonly mode: string
      readonly providers: readonly {
        readonly configURL: string
        readonly clientId: string
        readonly loginHint?: string
        readonly params: Readonly<Record<string, string>>
      }[]
    }
  }
  /** The browser gives what the account service has said. */
  give(token: unknown, configURL?: string): void
  /** The browser refuses, by the name of an error. */
  refuse(name: string): void
  /** The browser has nothing behind the name of the interface. */
  giveNothing(): void
}

type Plugins = readonly [
  Plugin,
  Plugin<UserContextApi>,
  Plugin<LoginApi>,
  Plugin<SimplifiedLoginApi>,
  Plugin<FedcmApi>,
]
export type FedcmIdentity = IdentityCore & ApisOf<Plugins>

export interface FedcmPage {
  readonly page: Page
  readonly identity: FedcmIdentity
  readonly asked: Asked[]
  /** What its plugins have. */
  readonly kernel: Kernel
  /** What was disconnected. The browser's answer is the page's `disconnects`. */
  readonly disconnected: object[]
  /** How often a login without a click was prevented. */
  prevented: number
  /** Lines of the log. */
  readonly lines: string[]
  /** What the hooks of an offer were given. */
  readonly told: unknown[]
  /** What the browser answers to the next disconnections. */
  disconnects: () => Promise<unknown>
  /** The next question to the browser. */
  question(count?: number): Promise<Asked>
  /** The page's policy blocks something. */
  violate(violation: object): void
}

export function openFedcmPage(
  more: {
    env?: object
    without?: 'credentials' | 'dialog' | 'disconnect' | 'name'
    options?: FedcmOptions
  } = {},
  ...answers: Answer[]
): FedcmPage {
  const page = openPageWith(...answers)
  const asked: Asked[] = []
  const lines: string[] = []
  const told: unknown[] = []
  const disconnected: object[] = []
  const hasNone = more.without === 'dialog' || more.without === 'credentials'
  const credentials = {
    get: (request: Asked['request']) =>
      new Promise((resolve, reject) => {
        const refuse = (name: string) => reject(Object.assign(new Error(name), { name }))
        const { signal } = request
        // A browser without the dialog knows no member of this name.
        const isKnown = !hasNone && 'identity' in { ...request }
        if (signal?.aborted) return refuse(isKnown ? 'AbortError' : 'NotSupportedError')
        if (signal && !(signal instanceof EventTarget)) throw new TypeError('signal is no AbortSignal')
        signal?.addEventListener('abort', () => refuse('AbortError'))
        asked.push({
          request,
          refuse,
          give: (token, configURL) => resolve({ token, configURL }),
          giveNothing: () => resolve(null),
        })
      }),
    async preventSilentAccess() {
      opened.prevented++
      throw new Error('not now')
    },
  }
  if (more.without !== 'credentials')
    Object.defineProperty(page.window.navigator, 'credentials', { value: credentials, configurable: true })
  const IdentityCredential = {
    ...(more.without !== 'disconnect' && {
      disconnect: (connection: object) => {
        disconnected.push(connection)
        return opened.disconnects()
      },
    }),
  }
  if (!hasNone && more.without !== 'name') Object.assign(page.window, { IdentityCredential })
  let ofPlugins: Kernel | undefined
  const watcher: Plugin = {
    name: 'watcher',
    setup(kernel) {
      ofPlugins = kernel
      kernel.hook('continue-as:started', (started) => void told.push(started))
      kernel.hook('continue-as:ended', (ended) => void told.push(ended))
    },
  }
  const env = { ...ENV, fedcmConfigUrl: CONFIG_URL, ...more.env }
  const options = optionsFor(page, { env, log: (line) => void lines.push(line) })
  const opened: FedcmPage = {
    page,
    identity: createIdentity(options, [
      fetchTransport(),
      userContext(),
      login(),
      simplifiedLogin(),
      fedcm(more.options),
      watcher,
    ] as const),
    asked,
    get kernel() {
      return ofPlugins as Kernel
    },
    disconnected,
    prevented: 0,
    lines,
    told,
    disconnects: async () => undefined,
    async question(count = 1) {
      for (let turn = 0; asked.length < count && turn < 100; turn++) await new Promise(setImmediate)
      return asked[count - 1] as Asked
    },
    violate(violation) {
      page.window.dispatchEvent(
        Object.assign(new page.window.Event('securitypolicyviolation'), {
          disposition: 'enforce',
          effectiveDirective: 'connect-src',
          blockedURI: CONFIG_URL,
          ...violation,
        }),
      )
    },
  }
  return opened
}

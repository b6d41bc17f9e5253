/**
 * The site as a client of the account service, and the check of what its server is configured with.
 */
import { checkOption, expected } from '../core/errors.ts'
import type { Environment } from '../core/options.ts'
import { checkSecret, looksEmpty } from './secret.ts'

/** What a server needs to log readers in. Make it once: what the server learns of the account service is kept with this object. */
export interface LoginClient {
  /** Client identifier. */
  readonly clientId: string
  /** Authenticates the server at the account service. Never in a page. */
  readonly clientSecret: string
  /** Receives the code: one that is registered for the client, without a query. */
  readonly redirectUri: string
  /** The account service to talk to: by https, unless it is on this very machine. */
  readonly env: Pick<Environment, 'accountUrl'>
  /** Signs the cookies of logins that are on their way: 32 characters or more, the same on all servers of the site. */
  readonly cookieSecret: string
  /**
   * Whether the cookies are `Secure`, and so may be named `__Host-…`, which no host beside this one can set.
   *
   * @default whether `redirectUri` is https
   */
  readonly secureCookies?: boolean | undefined
  /**
   * Returns true if this state was never used before. Anything empty, such as false, null or 0, refuses the login. Use a store
   * that all servers of the site share. Without this function, a state works once because its cookie is deleted. A browser under an
   * attacker's control may keep that cookie: then only the account service makes sure that a code is used once.
   *
   * @param state a secret
   * @param expiresAt until when it has to be remembered, in milliseconds since the epoch
   */
  readonly isFirstUse?: ((state: string, expiresAt: number) => boolean | Promise<boolean>) | undefined
  /** Asks the account service. @default the runtime's own fetch */
  readonly fetch?: ((input: string, init: RequestInit) => Promise<Response>) | undefined
}

/** A client, checked. */
export interface CheckedClient extends LoginClient {
  readonly secureCookies: boolean
}

const isWeb = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\/[^\s\\@*?#]+$/i.test(value) && URL.canParse(value)

/** Whether an address is on this very machine: what is sent there needs no TLS. */
const isLoopback = ({ hostname }: URL): boolean => /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname)

/** Checks a client. @throws {SDKError} `option-invalid` or, of the cookie secret, `argument-invalid`, naming the member */
export function checkClient(client: LoginClient): CheckedClient {
  const { clientId, clientSecret, redirectUri, env, cookieSecret, secureCookies } = client ?? {}
  checkOption(typeof clientId === 'string' && clientId, expected('clientId', clientId, 'the client identifier'))
  checkOption(
    typeof clientSecret === 'string' && !looksEmpty(clientSecret),
    'clientSecret is missing. Give the client’s own',
  )
  const isReturn = isWeb(redirectUri)
  checkOption(isReturn, expected('redirectUri', redirectUri, 'an http(s) URL without credentials, query or fragment'))
  const isAccount = isWeb(env?.accountUrl)
  checkOption(
    isAccount,
    expected('env.accountUrl', env?.accountUrl, 'an http(s) URL without credentials, query or fragment'),
  )
  const account = new URL(env.accountUrl)
  checkOption(
    account.protocol === 'https:' || isLoopback(account),
    expected('env.accountUrl', env.accountUrl, 'an https URL: secrets are sent there'),
  )
  checkSecret(cookieSecret, 'cookieSecret')
  return { ...client, secureCookies: secureCookies ?? redirectUri.toLowerCase().startsWith('https:') }
}

/**
 * Pages of the account service: the addresses that lead there and back, as the account-sdk-browser checks them, and the popup that shows one.
 */
import { createUrlBuilder, type QueryParameters } from '../../core/urls.ts'
import { ACR_VALUES, type LoginUrlOptions } from '../../plugins/login/login-query.ts'
import { checkArgument } from './errors.ts'
import { asText, isUrl } from './options.ts'
import { copyOf } from './session.ts'
import type { Any, LoginOptions } from './types.ts'

// Nobody has anything to append: `Monetization` and `Payment` have no kernel.
const build = /* @__PURE__ */ createUrlBuilder(() => {})

/** An address beneath that of a service. Parameters without a value are left out. */
export const addressAt = (base: string, path: string, parameters: QueryParameters): string =>
  build(path, base.replace(/\/+$/, ''), `${path}?`, parameters)

/** Closes the popup that an instance has opened last, a member that a page may read and assign. */
export function closePopup(instance: { popup: Window }): void {
  if (!instance.popup) return
  if (!instance.popup.closed) instance.popup.close()
  // The account-sdk-browser's types say that there is one in any case.
  Object.assign(instance, { popup: null })
}

const POSITIONS = ['acrValues', 'scope', 'redirectUri', 'loginHint', 'tag', 'teaser', 'maxAge'] as const

function named(first: LoginOptions | string, rest: readonly Any[]): Partial<LoginOptions> {
  if (typeof first === 'object') return first
  const given = POSITIONS.map((name, index) => [name, rest[index]] as const)
  // Empty counts as absent: this form is full of empty strings.
  return { state: first, ...Object.fromEntries(given.filter(([, value]) => value || value === 0)) }
}

/** What `login` hands to `loginUrl`, which may be a page's own: each value that a login has. */
export function loginDefaults({ preferPopup: _, ...given }: LoginOptions, redirectUri: string): LoginOptions {
  return {
    ...Object.fromEntries([...POSITIONS, 'locale'].map((name) => [name, ''])),
    redirectUri,
    scope: 'openid',
    oneStepLogin: false,
    prompt: 'select_account',
    ...copyOf(given),
  }
}

/** What stands for a state that is none. Should it be a secret all the same, it must not become part of a message. */
const shown = (state: unknown) => (state ? typeof state : `${state}`)

/**
 * Reads what `loginUrl` is called with, the older, positional form as well.
 *
 * @param ownUri where the browser returns to unless the arguments say otherwise
 * @throws {SDKError} `argument-invalid`
 */
export function loginArguments(
  first: LoginOptions | string,
  rest: readonly Any[],
  ownUri: string | undefined,
): LoginUrlOptions {
  const { redirectUri: given = ownUri, ...login } = named(first, rest)
  const redirectUri = asText(given)
  const { acrValues, state } = login
  checkArgument(!acrValues || ACR_VALUES.test(acrValues), `The acrValues parameter is not acceptable: ${acrValues}`)
  checkArgument(isUrl(redirectUri), `loginUrl(): redirectUri must be a valid url but is ${redirectUri}`)
  checkArgument(
    typeof state === 'string' && state,
    `the state parameter should be a non empty string but it is ${shown(state)}`,
  )
  // Its types are looser. What it lets pass is checked once more, value by value.
  return { ...login, redirectUri } as LoginUrlOptions
}

// The parameters of a page's login, for the provider (OpenID Connect Core, section 3.1.2.1). A value that the provider does not know is left
// out, unless the login would then mean something else.

import type { ServerMetadata } from 'openid-client'
import type { ProviderOptions } from '../options/provider-options.ts'

/** The parameters for the provider; or the error of OAuth with which the login is refused. */
export type LoginParameters =
  | {
      readonly ok: true
      readonly parameters: Record<string, string>
      readonly maxAge: number | undefined
      /** The login has to be of one of these (`acr`); undefined where the page asks for none. */
      readonly acrs: readonly string[] | undefined
      /** Whether the provider is to ask for a password, since the reader has logged out before. */
      readonly asksAgain: boolean
    }
  | { readonly ok: false; readonly error: string }

const KNOWN_BY_MOST = ['login', 'none', 'consent']

const refused = (error: string): LoginParameters => ({ ok: false, error })

/** Values of `prompt` that the provider takes. */
export function promptsOf(
  { prompts }: ProviderOptions,
  { prompt_values_supported: named }: ServerMetadata,
): readonly string[] {
  return prompts ?? (Array.isArray(named) ? (named as string[]) : KNOWN_BY_MOST)
}

/** @param isAfterLogout whether the reader may be logged in at the provider who has logged out here */
export function loginParameters(
  query: URLSearchParams,
  metadata: ServerMetadata,
  options: ProviderOptions,
  isAfterLogout: boolean,
): LoginParameters {
  const { acrValues = {}, forward = [], parameters: fixed = {} } = options
  const prompts = promptsOf(options, metadata)
  const words = (name: string): string[] => query.get(name)?.split(' ').filter(Boolean) ?? []

  const wanted = words('prompt')
  if (isAfterLogout && wanted.includes('none')) return refused('login_required')
  const asksAgain = isAfterLogout && prompts.includes('login')
  // It shows its login in any case. To choose an account besides would be one page more.
  const known = wanted.filter((one) => prompts.includes(one) && !(asksAgain && one === 'select_account'))
  const prompt = [...new Set([...known, ...(asksAgain ? ['login'] : [])])]
  // Without it, a page that must not show anything would show a login.
  if (wanted.includes('none') && (wanted.length > 1 || prompt.length === 0))
    return refused('interaction_required')

  const lists = words('acr_values').map((one) => (Object.hasOwn(acrValues, one) ? acrValues[one] : undefined))
  // A stronger login that silently becomes any login is a hole in the site that asks for it.
  if (lists.includes(undefined)) return refused('unmet_authentication_requirements')

  const acrs = [...new Set(lists.flat() as string[])]

  const age = query.get('max_age') ?? ''
  if (!/^(\d{1,9}(\.\d*)?)?$/.test(age)) return refused('invalid_request')
  const maxAge = age === '' ? undefined : Math.floor(Number(age))

  const given = {
    ...fixed,
    ...Object.fromEntries(forward.map((name) => [name, query.get(name)])),
    prompt: prompt.join(' '),
    acr_values: acrs.join(' ') || fixed.acr_values,
    ui_locales: query.get('ui_locales') || query.get('locale')?.replaceAll('_', '-') || fixed.ui_locales,
    login_hint: query.get('login_hint'),
    max_age: maxAge?.toString(),
  }
  const entries = Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return {
    ok: true,
    parameters: Object.fromEntries(entries),
    maxAge,
    acrs: acrs.length > 0 ? acrs : undefined,
    asksAgain,
  }
}

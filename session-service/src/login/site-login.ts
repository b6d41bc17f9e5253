// The authorization request of a site's page or server, checked before the browser is redirected anywhere (RFC 6749, section 4.1.1).

import type { Settings } from '../options/settings.ts'
import type { SiteLogin } from './pending-logins.ts'

/** A checked request: a login that may begin, or an error of OAuth for the site. Without `site`, there is no address to redirect to. */
export type LoginRequest =
  | { readonly site: SiteLogin; readonly error?: string | undefined }
  | { readonly site?: undefined }

/** Five times the longest query that pages of the library send. */
const MAX_QUERY_LENGTH = 8000
const MAX_VALUE_LENGTH = 512

/** Counted in bytes of the sealed JSON: a control character takes six. */
const isTooLong = (value: string): boolean => Buffer.byteLength(JSON.stringify(value)) > MAX_VALUE_LENGTH + 2

export function siteLoginOf(search: string, { sites }: Settings): LoginRequest {
  const query = new URLSearchParams(search)
  // Two parsers may read a parameter that stands there twice in two ways.
  const once = (name: string): string | undefined => {
    const values = query.getAll(name)
    return values.length === 1 ? values[0] : undefined
  }
  const [clientId, redirectUri] = [once('client_id'), once('redirect_uri')]
  const site = clientId ? sites.find(clientId) : undefined
  if (!site || !redirectUri || !site.redirectUris.includes(redirectUri)) return {}

  const state = once('state') ?? ''
  const login = {
    clientId: site.clientId,
    redirectUri,
    state: state.slice(0, MAX_VALUE_LENGTH),
    nonce: once('nonce'),
    codeChallenge: once('code_challenge'),
  }
  return { site: login, error: errorIn(query, login, once('response_type'), search.length) }
}

function errorIn(
  query: URLSearchParams,
  { nonce, codeChallenge }: SiteLogin,
  responseType: string | undefined,
  length: number,
): string | undefined {
  const names = [...query.keys()]
  if (length > MAX_QUERY_LENGTH || new Set(names).size < names.length) return 'invalid_request'
  if (query.has('request')) return 'request_not_supported'
  if (query.has('request_uri')) return 'request_uri_not_supported'
  if (responseType !== 'code') return 'unsupported_response_type'
  if ((query.get('response_mode') ?? 'query') !== 'query') return 'invalid_request'
  const state = query.get('state') ?? ''
  if (!state || isTooLong(state) || isTooLong(nonce ?? '')) return 'invalid_request'
  const method = query.get('code_challenge_method')
  if (codeChallenge === undefined) return method === null ? undefined : 'invalid_request'
  return method === 'S256' && /^[\w-]{43}$/.test(codeChallenge) ? undefined : 'invalid_request'
}

// What the browser asks for when a reader has chosen an account in its dialog: an authorization code. The login page's own address gives
// it, under its own rules, as to a page that may show nothing. The answer is the text that would stand in the redirect behind the
// question mark.

import { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Provider } from 'oidc-provider'
import type { EmulatorContext } from '../../context.ts'
import { loopbackFetch } from '../../http/loopback-fetch.ts'
import { type ProviderSession, sessionCookies } from '../account-session.ts'

const NONCE_KIND = 'fedcm-nonce'
// as long as a login that a server has begun
const NONCE_LIFETIME_MS = 600_000

/** What would stand in the address of the login page. */
export type Parameters = Partial<Record<string, string>>

/** A request that gets no code; the name is one of OAuth or OpenID Connect. */
export class AssertionRefused extends Error {
  readonly error: string
  readonly status: 400 | 401 | 403 | 500

  constructor(error: string, status: 400 | 401 | 403 | 500 = 400) {
    super(error)
    this.error = error
    this.status = status
  }
}

/** The members of `params`. @throws {AssertionRefused} when it is no JSON object, or one of them is no text */
export function parametersOf(params: string | undefined): Parameters {
  let given: unknown
  try {
    given = JSON.parse(params ?? '')
  } catch {
    // no JSON at all
  }
  if (typeof given !== 'object' || given === null) throw new AssertionRefused('invalid_request')
  const members = Object.entries(given)
  // left out, it might take a demand along: `max_age: 0` is one
  if (members.some(([, value]) => typeof value !== 'string')) throw new AssertionRefused('invalid_request')
  // empty counts as absent, as in an address
  return Object.fromEntries(members.filter(([, value]) => value !== ''))
}

/**
 * The authorization response: code, state and issuer.
 *
 * @throws {AssertionRefused} for what the login page's address refuses, for what takes a page, and for a nonce that had a code
 */
export async function authorizationResponse(
  { store }: EmulatorContext,
  provider: Provider,
  { incoming }: HttpBindings,
  session: ProviderSession,
  clientId: string,
  parameters: Parameters,
): Promise<string> {
  const { client_id: named = clientId, redirect_uri: redirectUri = '', nonce, prompt } = parameters
  // what the browser says of the client counts; whoever says something else as well is mistaken, or worse
  if (named !== clientId) throw new AssertionRefused('invalid_request')
  // whoever has seen a request cannot send it again
  const nonceId = `${clientId} ${nonce}`
  if (nonce !== undefined && store.records.get(NONCE_KIND, nonceId))
    throw new AssertionRefused('invalid_request')

  const asked = new URL('/oauth/authorize', provider.issuer)
  // the account was chosen in the dialog
  const page = prompt === undefined || prompt === 'select_account' ? 'none' : prompt
  asked.search = new URLSearchParams({ ...parameters, client_id: clientId, prompt: page }).toString()
  const own = sessionCookies(provider, { incoming, outgoing: new ServerResponse(incoming) }, session)
  const cookie = [incoming.headers.cookie ?? [], own.map((line) => line.split(';')[0])].flat().join('; ')
  const response = await loopbackFetch(asked, { headers: { cookie } })
  const location = response.headers.get('location')
  if (location === null) throw new AssertionRefused('invalid_request')
  const back = new URL(location, asked)
  if (!location.startsWith(redirectUri)) throw new AssertionRefused('interaction_required')
  const answer = new URLSearchParams(back.search || back.hash.slice(1))
  if (!answer.has('code')) throw new AssertionRefused(answer.get('error') ?? 'invalid_request')
  if (nonce !== undefined) store.records.put(NONCE_KIND, nonceId, true, NONCE_LIFETIME_MS)
  return answer.toString()
}

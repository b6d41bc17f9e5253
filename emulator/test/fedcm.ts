// What a browser asks by itself when a page wants to continue in its own dialog (FedCM).

import { type Emulator, loopbackFetch } from '../src/index.ts'
import { Visitor } from './helpers.ts'
import { logIn, newLogin, other, site } from './log-in.ts'

/** One request of the browser's own; headers and fields as it sends them, unless the test says otherwise. */
export function asBrowser(
  emulator: Emulator,
  visitor: Visitor,
  path: string,
  { form, ...headers }: { form?: Record<string, string>; [header: string]: unknown } = {},
): Promise<Response> {
  return visitor.request(emulator.url('account.localhost', path), {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    headers: { 'sec-fetch-dest': 'webidentity', ...(headers as Record<string, string>) },
  })
}

/** A browser in which somebody has logged in at the other site. */
export async function knownVisitor(emulator: Emulator, username = 'ingrid'): Promise<Visitor> {
  const visitor = new Visitor()
  await logIn(emulator, visitor, username, {}, other)
  return visitor
}

/** The accounts that the browser would offer. */
export const accountsOf = async (emulator: Emulator, visitor: Visitor): Promise<Record<string, unknown>[]> =>
  ((await (await asBrowser(emulator, visitor, '/fedcm/accounts')).json()) as { accounts: never[] }).accounts

/** The origin of the first demo site. */
export const siteOrigin = (emulator: Emulator): string => new URL(emulator.url(site.siteHost)).origin

/** The parameters of a login that the site's back end has begun. */
export async function newParameters(emulator: Emulator, visitor: Visitor): Promise<Record<string, string>> {
  const { binding } = await newLogin(emulator, visitor)
  return {
    response_type: 'code',
    redirect_uri: emulator.url(site.siteHost, '/callback'),
    scope: 'openid',
    ...binding,
  }
}

/** The parameters of a login that nothing but the client's secret binds, so that a test can redeem the code. */
export const bareParameters = (
  emulator: Emulator,
  more: Record<string, string> = {},
): Record<string, string> => ({
  response_type: 'code',
  redirect_uri: emulator.url(site.siteHost, '/callback'),
  scope: 'openid',
  state: 's',
  ...more,
})

/** What the token endpoint gives the site's back end for a code. */
export async function redeem(
  emulator: Emulator,
  response: URLSearchParams,
): Promise<Partial<Record<string, string>>> {
  const answer = await loopbackFetch(emulator.url('account.localhost', '/oauth/token'), {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${site.clientId}:${site.clientSecret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      redirect_uri: emulator.url(site.siteHost, '/callback'),
      code: response.get('code') ?? '',
    }),
  })
  return (await answer.json()) as Partial<Record<string, string>>
}

/** What came of a request for a code: the text behind the question mark of a redirect. */
export const tokenOf = async (response: Response): Promise<URLSearchParams> =>
  new URLSearchParams(((await response.json()) as { token: string }).token)

/** Asks for a code, as the browser does after the reader has chosen an account. */
export function ask(
  emulator: Emulator,
  visitor: Visitor,
  params: Record<string, string>,
  {
    origin = siteOrigin(emulator),
    dest = 'webidentity',
    ...fields
  }: { origin?: string; dest?: string; client_id?: string; account_id?: string } = {},
): Promise<Response> {
  const form = {
    client_id: site.clientId,
    account_id: emulator.users.find(({ username }) => username === 'ingrid')?.uuid ?? '',
    is_auto_selected: 'false',
    disclosure_text_shown: 'true',
    params: JSON.stringify(params),
    ...fields,
  }
  return asBrowser(emulator, visitor, '/fedcm/assertion', { form, origin, 'sec-fetch-dest': dest })
}

/** The status of a refusal, and its name. */
export async function refusal(response: Response): Promise<unknown[]> {
  const { error } = (await response.json()) as { error?: { error?: string } }
  return [response.status, error?.error]
}

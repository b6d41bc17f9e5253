// What the browser asks for when a reader has chosen an account in its dialog: an authorization code, under the same rules
// as at the login page. The answer is the text that would stand in the redirect behind the question mark.

import type { Provider } from 'oidc-provider'
import { SCOPES } from '../clients.ts'
import { askedMethods, isSatisfied } from '../login/methods.ts'
import type { ProviderSession } from './browser-account.ts'
import { AssertionRefused, grantedScopes, type Parameters, promptsOf } from './parameters.ts'

/**
 * Checks that the session knows all that is asked for. A login page would ask for the rest, and the browser's dialog cannot.
 * `select_account` takes no page: the account was chosen in the dialog.
 *
 * @throws {AssertionRefused} for what takes a page
 */
export function checkSession(session: ProviderSession, parameters: Parameters): void {
  const { acr_values: asked, max_age: age } = parameters
  // no session is fresh enough for zero seconds: it stands for the prompt
  const isLogin = promptsOf(parameters).includes('login') || (age !== undefined && Number(age) === 0)
  const isOld = age !== undefined && session.past(Number(age))
  const isWeak = askedMethods(asked).some((method) => !isSatisfied(method, session.amr ?? []))
  if (isLogin || isOld || isWeak) throw new AssertionRefused('interaction_required')
}

/** The authorization response: code, state and issuer. @throws {AssertionRefused} */
export async function authorizationResponse(
  provider: Provider,
  session: ProviderSession,
  clientId: string,
  parameters: Parameters,
): Promise<string> {
  checkSession(session, parameters)
  const client = await provider.Client.find(clientId)
  const { accountId } = session
  if (client === undefined || accountId === undefined) throw new AssertionRefused('access_denied', 403)

  session.ensureClientContainer(clientId)
  const known = session.grantIdFor(clientId)
  const grant = (known && (await provider.Grant.find(known))) || new provider.Grant({ accountId, clientId })
  grant.addOIDCScope(SCOPES.join(' '))
  const grantId = await grant.save()
  session.grantIdFor(clientId, grantId)
  await session.persist()

  const code = new provider.AuthorizationCode({
    accountId,
    client,
    grantId,
    acr: session.acr,
    amr: session.amr,
    authTime: session.authTime(),
    codeChallenge: parameters.code_challenge,
    codeChallengeMethod: parameters.code_challenge_method,
    nonce: parameters.nonce,
    redirectUri: parameters.redirect_uri,
    scope: grantedScopes(parameters).join(' '),
    sessionUid: session.uid,
    sid: session.sidFor(clientId),
    expiresWithSession: true,
  } as ConstructorParameters<Provider['AuthorizationCode']>[0])
  const response = new URLSearchParams({ code: await code.save() })
  if (parameters.state !== undefined) response.set('state', parameters.state)
  response.set('iss', provider.issuer)
  return response.toString()
}

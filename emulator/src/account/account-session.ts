// The browser's session at the account service: the single sign-on session that every publisher's login leans
// on. Ending it tells each publisher's session service through OpenID Connect back-channel logout.

import type { HttpBindings } from '@hono/node-server'
import type { Provider } from 'oidc-provider'

/** How long a browser stays logged in at the account service. */
export const ACCOUNT_SESSION_SECONDS: number = 14 * 86_400

/** Attributes of the cookie of that session. */
export const LONG_COOKIE = { httpOnly: true, sameSite: 'lax', signed: true } as const

export type ProviderSession = InstanceType<Provider['Session']>

/** The part of the provider's client that its types leave open. */
interface BackchannelClient {
  backchannelLogout(accountId: string, sid: string): Promise<void>
}

/** The single sign-on session of this browser, or a fresh one without an account. */
export async function accountSession(
  provider: Provider,
  { incoming, outgoing }: HttpBindings,
): Promise<ProviderSession> {
  return provider.Session.get(provider.createContext(incoming as never, outgoing as never) as never)
}

/** Ends the session, and with it what it had started at the publishers. */
export async function endAccountSession(provider: Provider, bindings: HttpBindings): Promise<void> {
  const session = await accountSession(provider, bindings)
  await endAtPublishers(provider, session)
  await session.destroy()
}

/**
 * Begins the session of an account in this browser, as a login does.
 *
 * @returns the `Set-Cookie` lines by which the browser keeps it
 */
export async function beginAccountSession(
  provider: Provider,
  bindings: HttpBindings,
  accountId: string,
): Promise<string[]> {
  await leaveOtherAccount(provider, bindings, accountId)
  const session = await accountSession(provider, bindings)
  // as after any login: the id that the browser had before says nothing any more
  session.resetIdentifier()
  session.loginAccount({ accountId })
  await session.save(ACCOUNT_SESSION_SECONDS)
  return sessionCookies(provider, bindings, session)
}

/** The `Set-Cookie` lines by which a browser is in the session; they are set on the response as well. */
export function sessionCookies(
  provider: Provider,
  { incoming, outgoing }: HttpBindings,
  session: ProviderSession,
): string[] {
  const { cookies } = provider.createContext(incoming as never, outgoing as never)
  cookies.set(provider.cookieName('session'), session.jti, {
    ...LONG_COOKIE,
    expires: new Date(Date.now() + ACCOUNT_SESSION_SECONDS * 1000),
  })
  return [outgoing.getHeader('set-cookie') ?? []].flat().map(String)
}

/** Before somebody else logs in: the session must not carry the authorizations of the one before. */
export async function leaveOtherAccount(
  provider: Provider,
  bindings: HttpBindings,
  accountId: string,
): Promise<void> {
  const session = await accountSession(provider, bindings)
  if (session.accountId === undefined || session.accountId === accountId) return
  await endAtPublishers(provider, session)
  // kept, but emptied: the login that goes on is bound to this session's uid
  Object.assign(session, { accountId: undefined, loginTs: undefined, amr: undefined, acr: undefined })
  session.authorizations = {}
  await session.persist()
}

async function endAtPublishers(provider: Provider, session: ProviderSession): Promise<void> {
  const { accountId, authorizations = {} } = session
  if (accountId === undefined) return
  const told = Object.entries(authorizations).map(async ([clientId, { sid }]) => {
    const client = (await provider.Client.find(clientId)) as BackchannelClient | undefined
    if (sid !== undefined) await client?.backchannelLogout(accountId, sid)
  })
  // a session service that is down must not keep anybody logged in here
  await Promise.allSettled(told)
}

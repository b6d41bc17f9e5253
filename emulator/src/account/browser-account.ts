// Who is logged in here, for what publishers' pages ask (`/user-context`), and for requests that the browser makes by itself (FedCM).
// Those are requests of another site, and so they come without the provider's own session cookie. This cookie goes along, where the
// browser lets third-party cookies through; it is for nothing else.

import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie } from 'hono/cookie'
import { parse, serialize } from 'hono/utils/cookie'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { EmulatorContext } from '../context.ts'
import type { KnownUser } from '../store/user.ts'
import { ACCOUNT_SESSION_SECONDS, type ProviderSession } from './account-session.ts'

// with the prefix, no host beside this one can set it
const COOKIE = '__Host-browser-account'
const KIND = 'browser-account'

// browsers take it on plain http for hosts under localhost
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'None', secure: true } as const

/** Whose cookie it is: the session, and who was logged in in it. */
interface Known {
  readonly uid: string
  readonly accountId: string | undefined
}

/** The login status that the browser keeps for this origin: without "logged-in" it does not even ask for accounts. */
const STATUS_HEADER = 'set-login'

/** The headers by which a browser knows whose session this is, from now on and as long as a session lasts. */
export function headersOfLogin(
  { store }: EmulatorContext,
  cookies: string | undefined,
  { uid, accountId }: ProviderSession,
): Readonly<Record<string, string>> {
  const given = parse(cookies ?? '', COOKIE)[COOKIE] ?? ''
  const known = store.records.get<Known>(KIND, given)
  // a session outlives a change of user, and the cookie of the user before must not tell of the next
  const isSame = known?.uid === uid && known.accountId === accountId
  const token = isSame ? given : randomBytes(24).toString('base64url')
  store.records.put(KIND, token, { uid, accountId }, ACCOUNT_SESSION_SECONDS * 1000)
  const attributes = { ...ATTRIBUTES, maxAge: ACCOUNT_SESSION_SECONDS }
  return { [STATUS_HEADER]: 'logged-in', 'set-cookie': serialize(COOKIE, token, attributes) }
}

/**
 * Follows each authorization, with which every login ends: the browser knows who is logged in, since the login renews the session,
 * and the user is connected to the client's merchant.
 */
export function followLogins(context: EmulatorContext, provider: Provider): void {
  const follow = (ctx: KoaContextWithOIDC): void => {
    const { session, client } = ctx.oidc
    if (session?.accountId === undefined) return
    const merchantId = context.clients.find(client?.clientId)?.merchantId
    const user = context.store.users.byUuid(session.accountId)
    if (user && merchantId !== undefined) context.store.users.connect(user, merchantId)
    for (const [name, value] of Object.entries(headersOfLogin(context, ctx.get('cookie'), session)))
      ctx.res.appendHeader(name, value)
  }
  provider.on('authorization.success', follow)
}

/** The session that the browser's cookie stands for, and its user; undefined when it has ended. */
export async function browserAccount(
  c: Context,
  { store }: EmulatorContext,
  provider: Provider,
): Promise<{ session: ProviderSession; user: KnownUser } | undefined> {
  const known = store.records.get<Known>(KIND, getCookie(c, COOKIE) ?? '')
  const session = known && (await provider.Session.findByUid(known.uid))
  const user = store.users.byUuid(session?.accountId)
  return session && user && user.uuid === known?.accountId ? { session, user } : undefined
}

/** After log-out the browser knows of nobody. */
export function forgetBrowserAccount(c: Context, { store }: EmulatorContext): void {
  const token = deleteCookie(c, COOKIE, ATTRIBUTES)
  if (token !== undefined) store.records.remove(KIND, token)
  c.header(STATUS_HEADER, 'logged-out')
}

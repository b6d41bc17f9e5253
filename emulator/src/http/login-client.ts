// How the emulator's own servers log readers in: as any publisher's server does, by `portico/server`. Its cookies have
// the prefix `__Host-` wherever the browser keeps such cookies; and a state is used once, whatever the browser keeps.

import type { Context } from 'hono'
import {
  type BeginLoginOptions,
  type BeginStateLoginOptions,
  type BegunLogin,
  type BegunStateLogin,
  beginLogin,
  type FinishedLogin,
  finishLogin,
  type LoginClient,
  type NotBegun,
} from 'portico/server'
import type { EmulatorContext } from '../context.ts'
import { ACCOUNT_HOST, originOf } from '../hosts.ts'
import type { Publisher } from '../publishers.ts'
import { keepsHostCookies } from './host-cookies.ts'
import { loopbackFetch } from './loopback-fetch.ts'

const USED_STATE = 'used-login-state'

export interface Logins {
  /** Begins a login; sets its cookie. Not for a request that fetches ahead, or is for a part of a page. */
  begin(c: Context, options?: BeginLoginOptions): Promise<BegunLogin | NotBegun>
  /** The same, for a page that may send the state alone. */
  beginByState(c: Context, options?: BeginLoginOptions): Promise<BegunStateLogin | NotBegun>
  /** Finishes a login at the redirect URI; ends its cookie. */
  finish(c: Context): Promise<FinishedLogin>
}

/** The logins of a publisher's client that come back to an address. */
export function logins(
  { store, address }: EmulatorContext,
  publisher: Publisher,
  redirectUri: string,
): Logins {
  const client = (secureCookies: boolean): LoginClient => ({
    clientId: publisher.clientId,
    clientSecret: publisher.clientSecret,
    redirectUri,
    env: { accountUrl: originOf(ACCOUNT_HOST, address) },
    cookieSecret: store.secrets.cookieKey,
    secureCookies,
    isFirstUse(state, expiresAt) {
      const isFirst = store.records.get(USED_STATE, state) === undefined
      store.records.put(USED_STATE, state, true, expiresAt - Date.now())
      return isFirst
    },
    fetch: loopbackFetch,
  })
  const [secure, plain] = [client(true), client(false)]
  const clientFor = (c: Context) => (keepsHostCookies(c) ? secure : plain)

  function answerWith(c: Context, { setCookies }: { setCookies: readonly string[] }): void {
    for (const cookie of setCookies) c.header('set-cookie', cookie, { append: true })
  }

  return {
    async begin(c, options) {
      const begun = await beginLogin(clientFor(c), c.req.raw, options)
      if (begun.ok) answerWith(c, begun)
      return begun
    },
    async beginByState(c, options) {
      const withState: BeginStateLoginOptions = { ...options, allowStateAlone: true }
      const begun = await beginLogin(clientFor(c), c.req.raw, withState)
      if (begun.ok) answerWith(c, begun)
      return begun
    },
    async finish(c) {
      const finished = await finishLogin(clientFor(c), c.req.raw)
      answerWith(c, finished)
      return finished
    },
  }
}

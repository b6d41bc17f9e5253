// The site's half of a login: it makes the state that the page sends along, and redeems the code that comes back.
// A state is good for ten minutes, once, and only in the browser that asked for it.

import { createHash, randomBytes } from 'node:crypto'
import * as oidc from 'openid-client'
import type { EmulatorContext } from '../context.ts'
import { ACCOUNT_HOST, originOf } from '../hosts.ts'
import { loopbackFetch } from '../http/loopback-fetch.ts'
import type { Publisher } from '../publishers.ts'

const KIND = 'login-state'
const STATE_LIFETIME_MS = 600_000
const HAND_OVER_KIND = 'hand-over'
const HAND_OVER_LIFETIME_MS = 60_000

interface LoginState {
  readonly clientId: string
  readonly visitor: string
  readonly popup: boolean
}

/** What the ID token said about a login. */
export interface LoginFacts {
  readonly amr: readonly string[]
  readonly acr?: string | undefined
  /** Seconds since the Unix epoch. */
  readonly authTime?: number | undefined
}

/**
 * The nonce of all logins of one browser: a hash of its visitor cookie, which scripts cannot read (OpenID Connect
 * Core 15.5.2). The ID token that answers them says it again, so one made for another browser is of no use.
 */
export function nonceOf(visitor: string): string {
  return createHash('sha256').update(`nonce:${visitor}`).digest('base64url')
}

/** A login that the session service is yet to hear of. */
export interface HandOver {
  readonly visitor: string
  readonly idToken: string
  /** Where the browser goes in the end. */
  readonly next: string
}

export interface SiteLogin {
  /** A new state for this visitor; the login that it belongs to happens in a popup, or in the page itself. */
  newState(visitor: string, popup: boolean): string
  /** Whether the login that comes back to the callback's URL happens in a popup. Ask before it is redeemed. */
  isPopup(callback: URL): boolean
  /** Redeems the code in the callback's URL. Rejects when state, code or ID token are not right. */
  redeem(
    callback: URL,
    visitor: string | undefined,
  ): Promise<{ visitor: string; idToken: string; facts: LoginFacts }>
  /**
   * Where the browser goes to be known by the session service, and comes back from to `/hand-over`. Rejects when the
   * session service does not answer.
   */
  startHandOver(handOver: HandOver): Promise<string>
  /**
   * Where the browser that came back goes to get its session cookie. Rejects when the hand-over is not this visitor's.
   *
   * @param browser what the session service knows the browser by
   */
  sessionStartUrl(handOver: string, visitor: string | undefined, browser: string): Promise<string>
}

const stateIn = (callback: URL): string => callback.searchParams.get('state') ?? ''

export function siteLogin({ store, address }: EmulatorContext, publisher: Publisher): SiteLogin {
  const sessionService = originOf(publisher.sessionHost, address)
  let configuration: Promise<oidc.Configuration> | undefined

  function discover(): Promise<oidc.Configuration> {
    return oidc.discovery(
      new URL(originOf(ACCOUNT_HOST, address)),
      publisher.clientId,
      publisher.clientSecret,
      oidc.ClientSecretBasic(publisher.clientSecret),
      {
        [oidc.customFetch]: loopbackFetch as oidc.CustomFetch,
        // plain http never leaves this machine; the signature is checked all the same, as an example to follow
        execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
      },
    )
  }

  return {
    newState(visitor, popup) {
      const state = randomBytes(24).toString('base64url')
      const value: LoginState = { clientId: publisher.clientId, visitor, popup }
      store.records.put(KIND, state, value, STATE_LIFETIME_MS)
      return state
    },

    isPopup: (callback) => store.records.get<LoginState>(KIND, stateIn(callback))?.popup === true,

    async redeem(callback, visitor) {
      const state = stateIn(callback)
      const known = store.records.take<LoginState>(KIND, state)
      if (known?.clientId !== publisher.clientId || known.visitor !== visitor)
        throw new Error('unknown state')
      configuration ??= discover()
      const tokens = await oidc.authorizationCodeGrant(await configuration, callback, {
        expectedState: state,
        expectedNonce: nonceOf(known.visitor),
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      const facts = {
        amr: (claims?.amr as string[] | undefined) ?? [],
        acr: claims?.acr as string | undefined,
        authTime: claims?.auth_time,
      }
      return { visitor: known.visitor, idToken: tokens.id_token ?? '', facts }
    },

    async startHandOver(handOver) {
      // else the browser would find out, and show a page of its own instead of one that says what happened
      await loopbackFetch(`${sessionService}/session-start`)
      const id = randomBytes(24).toString('base64url')
      store.records.put(HAND_OVER_KIND, id, handOver, HAND_OVER_LIFETIME_MS)
      const back = `${originOf(publisher.siteHost, address)}/hand-over?login=${id}`
      return `${sessionService}/session-start?${new URLSearchParams({ redirect_uri: back })}`
    },

    async sessionStartUrl(handOver, visitor, browser) {
      const known = store.records.take<HandOver>(HAND_OVER_KIND, handOver)
      if (known === undefined || known.visitor !== visitor) throw new Error('unknown hand-over')
      const { idToken, next } = known
      const response = await loopbackFetch(`${sessionService}/tickets`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${publisher.clientId}:${publisher.clientSecret}`).toString('base64')}`,
        },
        body: new URLSearchParams({ id_token: idToken, browser, next }),
      })
      if (!response.ok) throw new Error(`the session service answered ${response.status}`)
      const { ticket } = (await response.json()) as { ticket: string }
      return `${sessionService}/session-start?ticket=${ticket}`
    },
  }
}

// Redeems a code as a publisher's back end would, to look at what the ID token says.

import { decodeJwt, type JWTPayload } from 'jose'
import { loopbackFetch } from '../src/http/loopback-fetch.ts'
import type { Emulator } from '../src/index.ts'
import type { Page } from './helpers.ts'
import { site } from './log-in.ts'

/** The claims of the ID token behind a callback that the visitor was stopped at. */
export async function claimsBehind(emulator: Emulator, callback: Page): Promise<JWTPayload> {
  return decodeJwt(await idTokenBehind(emulator, callback))
}

/** The ID token itself. */
export async function idTokenBehind(emulator: Emulator, callback: Page): Promise<string> {
  const response = await loopbackFetch(emulator.url('account.localhost', '/oauth/token'), {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${site.clientId}:${site.clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(callback.url).searchParams.get('code') ?? '',
      redirect_uri: emulator.url(site.siteHost, '/callback'),
    }),
  })
  const { id_token: token } = (await response.json()) as { id_token: string }
  return token
}

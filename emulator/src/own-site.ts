// What a site of a developer's own needs to know of the emulator, as a file for `node --env-file`.

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Emulator } from './emulator.ts'
import { type EnvChange, setInEnvFile } from './env-file.ts'
import { PUBLISHERS } from './publishers.ts'
import { refusalOf } from './redirect-uri-refusal.ts'
import { UnusableError } from './unusable-error.ts'

/** The client that the site is: that of the first demo publisher. */
const [PUBLISHER] = PUBLISHERS as [(typeof PUBLISHERS)[number]]

/** The site's settings, by the names of environment variables. */
export function ownSiteSettings(emulator: Emulator, redirectUri: string): Record<string, string> {
  return {
    IDENTITY_ENV: JSON.stringify(emulator.environment),
    SESSION_DOMAIN: new URL(emulator.url(PUBLISHER.sessionHost)).origin,
    // where the session service, which logs nobody in itself, learns of a login
    SESSION_LOGIN_URL: emulator.url(PUBLISHER.sessionHost, '/session-login'),
    CLIENT_ID: PUBLISHER.clientId,
    CLIENT_SECRET: PUBLISHER.clientSecret,
    SIGNATURE_SECRET: emulator.signingKey,
    REDIRECT_URI: redirectUri,
    // the site's own; a new one each time, which ends its sessions
    COOKIE_SECRET: randomBytes(36).toString('base64url'),
  }
}

/**
 * Lets pages at an address log in as the first demo publisher's.
 *
 * @throws {UnusableError} when the redirect URI is none, or its page could have no session
 */
export function registerPage(emulator: Emulator, redirectUri: string): void {
  const refusal = refusalOf(PUBLISHER, redirectUri, { port: emulator.port })
  if (refusal !== undefined) throw new UnusableError(refusal.sentence)
  emulator.registerRedirectUri(PUBLISHER.clientId, redirectUri)
}

/**
 * Takes a site for the first demo publisher's, and writes what it needs to know. In a file that is there, other variables stay.
 *
 * @throws {UnusableError} when the redirect URI is none, or its page could have no session
 */
export function registerOwnSite(emulator: Emulator, redirectUri: string, file: string): EnvChange {
  registerPage(emulator, redirectUri)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const change = setInEnvFile(before, ownSiteSettings(emulator, redirectUri))
  writeFileSync(file, change.text, { mode: 0o600 })
  return change
}

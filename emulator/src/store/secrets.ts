// Keys that the emulator makes once and keeps with its data: cookie signing, session signatures, ID tokens.
// Kept, because a session that outlives a restart is worth nothing when its keys do not.

import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Db } from './database.ts'

export interface Secrets {
  /** Signs the provider's cookies. */
  readonly cookieKey: string
  /** HMAC key behind `sig`, `sp_id` and the pairwise identifiers. */
  readonly signingKey: string
  /** The provider's private key set. */
  readonly jwks: { keys: JWK[] }
}

export async function loadSecrets(db: Db): Promise<Secrets> {
  const find = db.prepare('SELECT value FROM secrets WHERE name = ?')
  const insert = db.prepare('INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)')

  async function keep(name: string, make: () => string | Promise<string>): Promise<string> {
    const known = find.get(name) as { value: string } | undefined
    if (known !== undefined) return known.value
    insert.run(name, await make())
    return (find.get(name) as { value: string }).value
  }

  const random = (): string => randomBytes(32).toString('base64url')
  return {
    cookieKey: await keep('cookie-key', random),
    signingKey: await keep('signing-key', random),
    jwks: JSON.parse(await keep('jwks', async () => JSON.stringify(await makeJwks()))) as { keys: JWK[] },
  }
}

async function makeJwks(): Promise<{ keys: JWK[] }> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'emulator' }] }
}

// Keys that the emulator makes once and keeps with its data: cookie signing, session signatures, ID tokens.
// Kept, because a session that outlives a restart is worth nothing when its keys do not. They are tried before they
// are used; one that is damaged is named, and nothing of it is shown.

import { randomBytes } from 'node:crypto'
import { CompactSign, compactVerify, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Db } from './database.ts'
import { fromJson } from './json.ts'

export interface Secrets {
  /** Signs the provider's cookies. */
  readonly cookieKey: string
  /** HMAC key behind `sig`, `sp_id` and the pairwise identifiers. */
  readonly signingKey: string
  /** The provider's private key set. */
  readonly jwks: { keys: JWK[] }
}

const ALGORITHM = 'RS256'

/** @throws {Error} when a key is damaged */
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
  async function randomKey(name: string): Promise<string> {
    const key = await keep(name, random)
    if (typeof key !== 'string' || !/^[\w-]{43}$/.test(key)) throw damaged(name)
    return key
  }

  const jwks = fromJson(await keep('jwks', newJwks))
  if (!(await isUsable(jwks))) throw damaged('jwks')
  return {
    cookieKey: await randomKey('cookie-key'),
    signingKey: await randomKey('signing-key'),
    jwks: jwks as { keys: JWK[] },
  }
}

let jwksOfProcess: Promise<string> | undefined

/** The key set of all emulators of this process whose data hold none yet. To make one takes a tenth of a second. */
function newJwks(): Promise<string> {
  jwksOfProcess ??= makeJwks().then((jwks) => JSON.stringify(jwks))
  return jwksOfProcess
}

async function makeJwks(): Promise<{ keys: JWK[] }> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  return { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: ALGORITHM, kid: 'emulator' }] }
}

/** Whether it is a key set whose public half agrees to what its private half has signed. */
async function isUsable(jwks: unknown): Promise<boolean> {
  try {
    const { kty, n, e, ...rest } = (jwks as { keys: [JWK & { kty: 'RSA'; n: string; e: string }] }).keys[0]
    const signed = new CompactSign(new Uint8Array([1])).setProtectedHeader({ alg: ALGORITHM })
    const token = await signed.sign(await importJWK({ kty, n, e, ...rest }, ALGORITHM))
    await compactVerify(token, await importJWK({ kty, n, e }, ALGORITHM))
    return true
  } catch {
    return false
  }
}

function damaged(name: string): Error {
  return new Error(`the key "${name}" in emulator.db is damaged`)
}

// Keys that the emulator makes once and keeps with its data: cookie signing, session signatures, ID tokens.
// Kept, because a session that outlives a restart is worth nothing when its keys do not.

import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Records } from './records.ts'

export interface Secrets {
  /** Signs the provider's cookies. */
  readonly cookieKey: string
  /** HMAC key behind `sig`, `sp_id` and the pairwise identifiers. */
  readonly signingKey: string
  /** The provider's private key set. */
  readonly jwks: { keys: JWK[] }
}

const KIND = 'secrets'
const ALGORITHM = 'RS256'

export async function loadSecrets(records: Records): Promise<Secrets> {
  const known = records.get<Secrets>(KIND, KIND)
  if (known !== undefined) return known
  const random = (): string => randomBytes(32).toString('base64url')
  const made = { cookieKey: random(), signingKey: random(), jwks: await newJwks() }
  records.put(KIND, KIND, made)
  return made
}

let jwksOfProcess: Promise<{ keys: JWK[] }> | undefined

/** The key set of all emulators of this process whose data hold none yet. To make one takes a tenth of a second. */
function newJwks(): Promise<{ keys: JWK[] }> {
  jwksOfProcess ??= makeJwks()
  return jwksOfProcess
}

async function makeJwks(): Promise<{ keys: JWK[] }> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  return { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: ALGORITHM, kid: 'emulator' }] }
}

// Values that travel through a browser, or rest in the store: encrypted, dated, and each for one purpose at one host. No process needs to
// remember them.

import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'

/** What a value is sealed for. One of another purpose does not open. */
export type Purpose = 'login' | 'state' | 'logout' | 'code' | 'id-token'

/** Seals and opens values. */
export interface Sealer {
  seal(purpose: Purpose, value: unknown, seconds: number): Promise<string>
  /** The value; undefined when it is not ours, of another purpose or host, altered or too old. */
  open<T>(purpose: Purpose, text: string | undefined): Promise<T | undefined>
}

/**
 * @param secrets the first one seals, all of them open
 * @param host the name of the service's host: what is sealed there opens nowhere else
 */
export function sealerOf(secrets: readonly string[], host: string): Sealer {
  const keys = secrets.map(
    (secret) => new Uint8Array(hkdfSync('sha256', secret, '', 'portico-session-service', 32)),
  )
  const [newest = new Uint8Array()] = keys
  return {
    seal: (purpose, value, seconds) =>
      new EncryptJWT({ value })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setIssuer(host)
        .setAudience(purpose)
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .encrypt(newest),
    async open<T>(purpose: Purpose, text = '') {
      for (const key of keys) {
        try {
          const { payload } = await jwtDecrypt(text, key, {
            audience: purpose,
            keyManagementAlgorithms: ['dir'],
            contentEncryptionAlgorithms: ['A256GCM'],
          })
          // Earlier versions named no host.
          return payload.iss === undefined || payload.iss === host ? (payload.value as T) : undefined
        } catch {
          // It may be of an older secret.
        }
      }
      return undefined
    },
  }
}

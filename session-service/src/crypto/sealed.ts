// Values that travel through a browser, or rest in the store: encrypted, dated, and each for one purpose at one host. No process needs to
// remember them.

import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'

/** What a value is sealed for. One of another purpose does not open. */
export type Purpose = 'login' | 'state' | 'logout' | 'code' | 'id-token'

/** Seals and opens values. */
export interface Sealer {
  seal(purpose: Purpose, value: unknown, seconds: number): Promise<string>
  /** The value; undefined when the service has not sealed it, or when it is altered, expired, or of another purpose or host. */
  open<T>(purpose: Purpose, text: string | undefined): Promise<T | undefined>
}

/**
 * @param secrets the first one seals, all of them open
 * @param host the name of the service's host: what is sealed there opens nowhere else
 */
export function sealerOf(secrets: readonly string[], host: string): Sealer {
  const keyOf = (secret: string, info: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, '', info, 32))
  // Earlier versions had one key for all hosts. It seals no more.
  const infos = [`portico-session-service ${host}`, 'portico-session-service']
  const keys = secrets.flatMap((secret) => infos.map((info) => keyOf(secret, info)))
  const [newest = new Uint8Array()] = keys
  return {
    seal: (purpose, value, seconds) =>
      new EncryptJWT({ value })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
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
          return payload.value as T
        } catch {
          // It may be of an older secret, or of an earlier version.
        }
      }
      return undefined
    },
  }
}

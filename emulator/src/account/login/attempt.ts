// How far somebody is in logging in: who they say they are, what they have shown, and the one-time code that is
// on its way. Kept in the store, so that a restart in the middle of a login loses nothing.

import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Store } from '../../store/store.ts'
import type { User } from '../../store/user.ts'
import type { Method } from './methods.ts'

const KIND = 'login-attempt'
const LIFETIME_MS = 3_600_000
const TRIES = 5

/** A log-in in progress. */
export interface Attempt {
  readonly uuid?: string
  readonly done: readonly Method[]
  /** Set once the person chose to be somebody else than the session says: nothing of it counts then. */
  readonly fresh: boolean
  readonly code?: { readonly method: Method; readonly value: string; readonly triesLeft: number }
}

export type CodeResult = 'right' | 'wrong' | 'used-up'

/** The attempt of one interaction. */
export interface Attempts {
  read(uid: string): Attempt
  write(uid: string, attempt: Attempt): void
  /** Starts over, as another person. */
  startOver(uid: string): void
  /** The code that the person is to enter, made and sent when there is none yet. */
  codeFor(uid: string, user: User, method: Method): string
  /** Makes and sends another one. */
  newCode(uid: string, user: User, method: Method): string
  checkCode(uid: string, method: Method, given: string): CodeResult
}

export function attempts({ records, messages }: Store): Attempts {
  const read = (uid: string): Attempt => records.get<Attempt>(KIND, uid) ?? { done: [], fresh: false }
  const write = (uid: string, attempt: Attempt): void => records.put(KIND, uid, attempt, LIFETIME_MS)

  function newCode(uid: string, user: User, method: Method): string {
    const value = String(randomInt(1_000_000)).padStart(6, '0')
    write(uid, { ...read(uid), code: { method, value, triesLeft: TRIES } })
    if (method === 'otp-email') messages.send(user.uuid, 'email', value)
    if (method === 'sms') messages.send(user.uuid, 'sms', value)
    return value
  }

  return {
    read,
    write,
    startOver: (uid) => write(uid, { done: [], fresh: true }),
    newCode,
    codeFor(uid, user, method) {
      const { code } = read(uid)
      return code?.method === method && code.triesLeft > 0 ? code.value : newCode(uid, user, method)
    },
    checkCode(uid, method, given) {
      const attempt = read(uid)
      const { code } = attempt
      if (code === undefined || code.method !== method || code.triesLeft < 1) return 'used-up'
      const digits = Buffer.from(given.replaceAll(/\D/g, '').padEnd(6).slice(0, 6))
      if (timingSafeEqual(digits, Buffer.from(code.value))) {
        const { code: _used, ...rest } = attempt
        write(uid, rest)
        return 'right'
      }
      const triesLeft = code.triesLeft - 1
      write(uid, { ...attempt, code: { ...code, triesLeft } })
      return triesLeft > 0 ? 'wrong' : 'used-up'
    },
  }
}

// How far somebody is in logging in: who they say they are, what they have shown, and the one-time code that is
// on its way. Kept in the store, so that a restart in the middle of a login loses nothing.

import { randomInt } from 'node:crypto'
import type { Store } from '../../store/store.ts'
import type { User } from '../../store/user.ts'
import type { Method } from './methods.ts'

const KIND = 'login-attempt'
const LIFETIME_MS = 3_600_000

/** A login in progress. */
export interface Attempt {
  readonly uuid?: string
  readonly done: readonly Method[]
  /** Set once the person chose to be somebody else than the session says: nothing of it counts then. */
  readonly fresh: boolean
  readonly code?: { readonly method: Method; readonly value: string }
}

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
  /** Whether it is the code; then it is used. */
  takeCode(uid: string, method: Method, given: string): boolean
}

export function attempts({ records, users }: Store): Attempts {
  const read = (uid: string): Attempt => records.get<Attempt>(KIND, uid) ?? { done: [], fresh: false }
  const write = (uid: string, attempt: Attempt): void => records.put(KIND, uid, attempt, LIFETIME_MS)

  function newCode(uid: string, user: User, method: Method): string {
    const value = String(randomInt(1_000_000)).padStart(6, '0')
    write(uid, { ...read(uid), code: { method, value } })
    if (method === 'otp-email') users.send(user, 'email', value)
    if (method === 'sms') users.send(user, 'sms', value)
    return value
  }

  return {
    read,
    write,
    startOver: (uid) => write(uid, { done: [], fresh: true }),
    newCode,
    codeFor(uid, user, method) {
      const { code } = read(uid)
      return code?.method === method ? code.value : newCode(uid, user, method)
    },
    takeCode(uid, method, given) {
      const { code, ...rest } = read(uid)
      if (code?.method !== method || given.replaceAll(/\D/g, '') !== code.value) return false
      write(uid, rest)
      return true
    },
  }
}

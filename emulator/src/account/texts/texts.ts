// What the log-in pages say, in the languages that a login URL can name.

import { enUS } from './en-us.ts'
import { fiFI } from './fi-fi.ts'
import { nbNO } from './nb-no.ts'
import { svSE } from './sv-se.ts'

/** Every sentence of the log-in pages. */
export interface Texts {
  readonly lang: string
  readonly logInTo: (client: string) => string
  readonly confirmItIsYou: string
  readonly email: string
  readonly password: string
  readonly next: string
  readonly logIn: string
  readonly wrongEmail: string
  readonly wrongPassword: string
  readonly continueAs: (name: string) => string
  readonly somebodyElse: string
  readonly otherAccount: string
  readonly testUsers: string
  readonly cancel: string
  readonly code: string
  readonly confirm: string
  readonly wrongCode: string
  readonly codeUsedUp: string
  readonly tooManyGuesses: string
  readonly newCode: string
  readonly otp: string
  readonly sms: (phone: string) => string
  readonly otpEmail: (email: string) => string
  readonly eid: (kind: string) => string
  readonly confirmWithEid: string
  readonly mailbox: string
  readonly mailSubject: string
  readonly phone: string
  readonly app: string
  readonly consents: string
  readonly parameters: string
  readonly teasers: Readonly<Record<string, string>>
  readonly foot: string
}

const LOCALES = new Map([
  ['nb_NO', nbNO],
  ['fi_FI', fiFI],
  ['sv_SE', svSE],
  ['en_US', enUS],
])

/** The texts for a `locale` parameter; English for one that is not offered. */
export function textsFor(locale: unknown): Texts {
  return LOCALES.get(String(locale)) ?? enUS
}

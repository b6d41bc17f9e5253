// What the log-in pages say.

/** Every sentence of the log-in pages. */
export interface Texts {
  readonly lang: string
  readonly logInTo: (client: string) => string
  /** Where somebody who is logged in has to show more. */
  readonly confirmItIsYou: string
  /** The titles of the steps after the first. */
  readonly enterPassword: string
  readonly enterCode: string
  readonly identifyYourself: string
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

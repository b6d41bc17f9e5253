/**
 * What a test says of the reader. A state in which no reader can be is refused, and so are misspelt names: many tests are not
 * type-checked, and would be about another reader than the one they mean.
 */
import { checkOption, expected } from '../../core/errors.ts'
import { EXPLANATIONS, type SDKErrorReason } from '../../core/reasons.ts'
import type { Session } from '../../core/session/types.ts'
import { meant } from '../../devtools/checks/meant.ts'
import { OPTION_NAMES } from '../../devtools/known-names.ts'
import type { SimplifiedLoginData } from '../../plugins/login/user-context.ts'
import type { ServiceResponse } from './responses.ts'

/** What may be said of the reader, whether or not it goes together. */
export interface ReaderFacts {
  /**
   * As in a snapshot. `loading`: the response is on its way, until the next `set`. @default follows from `session`, `reason`
   * and `answer`
   */
  status?: 'connected' | 'notConnected' | 'loggedOut' | 'loading' | 'unavailable'
  /** The reader. The members that you leave out are Ada's. Null means that nobody is logged in. */
  session?: Partial<Session> | null
  /** Why a call for the session fails. @default 'session-unreachable', where the status is `unavailable` */
  reason?: SDKErrorReason
  /** What the session service says to the letter, such as `answers.refresh()`. */
  response?: ServiceResponse
  /** Whom the account service knows in this browser, for the continue-as widget. @default nobody */
  userContext?: Partial<SimplifiedLoginData> | null
  /** The products to which the reader has access, or what the session service says of it, for the plugin `access()`. @default none */
  access?: readonly string[] | ServiceResponse
}

/** The statuses that go with a session, and those that go with none. */
type Agreement =
  | { status?: 'connected' | 'notConnected'; session?: object }
  | { status?: 'loggedOut' | 'loading' | 'unavailable'; session?: null }
  | { status?: undefined }

/** What is true of the reader. All of it is optional: without any, nobody is logged in. */
export type ReaderState = ReaderFacts & Agreement

type Status = NonNullable<ReaderState['status']>

const STATUSES: readonly Status[] = ['connected', 'notConnected', 'loggedOut', 'loading', 'unavailable']
const STATE_NAMES: readonly (keyof ReaderState)[] = [
  ...(['status', 'session', 'reason', 'response', 'userContext', 'access'] as const),
]
const KNOWN_NAMES = [...STATE_NAMES, 'url', 'other', ...OPTION_NAMES]

/** Refuses misspelt names. Others may be options of the page's own plugins. @throws {SDKError} `option-invalid` */
export function checkOptionNames(options: object): void {
  for (const name of Object.keys(options)) {
    const right = meant(name, KNOWN_NAMES)
    checkOption(!right, `${name} is no option. Give ${right}`)
  }
}

/** Refuses what is no whole address. @throws {SDKError} `option-invalid` */
export function checkAddress(name: string, value: string): void {
  checkOption(URL.canParse(value), expected(name, value, 'a whole address, such as https://site.com/article'))
}

/** Refuses a status that does not go with what else is given. */
function checkAgreement({ status, session, reason }: ReaderState): void {
  const agree = (what: string, ...statuses: Status[]) =>
    checkOption(
      !status || statuses.includes(status),
      `status is "${status}", but ${what}. Give ${statuses.join(' or ')} as the status, or only one of the two`,
    )
  if (session) agree('a session is given', 'connected', 'notConnected')
  if (session === null) agree('session is null', 'loggedOut', 'loading', 'unavailable')
  if (reason) agree(`reason is "${reason}"`, reason === 'session-missing' ? 'loggedOut' : 'unavailable')
  checkOption(!session || !reason, `reason is "${reason}", but a session is given. Give only one of the two`)
}

/** Checks what is true of the reader. @throws {SDKError} `option-invalid`, naming what is wrong */
export function checkState(state: ReaderState): void {
  const { status, session, reason } = state
  checkOption(
    status === undefined || STATUSES.includes(status),
    expected('status', status, `one of ${STATUSES.join(', ')}`),
  )
  checkOption(
    session == null || (typeof session === 'object' && !Array.isArray(session)),
    expected('session', session, 'an object with members of a session, or null'),
  )
  checkOption(
    reason === undefined || Object.hasOwn(EXPLANATIONS, reason),
    expected('reason', reason, 'a reason of an SDKError, such as session-unreachable or timeout'),
  )
  checkAgreement(state)
}

/** Checks what `set` is given: that has no options. @throws {SDKError} `option-invalid`, naming what is wrong */
export function checkChange(state: ReaderState): void {
  const unknown = Object.keys(state).find((name) => !STATE_NAMES.some((known) => known === name))
  checkOption(unknown === undefined, `set takes no ${unknown}. Give only ${STATE_NAMES.join(', ')}`)
  checkState(state)
}

/** How the reports of a soak name what a call failed with. */

/** Why a call failed, and what else the error says. */
export interface Failure {
  readonly reason: string
  readonly code?: number
  /** Of a call that was refused: when the service will be asked again. */
  readonly retryAt?: number
}

/** One word for a failure: `session-unreachable/503@1700000000000`. */
export function failureWord({ reason, code, retryAt }: Failure): string {
  return `${reason}${code === undefined ? '' : `/${code}`}${retryAt === undefined ? '' : `@${retryAt}`}`
}

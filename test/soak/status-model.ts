/** The part of the reference model that says what `getSnapshot` of one instance is to say. */
import { type Labelled, label, type Reader } from './readers.ts'

export class StatusModel {
  #status = 'unknown'
  #reader: Reader | null = null
  #reason = ''

  asks(): void {
    if (this.#status === 'unknown') this.#status = 'loading'
  }

  /** The session was cleared: nobody is told of the call that is on its way. */
  clears(): void {
    if (this.#status === 'loading') this.#status = 'unknown'
  }

  /** The service has said who reads: a user, or nobody. */
  settles(reader: Reader | null): void {
    this.#reader = reader?.userId ? reader : null
    this.#status = this.#reader ? (this.#reader.result ? 'connected' : 'notConnected') : 'loggedOut'
    this.#reason = ''
  }

  /** The service could not be asked: what was known stays known. */
  fails(reason: string): void {
    this.#status = 'unavailable'
    this.#reason = reason
  }

  /** As a page reports it. */
  word(): string {
    return snapshotWord(this.#status, this.#reader, this.#reason)
  }
}

/** One line for a snapshot. */
export function snapshotWord(status: string, session: Labelled | null, reason = ''): string {
  return `${status} ${label(session)} ${reason}`
}

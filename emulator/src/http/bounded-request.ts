// A request whose body is all there, and no longer than it may be, before anybody answers. So whoever answers may
// read it in any way, and nobody holds more of it than the limit, however it is sent.

import { IncomingMessage } from 'node:http'
import { MAX_BODY_BYTES, SHOWN_BODY_BYTES } from './limits.ts'

export class BoundedRequest extends IncomingMessage {
  #bytes = 0
  #start: Buffer[] = []
  #startBytes = 0
  #settled: ((fits: boolean) => void) | undefined

  /** The beginning of the body that has arrived: for people, who need no more of it. */
  get body(): Buffer {
    return Buffer.concat(this.#start)
  }

  /** How much of the body has arrived, or was said to come when that is too much. */
  get bodyBytes(): number {
    return this.#bytes
  }

  /** Calls back once: true when the body has arrived, false as soon as it is too long. */
  whenArrived(settled: (fits: boolean) => void): void {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = this.headers
    if (Number(length) > MAX_BODY_BYTES) {
      this.#bytes = Number(length)
      settled(false)
    } else if (encoding === undefined && Number(length) === 0) settled(true)
    else this.#settled = settled
  }

  /** What node's parser calls for each piece of the body, and with null at its end. */
  override push(piece: Buffer | null): boolean {
    if (piece === null) {
      const more = super.push(null)
      this.#settle(true)
      return more
    }
    this.#bytes += piece.length
    if (this.#startBytes < SHOWN_BODY_BYTES)
      this.#keep(piece.subarray(0, SHOWN_BODY_BYTES - this.#startBytes))
    // what is too much is dropped, but read: see where it is refused
    if (this.#bytes > MAX_BODY_BYTES) this.#settle(false)
    else super.push(piece)
    return true
  }

  #keep(piece: Buffer): void {
    // a copy: the whole of what has been read would live as long as the piece
    this.#start.push(Buffer.from(piece))
    this.#startBytes += piece.length
  }

  #settle(fits: boolean): void {
    const settled = this.#settled
    this.#settled = undefined
    // the parser is in the middle of its work
    if (settled !== undefined) process.nextTick(settled, fits)
  }
}

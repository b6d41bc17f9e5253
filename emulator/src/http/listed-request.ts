// A request that remembers the beginning of its body, for the request list.

import { IncomingMessage } from 'node:http'

/** How much of a body people are shown. */
const SHOWN_BYTES = 4 * 1024

export class ListedRequest extends IncomingMessage {
  /** Bytes that have arrived. */
  bodyBytes = 0
  #start = Buffer.alloc(0)

  get body(): Buffer {
    return this.#start
  }

  /** What node's parser calls for each piece of the body, and with null at its end. */
  override push(piece: Buffer | null): boolean {
    if (piece) {
      this.bodyBytes += piece.length
      this.#start = Buffer.concat([this.#start, piece.subarray(0, SHOWN_BYTES - this.#start.length)])
    }
    return super.push(piece)
  }
}

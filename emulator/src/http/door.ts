// What every request meets first: nothing that a client sends ends the process, and no page is shown within another.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { settleTarget } from './request-target.ts'

/** Which pages may show one of the emulator within themselves; said as well by policies that replace this one. */
export const FRAME_ANCESTORS = "frame-ancestors 'none'"

/** Puts the door before a listener. */
export function behindDoor(listener: RequestListener): RequestListener {
  return (request, response) => {
    // nobody clicks on a page of the emulator that is hidden in another one
    response.setHeader('content-security-policy', FRAME_ANCESTORS)
    response.setHeader('x-frame-options', 'DENY')
    if (settleTarget(request)) void answer(listener, request, response)
    else refuse(response, 400, 'Target and Host header of the request make no URL.')
  }
}

async function answer(
  listener: RequestListener,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await listener(request, response)
  } catch (error) {
    console.error(error)
    if (response.headersSent) response.destroy()
    else refuse(response, 500, 'The emulator has a fault; the terminal that it runs in says which.')
  }
}

/** Says no in a sentence; the connection closes with the end of the response. */
function refuse(response: ServerResponse, status: number, sentence: string): void {
  const body = `${sentence}\n`
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  response.end(body)
}

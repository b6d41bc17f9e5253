// What every request meets first: nothing that a client sends ends the process, or is waited for without end, and no
// page is shown within another.

import type { RequestListener, ServerResponse } from 'node:http'
import type { BoundedRequest } from './bounded-request.ts'
import { LINGER_MS, MAX_BODY_BYTES } from './limits.ts'
import { settleTarget } from './request-target.ts'

/** Which pages may show one of the emulator within themselves; said as well by policies that replace this one. */
export const FRAME_ANCESTORS = "frame-ancestors 'none'"

/** Puts the door before a listener. */
export function behindDoor(
  listener: RequestListener,
): (request: BoundedRequest, response: ServerResponse) => void {
  return (request, response) => {
    // nobody clicks on a page of the emulator that is hidden in another one
    response.setHeader('content-security-policy', FRAME_ANCESTORS)
    response.setHeader('x-frame-options', 'DENY')
    request.whenArrived((fits) => {
      if (!fits) refuseBody(response)
      else if (settleTarget(request)) void answer(listener, request, response)
      else refuse(response, 400, 'Target and Host header of the request make no URL.').end()
    })
  }
}

async function answer(
  listener: RequestListener,
  request: BoundedRequest,
  response: ServerResponse,
): Promise<void> {
  try {
    await listener(request, response)
  } catch (error) {
    console.error(error)
    if (response.headersSent) response.destroy()
    else refuse(response, 500, 'The emulator has a fault; the terminal that it runs in says which.').end()
  }
}

/** What is still on its way is read for a moment: closing on unread bytes takes the answer away with them. */
function refuseBody(response: ServerResponse): void {
  refuse(response, 413, `The body of the request is too long: ${MAX_BODY_BYTES / 1024} kB are the most.`)
  const close = setTimeout(() => response.end(), LINGER_MS)
  response.once('close', () => clearTimeout(close))
}

/** Says no in a sentence; the connection closes with the end of the response. */
function refuse(response: ServerResponse, status: number, sentence: string): ServerResponse {
  const body = `${sentence}\n`
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  response.write(body)
  return response
}

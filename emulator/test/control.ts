// Calls of the control API, as programs make them.

import type { Emulator } from '../src/index.ts'
import { Visitor } from './helpers.ts'

/** One call, with JSON where something is sent. */
export function callControl(
  emulator: Emulator,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  return new Visitor().request(emulator.url('account.localhost', `/control/api/${path}`), {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** What a call that is refused says. */
export async function refusalOf(response: Response): Promise<string> {
  return `${response.status} ${((await response.json()) as { error?: string }).error}`
}

// The policy of the demo pages: scripts by nonce, and what those load themselves. The strict one is for trying
// out whether a page's scripts, the identity library among them, can live with trusted types and no exception.

import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { FRAME_ANCESTORS } from '../http/door.ts'

/** Sets the header; returns the nonce for the page's own script elements. */
export function contentSecurityPolicy(c: Context, { strict }: { strict: boolean }): string {
  const nonce = randomBytes(16).toString('base64')
  const rules = [
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "object-src 'none'",
    "base-uri 'none'",
    FRAME_ANCESTORS,
    ...(strict ? ["require-trusted-types-for 'script'"] : []),
  ]
  c.header('content-security-policy', rules.join('; '))
  return nonce
}

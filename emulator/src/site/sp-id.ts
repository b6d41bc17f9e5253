// What a publisher's server makes of the SP_ID cookie that the identity library sets: it checks the signature and
// looks inside, without asking anybody.

import { readCacheCookie } from 'portico/server'
import type { EmulatorContext } from '../context.ts'
import { verify } from '../session-service/signature.ts'

interface SpId {
  readonly sub: string
  readonly exp: number
}

export type SpIdReading =
  | { readonly seen: false }
  | { readonly seen: true; readonly valid: false }
  | { readonly seen: true; readonly valid: true; readonly uuid: string }

/** @param header the request's header `Cookie` */
export function readSpId({ store }: EmulatorContext, header: string | undefined): SpIdReading {
  const cookie = readCacheCookie(header)
  if (cookie === undefined) return { seen: false }
  const content = verify<SpId>(store.secrets.signingKey, cookie.spId)
  const valid = content !== undefined && content.exp * 1000 > Date.now()
  return valid ? { seen: true, valid, uuid: content.sub } : { seen: true, valid: false }
}

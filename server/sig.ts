/**
 * The `sig` of the session service: claims that it has signed with the client's signature secret.
 */
import { ownMembers } from '../core/json.ts'
import { looksEmpty } from './secret.ts'
import { openText } from './signed-text.ts'

/** What the claims name as the way in which they are signed. */
export const ALGORITHM = 'HMAC-SHA256'

/** What is wrong with a `sig` before its claims are looked at. */
export type SigFault = 'secret-missing' | 'malformed' | 'forged' | 'algorithm'

/** Opens a `sig`, whatever it is. @returns its claims, which have no members but their own; or what is wrong */
export async function openSig(sig: unknown, secret: string | undefined): Promise<SigFault | Record<string, unknown>> {
  if (typeof secret !== 'string' || looksEmpty(secret)) return 'secret-missing'
  const opened = await openText(sig, secret)
  if (typeof opened === 'string') return opened
  const claims = ownMembers(opened)
  return claims.algorithm === ALGORITHM ? claims : 'algorithm'
}

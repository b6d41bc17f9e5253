/**
 * A script for the page's head that hands over the session which the server knows: the page asks nobody, and shows no
 * stranger first.
 */
import type { Environment } from '../core/environment.ts'
import { lifetimeOf } from '../core/session-answer.ts'
import type { HasSessionSuccessResponse } from '../core/types.ts'
import { quote } from './inline-script.ts'

/** Options of {@link initialSessionScript}. */
export interface InitialSessionOptions {
  /** The client that the session is for, where a page has more than one. @default the first identity that asks */
  clientId?: string
  /** Unit in which the session states `expiresIn`, as in the environment. @default 'milliseconds' */
  expiresInUnit?: Environment['expiresInUnit']
}

/**
 * The script for the page's head. The plugin `headStart` gives this session to whoever asks first, until it expires. `sig`
 * and `sp_id` are left out. The text is safe within a script element, whatever the session holds.
 *
 * It makes the page one reader's: send it with `Cache-Control: private, no-store`.
 *
 * @param session as {@link verifySession} gives it; for none, and for one that is over, the script is empty
 * @example const tag = known.ok ? `<script nonce="${nonce}">${initialSessionScript(known.session)}</script>` : ''
 */
export function initialSessionScript(
  session: HasSessionSuccessResponse | null | undefined,
  { clientId = '', expiresInUnit }: InitialSessionOptions = {},
): string {
  if (!session) return ''
  const { sig: _, sp_id: __, ...facts } = session
  const now = Date.now()
  const { serverTime = now / 1000 } = facts
  const expiresAt = serverTime * 1000 + lifetimeOf(facts, { expiresInUnit } as Environment)
  const leftMs = Math.floor(expiresAt - now)
  if (!(leftMs > 0)) return ''
  // Whichever is sooner: the reader's clock may be slow, and a page may come from the browser's own cache.
  const end = `Math.min(${now + leftMs},Date.now()+${leftMs})`
  // Parsed, since in a script's own text a member named __proto__ would be more than a member.
  return `porticoHead=[${quote(clientId)},${end},JSON.parse(${quote(JSON.stringify(facts))})]`
}

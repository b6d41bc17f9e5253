/** How a test says which error of the library it expects. */
import { expect } from 'vitest'
import type { SDKErrorReason } from '../../core/reasons.ts'

/** An error for this reason, whose message has these words, or matches. */
export const sdkError = (
  reason: SDKErrorReason,
  words: string | RegExp,
): { name: 'SDKError'; reason: SDKErrorReason; message: string } => ({
  name: 'SDKError',
  reason,
  message: typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
})

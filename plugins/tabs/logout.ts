/**
 * A logout, as the other tabs see it: from the moment in which a page leaves for it, until the service has heard of it.
 */
import type { DatedAnswer } from '../../core/answer.ts'
import type { Kernel } from '../../core/plugin.ts'
import type { Agreement } from './agreement.ts'
import { NOBODY } from './mark.ts'

/** What a tab answers itself with, in place of asking, while one is on its way to the logout page. It expires at once, so nobody keeps it. */
export const loggedOutAnswer = (): DatedAnswer => {
  const now = Date.now()
  return { origin: 'tab', status: 400, body: { error: { code: 400 } }, askedAt: now, expiresAt: now }
}

/** Tells of the logouts of this page. @returns what the page calls when it is gone, or asleep */
export function tellLogouts(kernel: Kernel, agreement: Agreement): () => void {
  let isLoggingOut = false
  const tell = () => agreement.writeMark({ changedAt: Date.now(), user: NOBODY })

  kernel.hook('logout:before', () => {
    isLoggingOut = true
    agreement.withdraw()
    agreement.beginLogout()
    tell()
  })
  return () => {
    if (!isLoggingOut) return
    // The service has answered the logout, unless the reader closes the tab first.
    isLoggingOut = false
    agreement.endLogout()
    tell()
  }
}

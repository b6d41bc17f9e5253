/**
 * The habits of that client in the session call.
 * Hooks: session:fetched, session:settled, session:cleared, logout:before. Storage: takes away that of `Monetization`. Methods: none.
 */
import type { EventName } from '../../core/kernel/events.ts'
import type { Kernel, Plugin } from '../../core/kernel/plugin.ts'
import { isRequest } from '../../core/session/reading.ts'
import type { HasSessionSuccessResponse } from '../../core/session/types.ts'
import { sessionNews } from '../../plugins/reporting/session-events.ts'
import { withLifetime } from './as-sent.ts'
import { forgetAccess } from './forget-access.ts'
import { failed, type Outcomes } from './session-call.ts'

type Session = HasSessionSuccessResponse

/**
 * @param outcomes is told of each call
 * @param redirectUri where the browser returns to, if anywhere
 */
export function sessionHabits(outcomes: Outcomes, redirectUri: string | undefined): Plugin {
  return {
    name: 'session-habits',
    setup(kernel: Kernel) {
      const emitCopy = (name: EventName, session: Session) => kernel.emit(name, outcomes.lastCopy(session))
      // The sessions that it compares are the kernel's: a service may send an id as text.
      const compare = sessionNews(emitCopy as Kernel['emit'])
      // Neither a logout nor a failure forgets it: the next session is compared with it.
      let last: Session | undefined

      kernel.hook('session:cleared', () => forgetAccess(kernel))
      kernel.hook('session:fetched', (fetched) => {
        fetched.answer = withLifetime(fetched.answer)
      })
      kernel.hook('session:settled', (settled) => {
        const { outcome, origin, session, answer, error } = settled
        outcomes.isRefreshing = outcome === 'refreshing'
        // Where nobody was asked, the page was being left already.
        outcomes.refreshAddress = outcome === 'refreshing' && origin ? settled.address : undefined
        // Nobody reads any more, or somebody else.
        const isOther = last && session && last.userId !== session.userId
        if (isOther || (outcome === 'loggedOut' && isRequest(origin))) forgetAccess(kernel)
        if (error) kernel.emit('error', failed(error))
        else if (session && answer) {
          outcomes.newCopy(session)
          compare(last, session)
          last = session
        }
      })
      kernel.hook('logout:before', () => kernel.emit('logout', null))
      // The stand-in has passed the check of the options; parameters without a value are left out.
      ;(kernel.options as { redirectUri: string | undefined }).redirectUri = redirectUri
    },
  }
}

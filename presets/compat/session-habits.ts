/**
 * The habits of that client in the session call.
 * Hooks: session:started, session:fetched, session:settled, logout:before. Storage, methods: none.
 */
import type { Kernel, Plugin } from '../../core/plugin.ts'
import { readAnswer } from '../../core/session-answer.ts'
import type { HasSessionSuccessResponse } from '../../core/types.ts'
import { sessionNews } from '../../plugins/reporting/session-events.ts'
import { isRecord, noted } from './as-sent.ts'
import { failed, type Outcomes } from './session-call.ts'

type Session = HasSessionSuccessResponse

/**
 * @param outcomes is told of each call
 * @param redirectUri where the browser returns to, if anywhere
 * @param beforeCall is called before each
 */
export function sessionHabits(outcomes: Outcomes, redirectUri: string | undefined, beforeCall: () => void): Plugin {
  return {
    name: 'session-habits',
    setup(kernel: Kernel) {
      const compare = sessionNews(kernel.emit)
      // Neither a logout nor a failure forgets it: the next session is compared with it.
      let last: Session | undefined

      kernel.hook('session:started', beforeCall)
      kernel.hook('session:fetched', (fetched) => {
        const { answer } = fetched
        const { error } = readAnswer(answer)
        // Only what is kept: a session, and that there is none.
        const isKept = !error || error.reason === 'session-missing'
        if (isKept && isRecord(answer.body)) fetched.answer = noted(answer, answer.body)
      })
      kernel.hook('session:settled', (settled) => {
        const { outcome, origin, session, error } = settled
        outcomes.isRefreshing = outcome === 'refreshing'
        // Where nobody was asked, the page was being left already.
        outcomes.refreshAddress = outcome === 'refreshing' && origin ? settled.address : undefined
        if (error) kernel.emit('error', failed(error))
        else if (session && outcome !== 'refreshing') {
          compare(last, outcomes.copy(session))
          last = session
        }
      })
      kernel.hook('logout:before', () => kernel.emit('logout', null))
      // The stand-in has passed the check of the options; parameters without a value are left out.
      ;(kernel.options as { redirectUri: string | undefined }).redirectUri = redirectUri
    },
  }
}

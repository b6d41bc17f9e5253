/**
 * The habits of that client in the session call.
 * Hooks: session:fetched, session:settled, session:cleared, logout:before. Storage: one entry of the tab; takes away that of `Monetization`.
 * Methods: none.
 */
import { type DatedAnswer, isRequest } from '../../core/answer.ts'
import type { EventName } from '../../core/events.ts'
import type { Kernel, Plugin } from '../../core/plugin.ts'
import { isAboutReader, readAnswer } from '../../core/session-answer.ts'
import type { HasSessionSuccessResponse } from '../../core/types.ts'
import { sessionNews } from '../../plugins/reporting/session-events.ts'
import { isRecord, withLifetime, withoutZero } from './as-sent.ts'
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

      // Beside the cache, which keeps the session as the kernel has read it.
      const entry = kernel.storage.entry('as-sent')
      const keep = (session: Session, { askedAt, expiresAt }: DatedAnswer) => {
        const sent = outcomes.sent.get(session)
        entry.set({ [askedAt]: JSON.stringify(sent) !== JSON.stringify(session) && sent }, expiresAt)
      }
      const find = (session: Session, { askedAt }: DatedAnswer) => {
        // Any script of the page may have written it.
        const { [askedAt]: sent }: Record<number, unknown> = Object(entry.get())
        if (isRecord(sent)) outcomes.sent.set(session, sent)
      }

      kernel.hook('session:cleared', () => {
        entry.remove()
        forgetAccess(kernel)
      })
      kernel.hook('session:fetched', (fetched) => {
        const { answer } = fetched
        const { body } = answer
        // Only what is kept: a session, and that there is none.
        if (!isAboutReader(answer) || !isRecord(body)) return
        fetched.answer = readAnswer(answer).session ? withLifetime(answer, body) : withoutZero(answer, body)
        const { session } = readAnswer(fetched.answer)
        if (session) outcomes.sent.set(session, body)
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
          if (isRequest(origin)) keep(session, answer)
          else find(session, answer)
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

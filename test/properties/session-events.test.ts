import './runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import { login } from '../../plugins/login/login.ts'
import { sessionEvents } from '../../plugins/reporting/session-events.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { optionsFor } from '../support/fixtures.ts'
import { type Answer, broken, json, openPage, text } from '../support/page.ts'
import { createEventModel, EVENTS, type Known } from '../support/session-model.ts'

type Step =
  | { do: 'session'; userId?: number; userStatus?: string }
  | { do: 'none' | 'refused' | 'down' | 'broken' | 'again' | 'logout' }

/**
 * The reference with its cache. `again` asks without clearing the cache first, so that the last answer that may be
 * remembered comes again.
 */
function createModel() {
  const events = createEventModel()
  let cached: Known | 'none' | undefined

  return {
    isCached: () => cached !== undefined,
    hears(step: Step): string[] {
      if (step.do === 'again') {
        if (cached === 'none') return events.none()
        return cached ? events.session(cached) : []
      }
      cached = undefined
      if (step.do === 'logout') return events.logout()
      if (step.do === 'session') {
        cached = { userId: step.userId, userStatus: step.userStatus }
        return events.session(cached)
      }
      if (step.do !== 'none') return events.failure()
      cached = 'none'
      return events.none()
    },
  }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        do: fc.constant('session' as const),
        userId: fc.constantFrom(0, 1, 2),
        userStatus: fc.constantFrom('connected', 'notConnected'),
      },
      { requiredKeys: ['do'] },
    ),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'none' as const,
        'refused' as const,
        'down' as const,
        'broken' as const,
        'again' as const,
        'logout' as const,
      ),
    }),
  },
)

function answersTo(step: Step): Answer[] {
  switch (step.do) {
    case 'session':
      return [json(200, { ...step, do: undefined })]
    case 'none':
      return [text(400, '')]
    case 'refused':
      return [text(401, '')]
    case 'down':
      return [text(503, '')]
    case 'broken':
      return [broken, broken]
    default:
      return []
  }
}

describe('events', () => {
  it.each([
    ['events last', [login(), fetchTransport(), sessionCache(), sessionEvents()] as const],
    ['events first', [sessionEvents(), sessionCache(), fetchTransport(), login()] as const],
  ])('are those of the reference model, in any sequence of sessions (%s)', async (_, plugins) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const page = openPage()
        // The moment before a broken connection is told of would be waited for thousands of times.
        const soon = (act: () => void, ms: number) => setTimeout(act, ms <= 1500 ? 0 : ms)
        Object.assign(page.window, { setTimeout: soon, clearTimeout })
        const identity = createIdentity(optionsFor(page), plugins)
        const model = createModel()
        const heard: string[] = []
        for (const name of EVENTS) identity.on(name, () => heard.push(name))
        for (const step of steps) {
          if (step.do === 'again' && !model.isCached()) continue
          if (step.do === 'logout') identity.logout()
          else {
            if (step.do !== 'again')
              (identity as unknown as { clearCachedUserSession(): void }).clearCachedUserSession()
            page.answer(...answersTo(step))
            await identity.hasSession().catch(() => {})
          }
          expect(heard.splice(0), `after ${step.do}`).toEqual(model.hears(step))
        }
      }),
    )
  })
})

import './runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullOn } from '../security/full.ts'
import { openPage } from '../support/page.ts'
import { answerBy, responseOf, text, value } from './outside.ts'

const NAMES = ['identifier', 'display_text', 'client_name', 'provider_id']
const members = fc.dictionary(fc.constantFrom(...NAMES, '__proto__', 'extra'), fc.oneof(text, value))
const body = fc.oneof(
  {
    weight: 3,
    arbitrary: members.map((some) => JSON.stringify({ identifier: 'i', display_text: 'd', ...some })),
  },
  value.map((any) => JSON.stringify(any)),
  text,
)

describe('whatever the global session service answers', () => {
  it('is nobody, or a user named by text alone', async () => {
    const page = openPage()
    let next = (): Response => responseOf(200, '')
    answerBy(page, () => next())
    const identity = fullOn(page)
    let known = 0
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 599 })),
        body,
        async (status, body) => {
          next = () => responseOf(status, body)
          const data = await identity.getUserContextData()
          if (data === null) return
          known++
          expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
          for (const [name, text] of Object.entries(data)) {
            expect(NAMES).toContain(name)
            expect(text).toEqual(JSON.parse(body)[name])
            if (name === 'identifier' || name === 'display_text')
              expect(`${typeof text} ${text}`).toMatch(/^(string|number) ./s)
          }
          expect(Object.keys(data)).toEqual(expect.arrayContaining(['identifier', 'display_text']))
        },
      ),
    )
    expect(known).toBeGreaterThan(0)
    expect(page.navigations).toEqual([])
  })
})

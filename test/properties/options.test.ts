import './runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Identity } from '../../presets/identity.ts'
import { ENV } from '../support/fixtures.ts'
import { anything, hasText, pageUrl, text, value } from './outside.ts'

/** What a page can give by mistake. */
const input = anything.filter(hasText)

/** A window that is cheap to make, and knows who listens to it. */
function bareWindow() {
  const listeners = new Set<unknown>()
  const announced: unknown[] = []
  const window = {
    location: { href: 'https://www.site.example/', assign: () => announced.push('navigation') },
    addEventListener(_type: string, listener: unknown, { signal }: AddEventListenerOptions = {}) {
      listeners.add(listener)
      signal?.addEventListener('abort', () => listeners.delete(listener))
    },
    removeEventListener: (_type: string, listener: unknown) => listeners.delete(listener),
    document: {},
    EventTarget: { prototype: { dispatchEvent: () => announced.push('ready') } },
    CustomEvent,
    fetch: () => announced.push('request'),
  }
  const names = Object.keys(window)
  return {
    window,
    announced,
    leftovers: () => [...listeners, ...Object.keys(window).filter((name) => !names.includes(name))],
  }
}

const url = fc.oneof(
  pageUrl,
  fc.constantFrom('https://id.site.example', 'https://*.site.example', 'https://%2a.site.example', '//x'),
  input,
)
const environment = fc.oneof(
  fc.constantFrom('PRE', 'PRO', 'PRO_NO', 'PRO_FI', 'PRO_DK', 'pre', '__proto__', 'constructor'),
  fc
    .dictionary(fc.constantFrom(...Object.keys(ENV), 'expiresInUnit'), input)
    .map((wrong) => ({ ...ENV, ...wrong })),
  input,
)
const options = fc.record(
  {
    clientId: fc.oneof(text, input),
    sessionDomain: url,
    redirectUri: url,
    env: environment,
    log: input,
    callbackBeforeRedirect: input,
    getConsents: input,
    refreshLoginLinks: fc.oneof(fc.boolean(), value),
    globalPrefix: fc.oneof(fc.constantFrom('sch', 'my'), input),
    plugins: fc.oneof(fc.array(input), input),
    __proto__: fc.constant(null),
  },
  { requiredKeys: [] },
)

const right = { clientId: 'c', sessionDomain: 'https://id.site.example', redirectUri: 'https://a.example' }

/** Right in most, so that not all of it ends at the first wrong option. */
const nearlyRight = options.map((wrong) => {
  const few = Object.entries(wrong).slice(0, 2)
  return { ...right, ...Object.fromEntries(few) }
})

describe('whatever the constructor is given', () => {
  it('it constructs, or throws an SDKError and leaves nothing behind', () => {
    let constructed = 0
    fc.assert(
      fc.property(fc.oneof(options, { weight: 3, arbitrary: nearlyRight }), (given) => {
        const { window, announced, leftovers } = bareWindow()
        try {
          const identity = new Identity({ ...given, window } as never)
          constructed++
          expect(announced).toEqual(['ready'])
          expect(new URL(identity.loginUrl({ state: 's' })).protocol).toMatch(/^https?:$/)
          identity.dispose()
        } catch (error) {
          expect(error).toMatchObject({
            name: 'SDKError',
            reason: expect.stringMatching(/^(option-invalid|plugin-(conflict|missing|failed))$/),
          })
          expect(announced).toEqual([])
        }
        expect(leftovers()).toEqual([])
      }),
      {
        examples: [
          [{ ...right, env: { ...ENV, expiresInUnit: ['seconds'] } }],
          [{ ...right, sessionDomain: 'https://%2a.site.example' }],
        ] as never,
      },
    )
    expect(constructed).toBeGreaterThan(0)
  })

  it('it throws an SDKError for anything that is no object of options', () => {
    fc.assert(
      fc.property(input, (given) => {
        try {
          new Identity(given as never)
          expect.unreachable('constructed')
        } catch (error) {
          expect(error).toMatchObject({ name: 'SDKError', reason: 'option-invalid' })
        }
      }),
    )
  })
})

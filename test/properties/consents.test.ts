import './runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullOn } from '../security/full.ts'
import { openPage } from '../support/page.ts'
import { anything, text, value } from './outside.ts'

const OWN = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'prompt']

/** The names after the protocol's own; each name of the URL comes once, and none but the first are the protocol's. */
function added(url: string): [string, string][] {
  const { origin, pathname, searchParams, hash } = new URL(url)
  expect(origin + pathname + hash).toBe('https://account.example/oauth/authorize')
  const pairs = [...searchParams]
  const names = pairs.map(([name]) => name)
  expect(names.slice(0, OWN.length)).toEqual(OWN)
  expect(new Set(names).size).toBe(names.length)
  const more = pairs.slice(OWN.length)
  for (const [name] of more) expect(OWN).not.toContain(name.toLowerCase())
  return more
}

describe('consents', () => {
  it('of whatever a reader returns leave a login URL with its own parameters, each once', () => {
    let given: unknown
    const identity = fullOn(openPage(), { getConsents: () => given as URLSearchParams })
    const names = fc.oneof(text, fc.constantFrom(...OWN, 'STATE', 'state[]', 'scope[0]', 'gdpr', '__proto__'))
    const reader = fc.oneof(
      { weight: 3, arbitrary: fc.array(fc.tuple(names, text)).map((pairs) => new URLSearchParams(pairs)) },
      text.map((query) => new URLSearchParams(query)),
      anything,
    )
    fc.assert(
      fc.property(reader, (returned) => {
        given = returned
        const more = added(identity.loginUrl({ state: 's' }))
        // What has entries means them.
        if (typeof Object(returned).entries !== 'function') expect(more).toEqual([])
      }),
      {
        examples: [
          [{ [Symbol.toStringTag]: 'URLSearchParams' }],
          [new URLSearchParams('state[]=evil&STATE=evil&gdpr=1&gdpr=0')],
          ['gdpr=1&gpp=x'],
        ],
      },
    )
  })

  it('of whatever a platform says are its four parameters at most, as it says them', () => {
    const page = openPage()
    const callbacks: ((event: unknown, success?: unknown) => void)[] = []
    const platform = (...args: unknown[]) =>
      callbacks.push(args.find((arg) => typeof arg === 'function') as (event: unknown) => void)
    Object.assign(page.window, { __tcfapi: platform, __gpp: platform })
    const identity = fullOn(page)
    const string = fc.oneof(text, fc.constantFrom('CPXxRfAPXxRfA', 'DBACNYA~1YNN'), value)
    const event = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record(
          {
            eventStatus: fc.constantFrom('tcloaded', 'useractioncomplete', 'cmpuishown'),
            gdprApplies: fc.oneof(fc.boolean(), value),
            tcString: string,
            listenerId: value,
            pingData: fc.oneof(
              fc.record({
                signalStatus: fc.constantFrom('ready', 'not ready'),
                gppString: string,
                applicableSections: fc.oneof(fc.array(fc.oneof(fc.integer(), value)), value),
              }),
              value,
            ),
          },
          { requiredKeys: [] },
        ),
      },
      anything,
    )
    const stated = new Set<string>()
    const state = (say: () => unknown) => {
      try {
        // As a URL has it: half a character has no encoding.
        stated.add(`${new URLSearchParams({ text: `${say()}` }).get('text')}`)
      } catch {
        // What has no text cannot be in a URL.
      }
    }
    fc.assert(
      fc.property(event, anything, (event, success) => {
        const { gdprApplies, tcString, pingData } = Object(event)
        state(() => +gdprApplies)
        state(() => tcString)
        state(() => pingData.gppString)
        state(() => pingData.applicableSections.join())
        for (const callback of callbacks) {
          try {
            callback(event, success)
          } catch {
            // A platform gets what it throws by its own getters; the library's state is what counts.
          }
        }
        for (const [name, value] of added(identity.loginUrl({ state: 's' }))) {
          expect(['gdpr', 'gdpr_consent', 'gpp', 'gpp_sid']).toContain(name)
          expect(stated).toContain(value)
        }
      }),
    )
    expect(callbacks).toHaveLength(2)
  })
})

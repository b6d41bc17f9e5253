import './runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullOn } from '../security/full.ts'
import { openPage } from '../support/page.ts'
import { answerBy, outcomeOf, responseOf, text, value } from './outside.ts'

const OURS = ['client_sdrn', 'redirect_uri', 'sdk_version', 'tabId']
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'https:',
      'http:',
      'javascript:',
      'blob:',
      'data:',
      '//',
      '/',
      '\\',
      '///',
      '@',
      ':',
      '..',
      '.',
      '%2f',
    ],
    ...[
      'id.site.example',
      'evil.example',
      'id.site.example.evil.example',
      '#',
      '?',
      '&',
      '\t',
      '\n',
      ' ',
      '*',
    ],
    ...OURS.map((name) => `${name}=evil`),
    ...['tabId', 'tab%49d=evil', 'redirect%5furi=evil', '=', '%', '\u0000', '\ud800', 'x'],
  ),
  text,
)
const redirectURL = fc.oneof(
  { weight: 4, arbitrary: fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')) },
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  value,
)

/** Whether an address, read as a browser reads it, is one of the session service, and nothing else besides. */
function isOfService(redirectURL: unknown): boolean {
  if (typeof redirectURL !== 'string' || !URL.canParse(redirectURL, 'https://id.site.example')) return false
  const { protocol, host, username, password } = new URL(redirectURL, 'https://id.site.example')
  return `${protocol}${host}${username}${password}` === 'https:id.site.example'
}

describe('whatever redirectURL the session service sends', () => {
  it('leads to its own origin with our parameters, each once, or nowhere', async () => {
    const page = openPage()
    let body = ''
    answerBy(page, () => responseOf(200, body))
    await fc.assert(
      fc.asyncProperty(redirectURL, async (redirectURL) => {
        page.window.sessionStorage.clear()
        page.navigations.length = 0
        body = JSON.stringify({ redirectURL })
        const identity = fullOn(page)
        const outcome = await outcomeOf(identity)
        identity.dispose()
        if (!isOfService(redirectURL)) {
          expect(outcome).toBe('redirect-refused')
          expect(page.navigations).toEqual([])
          return
        }
        expect(outcome).toBe('session-refreshing')
        expect(page.navigations).toHaveLength(1)
        const target = new URL(page.navigations[0] as string)
        expect([target.origin, target.username, target.password, target.hash]).toEqual([
          'https://id.site.example',
          '',
          '',
          '',
        ])
        for (const name of OURS) expect(target.searchParams.getAll(name)).toHaveLength(1)
        expect(target.searchParams.get('redirect_uri')).toBe('https://www.site.example/callback')
        expect(target.searchParams.get('client_sdrn')).toBe('sdrn:example:client:client-1')
      }),
      {
        examples: [
          ['blob:https://id.site.example/0'],
          ['/x?redirect_uri=evil&redirect_uri=evil&&redirect%5Furi=evil#x'],
          ['//id.site.example@evil.example/'],
          ['/.//evil.example'],
        ],
      },
    )
  })
})

import './runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullOn } from '../security/full.ts'
import { openPage } from '../support/page.ts'
import { answerBy, outcomeOf, pageUrlWithFragment, responseOf, text, value } from './outside.ts'

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
  pageUrlWithFragment,
  value,
)

/** Whether it is a path: read as a browser reads it, it stays on whichever host it is read for. */
function isPath(redirectURL: unknown): boolean {
  const stays = (host: string) => new URL(redirectURL as string, host).origin === host
  try {
    return ['http://one.example', 'http://two.example'].every(stays)
  } catch {
    // Not an address, or no text can be made of it.
    return false
  }
}

describe('whatever redirectURL the session service sends', () => {
  it('leads to its own origin with our parameters at the end, or nowhere', async () => {
    const page = openPage()
    let body = ''
    answerBy(page, () => responseOf(200, body))
    await fc.assert(
      fc.asyncProperty(redirectURL, fc.constantFrom('', '/sso', '/a/sso/'), async (redirectURL, base) => {
        page.window.sessionStorage.clear()
        page.navigations.length = 0
        body = JSON.stringify({ redirectURL })
        const identity = fullOn(page, { sessionDomain: `https://id.site.example${base}` })
        const outcome = await outcomeOf(identity)
        identity.dispose()
        // Nothing, in any of its forms, is no wish.
        if (!redirectURL) {
          expect(outcome).toMatchObject({ result: false })
          expect(page.navigations).toEqual([])
          return
        }
        if (!isPath(redirectURL)) {
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
        expect(target.pathname.startsWith(`${base.replace(/\/$/, '')}/`)).toBe(true)
        const pairs = [...target.searchParams].slice(-OURS.length)
        expect(pairs.map(([name]) => name)).toEqual(OURS)
        expect(Object.fromEntries(pairs)).toMatchObject({
          client_sdrn: 'sdrn:example:client:client-1',
          redirect_uri: 'https://www.site.example/callback',
        })
      }),
      {
        examples: [
          [{ toString: {} }, ''],
          ['blob:https://id.site.example/0', ''],
          ['https://id.site.example/x', ''],
          ['/x?redirect_uri=evil&redirect_uri=evil&&redirect%5Furi=evil#x', ''],
          ['//id.site.example@evil.example/', ''],
          ['/.//evil.example', ''],
          ['../../evil', '/a/sso/'],
          ['/%2e%2e/evil', '/sso'],
          ['', '/sso'],
        ],
      },
    )
  })
})

import './runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullOn } from '../security/full.ts'
import { openPage } from '../support/page.ts'
import { pageUrl, text } from './outside.ts'

const CONSENTS = ['gdpr', 'gdpr_consent', 'gpp', 'gpp_sid']
const LOGIN = 'https://account.example/oauth/authorize'
const pair = fc.oneof(
  fc
    .tuple(fc.oneof(fc.constantFrom(...CONSENTS, 'state', 'x', '', 'gdp%72', 'client_id'), text), text)
    .map(([name, value]) => `${name}=${value}`),
  text,
)
const href = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.boolean(),
        fc.array(pair, { maxLength: 6 }),
        fc.oneof(
          fc.constant(''),
          text.map((t) => `#${t}`),
        ),
      )
      .map(
        ([ours, pairs, hash]) =>
          `${LOGIN}?${[ours ? 'client_id=client-1' : 'x=1', ...pairs].join('&')}${hash}`,
      ),
  },
  fc.constantFrom(
    'https://account.example.evil.example/oauth/authorize?client_id=client-1',
    'https://evil.example/?https://account.example/oauth/authorize?client_id=client-1',
    'https://account.example@evil.example/oauth/authorize?client_id=client-1',
    'javascript:alert("https://account.example/oauth/authorize?client_id=client-1")',
    'https://account.example/oauth/authorize/../x?client_id=client-1',
  ),
  pageUrl,
  text,
)

describe('whatever link is clicked', () => {
  it('leads where it led, with the consents of now if it is ours to log in, and untouched if not', () => {
    const page = openPage()
    const { document, MouseEvent } = page.window
    let consents = new URLSearchParams()
    fullOn(page, { getConsents: () => consents })
    const link = document.body.appendChild(document.createElement('a'))
    document.addEventListener('click', (event) => event.preventDefault())
    let refreshed = 0
    fc.assert(
      fc.property(href, fc.boolean(), (href, decided) => {
        consents = new URLSearchParams(decided ? { gdpr: '1', gdpr_consent: 'NEW' } : {})
        link.setAttribute('href', href)
        const before = link.href
        link.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true }))
        const query = (url: string) => [...new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? '')]
        const ours =
          before.split(/[?#]/)[0] === LOGIN &&
          query(before).find(([name]) => name === 'client_id')?.[1] === 'client-1'
        if (!ours) {
          expect(link.getAttribute('href')).toBe(href)
          return
        }
        refreshed++
        const kept = query(before).filter(([name]) => !CONSENTS.includes(name))
        expect(query(link.href)).toEqual([...kept, ...consents])
        expect(link.href.split(/[?#]/)[0]).toBe(LOGIN)
        expect(new URL(link.href).hash).toBe(new URL(before).hash)
      }),
    )
    expect(refreshed).toBeGreaterThan(0)
  })
})

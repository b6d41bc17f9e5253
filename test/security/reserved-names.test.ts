/**
 * Consents come from elsewhere and are appended to the login URL. No name of theirs is one of the protocol's. And links of the page: those of this client, and no more.
 */
import { describe, expect, it } from 'vitest'
import { createIdentity, type Kernel } from '../../core/index.ts'
import { consents } from '../../plugins/consents/consents.ts'
import { optionsFor } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'
import { fullOn } from './full.ts'

/** Parameters that OAuth 2.0 and OpenID Connect go by, and the login URL. */
const PROTOCOL = [
  ...['client_id', 'response_type', 'redirect_uri', 'scope', 'state', 'acr_values', 'login_hint', 'max_age'],
  ...['locale', 'locales', 'ui_locales', 'prompt', 'client_secret', 'response_mode', 'nonce', 'display'],
  ...[
    'claims',
    'id_token_hint',
    'request',
    'request_uri',
    'code_challenge',
    'code_challenge_method',
    'code_verifier',
  ],
  ...['client_assertion', 'response_to_come', 'request_to_come', 'STATE', 'PROMPT', 'Redirect_Uri'],
]

/** What consents add to a URL that has nothing of its own, as a link's. */
function linkQuery(given: URLSearchParams): URLSearchParams {
  let kernel: Kernel | undefined
  const probe = { name: 'probe', setup: (own: Kernel) => void (kernel = own) }
  createIdentity(optionsFor(openPage()), [consents({ getConsents: () => given }), probe])
  return new URL((kernel as unknown as Kernel).buildUrl('login-link', 'https://a.example', '?', {}))
    .searchParams
}

/** What consents of that name add to the login URL, and to a URL that has nothing of its own, as a link's. */
function added(name: string): string[] {
  const given = new URLSearchParams([
    [name, 'evil'],
    ['gdpr', '1'],
  ])
  const { searchParams } = new URL(fullOn(openPage(), { getConsents: () => given }).loginUrl({ state: 's' }))
  return [...searchParams, ...linkQuery(given)].flatMap(([own, value]) => (/evil|^1$/.test(value) ? own : []))
}

describe('consents', () => {
  it.each(PROTOCOL)('are not named %s', (name) => {
    expect(added(name)).toEqual(['gdpr', 'gdpr'])
  })

  it.each([
    'gdpr_consent',
    'gpp',
    'gpp_sid',
    'addtl_consent',
    'us_privacy',
    'statement',
    'tags',
    'my_state',
    'state_of_consent',
    'consent.state',
    'redirect[uri]',
  ])('may be named %s', (name) => {
    expect(added(name)).toEqual([name, 'gdpr', name, 'gdpr'])
  })
})

describe('a login link', () => {
  const CONSENTS = { getConsents: () => new URLSearchParams({ gdpr: '1' }) }

  function link(page: ReturnType<typeof openPage>, query: string): HTMLAnchorElement {
    const anchor = page.window.document.createElement('a')
    anchor.href = `https://account.example/oauth/authorize?${query}`
    return anchor
  }
  const click = (page: ReturnType<typeof openPage>, at: Element) =>
    at.dispatchEvent(new page.window.MouseEvent('click', { bubbles: true, composed: true, cancelable: true }))

  it('around another is left as it is: the inner one is the one that is used', () => {
    const page = openPage()
    fullOn(page, CONSENTS)
    const [outer, inner] = [
      link(page, 'client_id=client-1&a=outer'),
      link(page, 'client_id=client-1&a=inner'),
    ]
    // A link in a component that stands in a link: no parser makes it otherwise, but scripts do.
    const host = page.window.document.createElement('div')
    outer.append(host)
    host.attachShadow({ mode: 'open' }).append(inner)
    page.window.document.body.append(outer)
    click(page, inner)
    expect(inner.href).toContain('&gdpr=1')
    expect(outer.href).not.toContain('gdpr')
  })

  it('of another client stays as it is, and so does the one around it', () => {
    const page = openPage()
    fullOn(page, CONSENTS)
    const [outer, inner] = [link(page, 'client_id=client-1'), link(page, 'client_id=other')]
    outer.append(inner)
    page.window.document.body.append(outer)
    click(page, inner)
    expect([inner.href, outer.href].join()).not.toContain('gdpr')
  })
})

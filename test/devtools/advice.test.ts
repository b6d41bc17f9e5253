/** What the console advises: each finding states what was seen, and no two exclude each other. */
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/index.ts'
import { consoleFindings } from '../../devtools/console-findings.ts'
import { devtools } from '../../devtools/devtools.ts'
import { diagnose } from '../../devtools/diagnose.ts'
import { login } from '../../plugins/login/login.ts'
import { preferPopup } from '../../plugins/login/prefer-popup.ts'
import { sessionBackoff } from '../../plugins/session/session-backoff.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { optionsFor, rejection } from '../support/fixtures.ts'
import { type Answer, broken, json, openPage, openPageWith, text } from '../support/page.ts'
import { idsIn, listen } from './support/console.ts'

/** Opens a page, asks once, and gives what the console says. */
async function told(answer: Answer, { url, ...options }: { url?: string; redirectUri?: string } = {}) {
  const page = openPage(url)
  const lines = listen(page.window)
  page.answer(answer)
  const identity = createIdentity(optionsFor(page, options), [
    fetchTransport({ retries: 0 }),
    consoleFindings(),
    devtools(),
  ])
  await rejection(identity.hasSession())
  return { lines, ids: idsIn(lines), identity, page }
}

describe('the console', () => {
  it.each([
    ['that is nothing', () => undefined],
    ['that fails with an error of its own', () => Promise.reject(new Error('not in a test'))],
  ])('says of a stand-in for fetch %s that the stand-in is wrong, and nothing of CORS', async (_, stub) => {
    const { lines, ids } = await told(stub as unknown as Answer)
    expect(ids).toEqual(['fetch-broken'])
    expect(lines[0]).not.toMatch(/CORS|redirect URI/)
  })

  it('says of a stand-in for fetch without a body that no session came, and from which fetch', async () => {
    const { lines, ids } = await told((() => ({ ok: true, status: 200 })) as unknown as Answer)
    expect(ids).toEqual(['response-malformed'])
    expect(lines[0]).toMatch(/\(status 200, window\.fetch is not the browser’s own\).*stand-in for fetch/)
    expect(lines[0]).not.toMatch(/CORS|redirect URI/)
  })

  it('says nothing of a stand-in where fetch is the browser’s own, whatever it fails with', async () => {
    const page = openPage()
    const lines = listen(page.window)
    // A bound function reads as native code, as the browser's own does.
    const fetch = (() => Promise.reject(new TypeError('A sentence of a new browser'))).bind(null)
    Object.defineProperty(page.window, 'fetch', { value: fetch })
    const identity = createIdentity(optionsFor(page), [fetchTransport({ retries: 0 }), consoleFindings()])
    await rejection(identity.hasSession())
    expect(idsIn(lines)).toEqual(['no-response'])
  })

  it('names all that may be the cause where no answer came, and who can tell', async () => {
    const { lines, ids } = await told(broken)
    expect(ids).toEqual(['no-response'])
    expect(lines[0]).toMatch(/diagnose\(\) of portico\/devtools.* the service is down.*CORS/)
  })

  it.each([
    ['http://localhost:3000/', 'http://localhost:3000/callback'],
    ['http://localhost:3000/', 'https://www.site.example/callback'],
    ['https://site.pages.example/', 'https://www.site.example/callback'],
  ])(
    'says of a page at %s, with the redirect URI %s, that its site is another one, and nothing else',
    async (url, redirectUri) => {
      const { ids, identity, page } = await told(broken, { url, redirectUri })
      expect(ids).toEqual(['session-domain-cross-site'])
      page.answer(broken, () => Object.defineProperty(new Response(), 'type', { value: 'opaque' }))
      const findings = (await diagnose(identity)).filter(({ severity }) => severity !== 'info')
      expect(findings.map(({ id }) => id)).toEqual(['session-domain-cross-site'])
    },
  )

  it('says of a call that the pause refuses that the last call failed, whatever it failed with', async () => {
    const page = openPageWith(broken)
    const lines = listen(page.window)
    const identity = createIdentity(optionsFor(page), [
      fetchTransport({ retries: 0 }),
      sessionBackoff(),
      consoleFindings(),
    ])
    await rejection(identity.hasSession())
    await rejection(identity.hasSession())
    expect(idsIn(lines)).toEqual(['no-response', 'service-backoff'])
    expect(lines[1]).toMatch(/The last call for the session failed.*after session-unreachable: no-response\)/)
  })

  it.each<[string, Answer]>([
    ['client-unknown', json(404, { error: { code: 404, type: 'ClientException' } })],
    ['client-unknown', json(404, { error: { code: 404, description: 'Client ada-post not found' } })],
    ['session-refused', json(403, { error: { code: 403, type: 'OAuthException' } })],
    ['service-busy', json(429, {})],
    ['service-failing', text(502, '')],
    ['response-malformed', text(200, '<p>A page</p>')],
  ])('tells one reason for each answer: %s', async (id, answer) => {
    expect((await told(answer)).ids).toEqual([id])
  })
})

describe('a popup that did not open', () => {
  const seen = async (userActivation: object | undefined) => {
    const page = openPage()
    const lines = listen(page.window)
    Object.defineProperty(page.window.navigator, 'userActivation', { value: userActivation })
    page.window.open = () => null
    const identity = createIdentity(optionsFor(page), [login(), preferPopup(), consoleFindings()])
    identity.login({ state: 's', preferPopup: true })
    await new Promise((resolve) => setImmediate(resolve))
    return lines.join('\n')
  }

  it('is popup-blocked, with what the browser tells about the click', async () => {
    expect(await seen({ isActive: true })).toContain('popup-blocked. The browser blocked the login popup')
    expect(await seen({ isActive: true })).toContain('(during a click)')
    expect(await seen({ isActive: false })).toContain('(not during a click)')
    expect(await seen(undefined)).toContain('(this browser does not tell whether it was during a click)')
  })
})

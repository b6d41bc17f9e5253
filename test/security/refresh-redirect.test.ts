/** A session service says where the browser goes for a new cookie: a path of its own, and no other place. */
import { describe, expect, it } from 'vitest'
import { ADA, rejection } from '../support/fixtures.ts'
import { json, openPageWith } from '../support/page.ts'
import { fullOn } from './full.ts'

describe('a redirectURL of the session service', () => {
  const ORIGIN = 'https://id.site.example'

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '\t//evil.example/',
    '/\t/evil.example/',
    '/\n\\evil.example/',
    'https:\n//evil.example/',
    'http://id.site.example/',
    'https://id.site.example:444/',
    'https://id.site.example.evil.example/',
    'https://id.site.example@evil.example/',
    'https://evil.example\\@id.site.example/',
    'https://user:pass@id.site.example/',
    'https://site.example/',
    'https://*.site.example/',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'blob:https://id.site.example/0',
    'filesystem:https://id.site.example/0',
    'about:blank',
    'https://',
    'https://[',
    'https:evil.example',
    'https://id.site.example/',
    'https://id.site.example:443/x',
    'HTTPS://ID.SITE.EXAMPLE/x#y',
    ['https://evil.example'],
    ['//evil.example', '//evil.example'],
  ])('%j is refused, and the page stays', async (redirectURL) => {
    const page = openPageWith(json(200, { redirectURL }))
    expect(await rejection(fullOn(page).hasSession())).toMatchObject({ reason: 'redirect-refused' })
    expect(page.navigations).toEqual([])
  })

  it.each([
    ['/refresh', '/refresh'],
    ['refresh', '/refresh'],
    ['?to=https://evil.example', '/'],
    ['/..//evil.example', '//evil.example'],
    ['/.//evil.example', '//evil.example'],
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
    ['/%5cevil.example', '/%5cevil.example'],
    ['/x#//evil.example', '/x'],
    ['http://path//evil.example', '//evil.example'],
    ['http://user:pass@path/x', '/x'],
    ['http:evil.example', '/evil.example'],
    ['@evil.example', '/@evil.example'],
    ['.evil.example', '/.evil.example'],
    [':444/', '/:444/'],
    ['%00//evil.example', '/%00//evil.example'],
    [7, '/7'],
    [{}, '/[object%20Object]'],
    [['/x'], '/x'],
  ])('%j stays on the origin of the service', async (redirectURL, path) => {
    const page = openPageWith(json(200, { redirectURL }))
    await rejection(fullOn(page).hasSession())
    expect(page.navigations).toHaveLength(1)
    const { origin, pathname, hash } = new URL(page.navigations[0] as string)
    expect([origin, pathname, hash]).toEqual([ORIGIN, path, ''])
  })

  it.each(['/../evil', '..', '/%2e%2e/evil', '/x/..;/../../evil', '/..\\evil', '//path/../evil'])(
    '%j stays beneath the path of the service',
    async (redirectURL) => {
      const page = openPageWith(json(200, { redirectURL }))
      await rejection(fullOn(page, { sessionDomain: `${ORIGIN}/sso/v1` }).hasSession())
      expect(page.navigations).toHaveLength(1)
      expect(new URL(page.navigations[0] as string).href).toMatch(`${ORIGIN}/sso/v1/`)
    },
  )

  it.each([null, '', 0, false])('%j is none, and the session names nobody', async (redirectURL) => {
    const page = openPageWith(json(200, { redirectURL }))
    expect(await fullOn(page).isLoggedIn()).toBe(false)
    expect(page.navigations).toEqual([])
  })

  it.each([
    [300, 'session-refused'],
    [400, 'session-missing'],
    [401, 'session-refused'],
    [404, 'session-refused'],
  ])('in an answer of status %d is none', async (status, reason) => {
    const page = openPageWith(json(status, { redirectURL: '/refresh' }))
    expect(await rejection(fullOn(page).hasSession())).toMatchObject({ reason })
    expect(page.navigations).toEqual([])
  })

  it('is none when it stands beside other members', async () => {
    const page = openPageWith(json(200, { ...ADA, redirectURL: '/x' }))
    await fullOn(page).hasSession()
    expect(page.navigations).toEqual([])
  })
})

/** What the cookie `SP_ID` costs a reader who is not logged in, and that it is still removed for them. */
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../../core/index.ts'
import { cacheCookie, fetchTransport, login, sessionCache } from '../../../plugins/index.ts'
import { Identity as CompatIdentity } from '../../../presets/compat/index.ts'
import { createFullIdentity } from '../../../presets/full.ts'
import { ADA, NO_SESSION, optionsFor } from '../../support/fixtures.ts'
import { json, openPage, type Page } from '../../support/page.ts'

const DOORS = {
  'one with cacheCookie()': (page: Page) =>
    createIdentity(optionsFor(page), [fetchTransport(), sessionCache(), login(), cacheCookie()]),
  'the full identity': (page: Page) => createFullIdentity(optionsFor(page), fetchTransport()),
  'the class of compat': (page: Page) => new CompatIdentity(optionsFor(page)),
}

/** A page whose cookies the test sees. */
function openCounted() {
  const page = openPage('https://a.b.site.example/')
  let writes = 0
  let jar = ''
  Object.defineProperty(page.window.document, 'cookie', {
    get: () => jar,
    set(cookie: string) {
      // The development build tries another one.
      if (!cookie.startsWith('SP_ID=')) return
      writes++
      jar = cookie.startsWith('SP_ID=;') ? 'other=1' : `other=1; ${cookie.split(';')[0]}`
    },
  })
  return { page, writes: () => writes, cookies: () => jar, had: (cookies: string) => void (jar = cookies) }
}

const NOBODY = json(400, NO_SESSION)

describe.each(Object.entries(DOORS))('%s', (_, open) => {
  it('writes none for a reader who is not logged in', async () => {
    const { page, writes } = openCounted()
    const identity = open(page)
    identity.enableCacheCookie()
    page.answer(NOBODY, NOBODY)
    for (let call = 0; call < 4; call++) {
      if (call === 2) identity.clearCachedUserSession()
      await Promise.resolve(identity.hasSession()).catch(() => {})
    }
    expect(writes()).toBe(0)
  })

  it('removes the cookie of a page before, also where the answer is kept', async () => {
    const { page, cookies, had } = openCounted()
    page.answer(NOBODY)
    const before = open(page)
    await Promise.resolve(before.hasSession()).catch(() => {})
    before.dispose()
    had('SP_ID=from-before')
    const identity = open(page)
    identity.enableCacheCookie()
    await Promise.resolve(identity.hasSession()).catch(() => {})
    expect(cookies()).toBe('other=1')
  })

  it('removes its own when the reader is gone, and one that somebody else has written meanwhile', async () => {
    const { page, cookies, had } = openCounted()
    const identity = open(page)
    identity.enableCacheCookie()
    page.answer(json(200, ADA), NOBODY, NOBODY)
    await identity.hasSession()
    expect(cookies()).toContain('SP_ID=sp-ada')
    for (const _ of ['its own', 'that of another tab, whose reader is gone']) {
      identity.clearCachedUserSession()
      await Promise.resolve(identity.hasSession()).catch(() => {})
      expect(cookies()).toBe('other=1')
      had('other=1; SP_ID=of-another-tab')
    }
  })

  it('leaves the cookie that another tab has written since, while it knows nothing newer', async () => {
    const { page, cookies, had } = openCounted()
    const identity = open(page)
    identity.enableCacheCookie()
    page.answer(NOBODY)
    await Promise.resolve(identity.hasSession()).catch(() => {})
    had('SP_ID=of-a-new-login')
    await Promise.resolve(identity.hasSession()).catch(() => {})
    expect(cookies()).toBe('SP_ID=of-a-new-login')
  })
})

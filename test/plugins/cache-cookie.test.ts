import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import { cacheCookie } from '../../plugins/cache-cookie.ts'
import { fetchTransport } from '../../plugins/fetch-transport.ts'
import { sessionCache } from '../../plugins/session-cache.ts'
import { ADA, NO_SESSION, optionsFor, thrown } from '../support/fixtures.ts'
import { type Answer, json, openPage, text } from '../support/page.ts'

/** A page whose cookie writes are seen as they are made. */
function start(url = 'https://www.site.example/article', more: object = {}) {
  const page = openPage(url)
  const writes: string[] = []
  let jar = ''
  Object.defineProperty(page.window.document, 'cookie', {
    configurable: true,
    get: () => jar,
    set: (cookie: string) => {
      writes.push(cookie)
      jar = cookie.startsWith('SP_ID=;') ? 'other=1' : `other=1; ${cookie.split(';')[0]}`
    },
  })
  const identity = createIdentity(optionsFor(page, more), [fetchTransport(), sessionCache(), cacheCookie()])
  return {
    page,
    identity,
    writes,
    /** Asks anew; gives the cookies written. */
    async ask(...answers: Answer[]) {
      page.answer(...answers)
      identity.clearCachedUserSession()
      await identity.hasSession().catch(() => {})
      return writes.splice(0)
    },
  }
}

const AT_60_S = 'Thu, 01 Jan 1970 00:01:00 GMT'

describe('the cache cookie', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('is not written before it is enabled', async () => {
    expect(await start().ask(json(200, ADA))).toEqual([])
  })

  it('is written at each hasSession: for the base domain, until the session expires', async () => {
    const { identity, ask, writes } = start()
    identity.enableCacheCookie()
    expect(writes).toEqual([])
    const cookie = `SP_ID=sp-ada; path=/; domain=.site.example; expires=${AT_60_S}; SameSite=Lax; Secure`
    expect(await ask(json(200, ADA))).toEqual([cookie])
    vi.setSystemTime(30_000)
    await identity.hasSession()
    expect(writes).toEqual([cookie])
  })

  it('takes domain and expiry from the options', async () => {
    const { identity, ask } = start()
    identity.enableCacheCookie({ domain: '.site.example', expiresIn: 90 })
    expect(await ask(json(200, ADA))).toEqual([
      'SP_ID=sp-ada; path=/; domain=.site.example; expires=Thu, 01 Jan 1970 00:01:30 GMT; SameSite=Lax; Secure',
    ])
  })

  it('lives 400 days at the most', async () => {
    const { identity, ask } = start()
    identity.enableCacheCookie({ expiresIn: 1e300 })
    expect((await ask(json(200, ADA)))[0]).toContain('expires=Fri, 05 Feb 1971 00:00:00 GMT')
  })

  it.each([
    ['http://www.site.example/', undefined, 'domain=.www.site.example'],
    ['http://www.site.example/', 'evil"; secure', 'domain=.www.site.example'],
    ['http://www.site.example/', 'site.example; path=/x', 'domain=.www.site.example'],
    ['http://www.site.example/', 'localhost', 'domain=.www.site.example'],
  ])('on %s with base domain %j has %s', async (url, baseDomain, domain) => {
    const { identity, ask } = start(url)
    identity.enableCacheCookie()
    expect(await ask(json(200, { ...ADA, baseDomain }))).toEqual([
      `SP_ID=sp-ada; path=/; ${domain}; expires=${AT_60_S}; SameSite=Lax`,
    ])
  })

  it.each(['http://localhost:8800/', 'http://127.0.0.1/', 'http://[::1]/'])(
    'has no domain on %s, where none would be accepted',
    async (url) => {
      const { identity, ask } = start(url)
      identity.enableCacheCookie()
      expect(await ask(json(200, { ...ADA, baseDomain: undefined }))).toEqual([
        `SP_ID=sp-ada; path=/; expires=${AT_60_S}; SameSite=Lax`,
      ])
    },
  )

  it('encodes its value, so that nothing can be injected', async () => {
    const { identity, ask } = start()
    identity.enableCacheCookie()
    const [cookie] = await ask(json(200, { ...ADA, sp_id: 'a; domain=evil.example\r\nX: ü' }))
    expect(cookie?.split('; ')).toEqual([
      'SP_ID=a%3B%20domain%3Devil.example%0D%0AX%3A%20%C3%BC',
      ...['path=/', 'domain=.site.example', `expires=${AT_60_S}`, 'SameSite=Lax', 'Secure'],
    ])
  })

  it.each([undefined, null, ''])('is not written when the session has the sp_id %j', async (sp_id) => {
    const { identity, ask } = start()
    identity.enableCacheCookie()
    expect(await ask(json(200, { ...ADA, sp_id }))).toEqual([])
  })

  it('is removed when the next session has none, or there is no session any more', async () => {
    for (const over of [json(200, { ...ADA, sp_id: undefined }), json(400, NO_SESSION)]) {
      const { identity, ask } = start()
      identity.enableCacheCookie({ domain: 'site.example' })
      await ask(json(200, ADA))
      const removed = await ask(over)
      expect(removed[0]).toBe('SP_ID=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax; Secure')
      expect(removed.join()).toContain('domain=.site.example;')
      expect(removed.join()).toContain('domain=.www.site.example;')
    }
  })

  it.each([
    ['refuses', [text(401, '')]],
    ['is broken', [text(500, ''), text(500, '')]],
  ])('stays when the service %s', async (_, answers) => {
    const { identity, ask } = start()
    identity.enableCacheCookie()
    await ask(json(200, ADA))
    expect(await ask(...answers)).toEqual([])
  })

  it('is removed on logout, also when an earlier page set it, and only when it is there', async () => {
    const { page, identity, writes } = start()
    identity.logout()
    expect(writes).toEqual([])
    page.window.document.cookie = 'SP_ID=from-before'
    writes.length = 0
    identity.logout()
    expect(writes.length).toBeGreaterThan(1)
    expect(writes.every((cookie) => cookie.startsWith('SP_ID=;'))).toBe(true)
    // Where it was set for is not to be read back: the host, and each domain around it.
    const domains = writes.map((cookie) => /domain=([^;]+)/.exec(cookie)?.[1])
    expect(domains).toEqual([undefined, undefined, '.www.site.example', '.site.example', undefined])
    expect(page.navigations).toHaveLength(2)
  })

  it('does not disturb the session where cookies are denied', async () => {
    const log = vi.fn()
    const { page, identity } = start(undefined, { log })
    const deny = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    Object.defineProperty(page.window.document, 'cookie', { get: deny, set: deny })
    identity.enableCacheCookie()
    page.answer(json(200, ADA))
    expect(await identity.hasSession()).toEqual(ADA)
    // One that cannot be read cannot be removed, and nobody tries.
    identity.logout()
    expect(page.navigations).toHaveLength(1)
    expect(log.mock.calls).toEqual([['portico: SP_ID could not be written']])
  })

  it.each([
    ['expiresIn', 0],
    ['expiresIn', -1],
    ['expiresIn', '60'],
    ['expiresIn', Number.NaN],
    ['expiresIn', Number.POSITIVE_INFINITY],
    ['expiresIn', null],
    ['domain', ''],
    ['domain', 'localhost'],
    ['domain', '127.0.0.1'],
    ['domain', 'site.example; path=/evil'],
    ['domain', 'https://site.example'],
    ['domain', 5],
  ])('refuses %s = %j', (name, value) => {
    const { identity } = start()
    expect(thrown(() => identity.enableCacheCookie({ [name]: value }))).toMatchObject({
      reason: 'option-invalid',
      message: expect.stringMatching(
        `^Option ${name} is .+: give ${{ expiresIn: 'seconds, more than 0', domain: 'a domain such as site.com' }[name]}\\.$`,
      ),
    })
  })

  it('refuses options that are none', () => {
    expect(thrown(() => start().identity.enableCacheCookie('site.com' as never))).toMatchObject({
      reason: 'option-invalid',
      message: 'Option options is a string: give an object, or leave it out.',
    })
  })
})

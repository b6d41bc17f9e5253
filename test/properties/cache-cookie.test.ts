import './runs.ts'
import fc from 'fast-check'
import { CookieJar } from 'tough-cookie'
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import { cacheCookie } from '../../plugins/reporting/cache-cookie.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { optionsFor, thrown } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'
import { codePoint } from './outside.ts'

const PAGE = 'https://www.site.example/'
const nasty = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: codePoint }),
  fc.string({ unit: fc.constantFrom(...'; =,"\\\r\n\tadomin.expirsé') }),
  fc.constantFrom(
    'x; domain=evil.example',
    'x\r\nSet-Cookie: a=b',
    '"; path=/evil',
    'site.example',
    '.site.example',
  ),
)

/** Asks for a session, with a real cookie jar behind the document; gives the jar. */
async function write(session: object, options?: object): Promise<CookieJar> {
  const page = openPage(PAGE)
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: false })
  Object.defineProperty(page.window.document, 'cookie', {
    get: () => jar.getCookieStringSync(PAGE),
    set: (cookie: string) => jar.setCookieSync(cookie, PAGE, { ignoreError: true }),
  })
  const identity = createIdentity(optionsFor(page), [fetchTransport(), cacheCookie()])
  identity.enableCacheCookie(options)
  page.answer(json(200, session))
  await identity.hasSession()
  return jar
}

describe('the cache cookie', () => {
  it('is one cookie with the very value, or none, whatever the service sends', async () => {
    await fc.assert(
      fc.asyncProperty(nasty, nasty, async (sp_id, baseDomain) => {
        const { cookies } = (await write({ sp_id, baseDomain })).serializeSync() ?? { cookies: [] }
        const values = cookies.map(({ key, value }) => [key, decodeURIComponent(String(value))])
        // A base domain that is not the page's is refused by the jar, as by a browser.
        expect(values.length).toBeLessThanOrEqual(sp_id ? 1 : 0)
        if (values.length) expect(values).toEqual([['SP_ID', sp_id]])
        for (const { path, domain } of cookies) {
          expect(path).toBe('/')
          expect(['www.site.example', 'site.example']).toContain(domain)
        }
      }),
      // A text that has no encoding gives no cookie, and no failure.
      { examples: [['\ud800', 'site.example']] },
    )
  })

  it('takes a domain that is one, and refuses anything else', () => {
    const identity = createIdentity(optionsFor(openPage(PAGE)), [cacheCookie()])
    fc.assert(
      fc.property(fc.oneof(fc.domain(), nasty), (domain) => {
        if (!domain || /^\.?([a-z\d-]+\.)+[a-z][a-z\d-]*$/i.test(domain))
          identity.enableCacheCookie({ domain })
        else
          expect(thrown(() => identity.enableCacheCookie({ domain }))).toMatchObject({
            reason: 'option-invalid',
          })
      }),
    )
  })
})
